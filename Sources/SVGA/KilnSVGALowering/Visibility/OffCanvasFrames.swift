internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// Hides sprites in the frames in which they are outside of the canvas.
///
/// Nobody sees them there, but outlines that move in from far away, or that shrink from a huge size, can be most of a
/// file. Between two frames on the canvas a sprite stays visible: players forget the shapes of hidden sprites, so these
/// would be written twice.
struct OffCanvasFrames {
  /// Distance that antialiasing may reach outside of the canvas, in pixels.
  private static let margin = 2.0

  private let timeline: Timeline
  private let canvas: Rect
  private var isChanged = false
  /// Bounds of the clips seen so far, which many frames share.
  private var clipBounds: [ClipID: Rect] = [:]

  /// The timeline without what nobody sees; itself if that is nothing, or all.
  ///
  /// - Throws: `limit.exceeded`.
  static func hidden(
    _ timeline: Timeline, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var finder = OffCanvasFrames(timeline)
    let toCanvas = [Affine?](repeating: .identity, count: timeline.frameCount)
    let sprites = timeline.sprites.map { finder.hiding($0, toCanvas) }
    guard finder.isChanged, sprites.contains(where: { $0.frames.contains(where: \.isVisible) }) else { return timeline }
    var builder = try TimelineBuilder(editing: timeline, limits: limits)
    builder.sprites = sprites
    return builder.build(log: &log)
  }

  private init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
      .outset(x: Self.margin, y: Self.margin)
  }

  /// A sprite without the frames in which nobody sees it.
  ///
  /// - Parameter toCanvas: The map from its parent's space to the canvas in each frame; nil where filters may move what
  ///   is outside into the canvas, or the parent is hidden.
  private mutating func hiding(_ sprite: Sprite, _ toCanvas: [Affine?]) -> Sprite {
    // Apps may show something larger under a key.
    if sprite.replacementKey != nil { return sprite }
    var result = sprite
    // Also inside of it; what else is there may be hidden.
    let hideable = sprite.hasKey ? [] : hideableFrames(of: sprite, toCanvas)
    for frame in hideable {
      result.frames[frame] = .hidden
      isChanged = true
    }
    if case .group(let children) = result.content {
      var inner = toCanvas
      for (frame, state) in result.frames.enumerated() {
        inner[frame] = state.isVisible && state.filters == nil ? toCanvas[frame].map { $0 * state.transform } : nil
      }
      result.content = .group(children.map { hiding($0, inner) })
    }
    return result
  }

  /// The frames outside of the canvas that follow, or are followed by, hidden ones only until the next hidden one.
  private mutating func hideableFrames(of sprite: Sprite, _ toCanvas: [Affine?]) -> [Int] {
    var result: [Int] = []
    var run: [Int] = []
    var startsHidden = true
    for (frame, state) in sprite.frames.enumerated() {
      if !state.isVisible {
        result += run
        run = []
        startsHidden = true
      } else if isOutside(sprite, frame, toCanvas[frame]) {
        run.append(frame)
      } else {
        if startsHidden { result += run }
        run = []
        startsHidden = false
      }
    }
    return result + run
  }

  private mutating func isOutside(_ sprite: Sprite, _ frame: Int, _ toCanvas: Affine?) -> Bool {
    guard let toCanvas else { return false }
    let bounds = visibleBounds(of: sprite, frame: frame)
    if bounds.isEmpty { return true }
    let seen = toCanvas.apply(bounds)
    return seen.isFinite && seen.intersection(canvas).isEmpty
  }

  /// Visible bounds of a sprite, as `Timeline.visibleBounds`, with the bounds of each clip computed once.
  private mutating func visibleBounds(of sprite: Sprite, frame: Int) -> Rect {
    let state = sprite.frames[frame]
    guard state.isVisible else { return .empty }
    var content = Rect.empty
    if case .group(let children) = sprite.content {
      for child in children { content = content.union(visibleBounds(of: child, frame: frame)) }
      if let filters = state.filters { content = timeline[filters].bounds(of: content) }
    } else {
      content = timeline.contentBounds(of: sprite, frame: frame)
    }
    if let clip = state.clip { content = content.intersection(bounds(of: clip)) }
    return content.isEmpty ? .empty : state.transform.apply(content)
  }

  private mutating func bounds(of clip: ClipID) -> Rect {
    if let known = clipBounds[clip] { return known }
    let bounds = timeline[clip].controlBounds()
    clipBounds[clip] = bounds
    return bounds
  }
}

extension Sprite {
  /// Whether apps may replace it, or something in it or in its mattes.
  fileprivate var hasKey: Bool {
    if replacementKey != nil || matte?.sprites.contains(where: \.hasKey) == true { return true }
    guard case .group(let children) = content else { return false }
    return children.contains(where: \.hasKey)
  }
}

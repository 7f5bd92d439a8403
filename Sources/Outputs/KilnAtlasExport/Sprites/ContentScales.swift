internal import KilnGeometry
internal import KilnTimeline

/// Scales at which shape lists and images are drawn, and positions of their pixels.
struct ContentScales {
  /// Scales, phases and visible part of one content, over all sprites and frames.
  struct Drawing {
    /// The largest factor from its columns to those of the canvas.
    private(set) var scaleX = 0.0
    /// The largest factor from its rows to those of the canvas.
    private(set) var scaleY = 0.0
    /// Subpixel offsets of its origin on the canvas, each with its number of occurrences; counted only where the
    /// content is upright and at its largest scale.
    private var phases: [(phase: Point, count: Int)] = []
    /// Whether it is ever turned, skewed, or smaller than at its largest.
    private(set) var isResampled = false
    /// Its space → canvas, if that is the same whenever it is drawn, but for whole pixels.
    private(set) var only: Affine?
    /// Part of its space that is visible in some frame.
    private(set) var visible = VisibleArea()

    /// The phase that it has most often.
    var phase: Point { phases.max { $0.count < $1.count }?.phase ?? .zero }

    mutating func add(_ transform: Affine, in window: VisibleArea) {
      only = scaleX == 0 ? transform : only.flatMap { Self.areAlike($0, transform) ? $0 : nil }
      visible.add(window.visible(through: transform))
      let (x, y) = (Point(transform.a, transform.b).length, Point(transform.c, transform.d).length)
      let isUpright = abs(transform.b) < 1e-6 * x && abs(transform.c) < 1e-6 * y
      let grows = x > scaleX * (1 + 1e-4) || y > scaleY * (1 + 1e-4)
      if scaleX > 0, grows || x < scaleX * (1 - 1e-4) || y < scaleY * (1 - 1e-4) { isResampled = true }
      if grows { phases = [] }
      (scaleX, scaleY) = (max(scaleX, x), max(scaleY, y))
      guard isUpright, x >= scaleX * (1 - 1e-4), y >= scaleY * (1 - 1e-4) else {
        isResampled = isResampled || !isUpright
        return
      }
      // The phase of mirrored content counts from the opposite side.
      let phase = Point(
        Self.phase(transform.a < 0 ? -transform.tx : transform.tx),
        Self.phase(transform.d < 0 ? -transform.ty : transform.ty))
      if let known = phases.firstIndex(where: { $0.phase == phase }) {
        phases[known].count += 1
      } else if phases.count < Self.mostPhases {
        phases.append((phase, 1))
      }
      if phases.count > 1 { isResampled = true }
    }

    private static let mostPhases = 64

    /// The part of a place after the whole pixel, in steps of 1/256.
    private static func phase(_ place: Double) -> Double { ((place - place.rounded(.down)) * 256).rounded() / 256 }

    /// Whether two transforms differ by whole pixels only.
    private static func areAlike(_ one: Affine, _ other: Affine) -> Bool {
      let tolerance = 1e-4 * max(abs(one.a), abs(one.b), abs(one.c), abs(one.d))
      return abs(one.a - other.a) <= tolerance && abs(one.b - other.b) <= tolerance
        && abs(one.c - other.c) <= tolerance && abs(one.d - other.d) <= tolerance
        && phase(one.tx) == phase(other.tx) && phase(one.ty) == phase(other.ty)
    }
  }

  /// Scales by index of the shape list.
  private(set) var lists: [Drawing]
  /// Scales by index of the image.
  private(set) var images: [Drawing]

  private let timeline: Timeline
  /// Bounds of the clips of the timeline.
  private let clips: [Rect]

  init(_ timeline: Timeline) {
    self.timeline = timeline
    clips = timeline.clips.map(\.bounds)
    lists = Array(repeating: Drawing(), count: timeline.shapeLists.count)
    images = Array(repeating: Drawing(), count: timeline.images.count)
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    // A pixel more, because edges are smooth.
    let whole = Space(toCanvas: .identity, window: .part(canvas.insetBy(-1)))
    let frames = [Space?](repeating: whole, count: timeline.frameCount)
    for sprite in timeline.sprites { add(sprite, in: frames) }
  }

  /// The space of a sprite in one frame.
  private struct Space {
    var toCanvas: Affine
    /// Area of the canvas that clips around the sprite leave visible.
    var window: VisibleArea
  }

  /// - Parameter parents: The space of the parent in each frame; nil where that is hidden.
  private mutating func add(_ sprite: Sprite, in parents: [Space?]) {
    var own = parents
    for (frame, parent) in parents.enumerated() {
      let state = sprite.frames[frame]
      own[frame] = state.isVisible ? parent.map { space(of: state, in: $0) } : nil
      guard let space = own[frame] else { continue }
      switch sprite.content {
      case .image(let id): images[id.index].add(space.toCanvas, in: space.window)
      case .vector: if let list = state.shapes { lists[list.index].add(space.toCanvas, in: space.window) }
      case .group: break
      }
    }
    if let matte = sprite.matte { for part in matte.sprites { add(part, in: parents) } }
    if case .group(let children) = sprite.content { for child in children { add(child, in: own) } }
  }

  private func space(of state: FrameState, in parent: Space) -> Space {
    var space = parent
    space.toCanvas = parent.toCanvas * state.transform
    if state.filters != nil {
      // They bring in what is beside the window.
      space.window = .whole
    } else if let clip = state.clip {
      space.window = parent.window.clipped(to: space.toCanvas.apply(clips[clip.index]).insetBy(-1))
    }
    return space
  }
}

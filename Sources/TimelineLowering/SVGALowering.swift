public import Diagnostics
internal import Geometry
internal import ImageCodecs
public import TimelineModel
public import TimelineRendering

/// Rewrites a timeline into what all SVGA players of a target draw the same.
///
/// The result has no groups. Its vector sprites have opaque colours, non-zero fills and solid strokes of even width,
/// no shape transforms and no clips; a sprite that is translucent in some frame paints one outline only. Its images
/// are PNG. Whatever cannot be said so, in the frames where it cannot, becomes a bitmap, and is reported.
public struct SVGALowering {
  /// What can be chosen.
  public struct Options: Sendable, Hashable {
    /// What the players draw right.
    public var target = LoweringTarget()
    /// Factor on the resolution of bitmaps that stand in for something else.
    public var bitmapScale = 1.0
    /// Bitmaps that are drawn at the same time. Does not change the result.
    public var threads = 1

    /// The defaults: every player, full resolution.
    public init() {}
  }

  private let source: Timeline
  private var builder: TimelineBuilder
  private let bitmaps: BitmapFallback
  private var rewriter: VectorRewriter
  private var pngs: [ImageID: ImageID?] = [:]
  private let limits: Limits

  /// Prepares a timeline.
  ///
  /// - Parameters:
  ///   - images: The timeline's own, decoded.
  public init(
    _ timeline: Timeline, images: DecodedImages, options: Options = Options(), limits: Limits = Limits()
  ) throws(Diagnostic) {
    source = timeline
    builder = try TimelineBuilder(
      canvas: timeline.canvas, frameRate: timeline.frameRate, frameCount: timeline.frameCount, limits: limits)
    builder.audioClips = timeline.audioClips
    builder.markers = timeline.markers
    bitmaps = BitmapFallback(timeline, images: images, options: options)
    rewriter = VectorRewriter(timeline, target: options.target)
    self.limits = limits
  }

  /// The rewritten timeline.
  public consuming func lowered(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    for sprite in source.sprites { try lower(sprite, &log) }
    return builder.build(log: &log)
  }

  private mutating func lower(_ sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    guard sprite.frames.contains(where: \.isVisible) else { return }
    if sprite.matte != nil {
      return try bitmaps.add(sprite, because: "it is cut by a matte", to: &builder, log: &log)
    }
    if sprite.frames.contains(where: { $0.filters != nil }) {
      return try bitmaps.add(sprite, because: "an effect changes its picture", to: &builder, log: &log)
    }
    if sprite.blendMode != .normal {
      log.add(
        .loweringBlendMode, "blend mode \(sprite.blendMode.rawValue) is drawn as normal",
        at: DocumentPath(layers: sprite.layers))
    }
    switch sprite.content {
    case .image(let id): try lower(sprite, image: id, &log)
    case .vector: try lower(vector: sprite, &log)
    case .group(let children): try lower(sprite, children, &log)
    }
  }

  // MARK: - Images

  /// Bitmaps keep their clip: all players cut them.
  private mutating func lower(_ sprite: Sprite, image id: ImageID, _ log: inout DiagnosticLog) throws(Diagnostic) {
    guard let png = try png(id, log: &log) else { return }
    var sprite = sprite
    sprite.content = .image(png)
    sprite.blendMode = .normal
    for index in sprite.frames.indices {
      guard let clip = sprite.frames[index].clip else { continue }
      sprite.frames[index].clip = try builder.intern(clip: source[clip])
    }
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  /// The image as PNG, which is all that every player decodes; nil, with a finding, if it cannot be decoded.
  private mutating func png(_ id: ImageID, log: inout DiagnosticLog) throws(Diagnostic) -> ImageID? {
    if let known = pngs[id] { return known }
    let asset = source[id]
    var result: ImageID?
    if asset.encoding == .png {
      result = try builder.add(asset)
    } else {
      do throws(Diagnostic) {
        let pixmap = try ImageDecoder.decode(asset.bytes, limits: limits)
        let bytes = try PNGEncoder.encode(pixmap)
        if let asset = ImageAsset(name: asset.name, bytes: bytes) { result = try builder.add(asset) }
      } catch {
        log.add(.loweringImageLost, "the image “\(asset.name)” cannot be decoded and is left out: \(error.message)")
      }
    }
    pngs[id] = .some(result)
    return result
  }

  // MARK: - Groups

  /// Dissolves a group in the frames where its children look the same without it.
  private mutating func lower(
    _ group: Sprite, _ children: [Sprite], _ log: inout DiagnosticLog
  ) throws(Diagnostic) {
    var rest = group
    var free = children
    var cut = children.count > 1 ? children : []
    for index in children.indices {
      for frame in group.frames.indices { free[index].frames[frame] = .hidden }
      if !cut.isEmpty { cut[index] = free[index] }
    }
    for (frame, state) in group.frames.enumerated() where state.isVisible {
      guard canDissolve(state, children, frame) else { continue }
      var isDissolved = true
      for (index, child) in children.enumerated() {
        var childState = child.frames[frame]
        guard childState.isVisible else { continue }
        let fit = fit(of: child, frame, in: state.clip)
        if fit == .outside { continue }
        if fit == .inside {
          childState.transform = state.transform * childState.transform
          childState.opacity *= state.opacity
          free[index].frames[frame] = childState
          free[index].matte?.map(frame, by: state.transform)
        } else if cut.isEmpty {
          isDissolved = false
        } else {
          // This child alone is cut by the group's clip.
          cut[index].content = .group([child])
          cut[index].frames[frame] = state
        }
      }
      if isDissolved { rest.frames[frame] = .hidden }
    }
    for index in children.indices {
      try lower(free[index], &log)
      if !cut.isEmpty { try lower(cut[index], &log) }
    }
    try bitmaps.add(rest, because: "it is composited as a group", to: &builder, log: &log)
  }

  /// Whether a group's opacity can be given to its children.
  private func canDissolve(_ state: FrameState, _ children: [Sprite], _ frame: Int) -> Bool {
    if state.opacity == 1 { return true }
    let visible = children.filter { $0.frames[frame].isVisible }
    if visible.count == 1 { return true }
    return areDisjoint(
      visible.map { $0.frames[frame].transform.apply(source.contentBounds(of: $0, frame: frame)) })
  }

  private enum Fit { case inside, outside, across }

  /// How a child lies to the clip of its group.
  private func fit(of child: Sprite, _ frame: Int, in clip: ClipID?) -> Fit {
    guard let clip else { return .inside }
    let bounds = child.frames[frame].transform.apply(source.contentBounds(of: child, frame: frame))
    let outline = source[clip]
    if bounds.intersection(outline.bounds).isEmpty { return .outside }
    return outline.isRectangle && outline.bounds.contains(bounds, tolerance: 0.01) ? .inside : .across
  }

  // MARK: - Vectors

  private mutating func lower(vector sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    let isTranslucent = sprite.frames.contains { $0.isVisible && $0.opacity < 1 }
    rewriter.prepare(for: sprite)
    var rest = sprite
    var layers: [Sprite] = []
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      guard let shapes = state.shapes, isUncut(state, shapes) else { continue }
      guard let runs = rewriter.runs(shapes, separating: isTranslucent, overlapAllowed: state.opacity == 1) else {
        continue
      }
      rest.frames[frame] = .hidden
      while layers.count < runs.count {
        try builder.reserveSprite()
        layers.append(
          Sprite(
            layers: sprite.layers, content: .vector,
            frames: Array(repeating: .hidden, count: sprite.frames.count)))
      }
      for (index, run) in runs.enumerated() {
        layers[index].frames[frame] = FrameState(
          opacity: state.opacity * run.alpha, transform: state.transform, shapes: try builder.intern(run.shapes))
      }
    }
    builder.sprites += layers
    try bitmaps.add(
      rest, because: "it has a gradient, or shapes that overlap while translucent, or a fill that has no equal in SVGA",
      to: &builder,
      log: &log)
  }

  /// Whether a clip leaves all of a vector sprite.
  private func isUncut(_ state: FrameState, _ shapes: ShapeListID) -> Bool {
    guard let clip = state.clip.map({ source[$0] }) else { return true }
    return clip.isRectangle && clip.bounds.contains(source[shapes].bounds, tolerance: 0.01)
  }
}

extension Matte {
  /// Moves one frame of the matte into another space, as the sprite that it cuts is moved.
  fileprivate mutating func map(_ frame: Int, by transform: Affine) {
    for index in sprites.indices {
      sprites[index].frames[frame].transform = transform * sprites[index].frames[frame].transform
    }
  }
}

/// Whether no two rectangles share an area. Many are taken to overlap, without looking.
func areDisjoint(_ rects: [Rect]) -> Bool {
  guard rects.count <= 32 else { return false }
  for (index, rect) in rects.enumerated() {
    for other in rects[..<index] {
      let shared = rect.intersection(other)
      if shared.width > 0 && shared.height > 0 { return false }
    }
  }
  return true
}

extension Path {
  /// Whether the path is one axis-aligned rectangle, so that its bounds are the path.
  var isRectangle: Bool {
    guard verbs == [.move, .line, .line, .line, .close] else { return false }
    let bounds = bounds
    return points.allSatisfy {
      ($0.x == bounds.minX || $0.x == bounds.maxX) && ($0.y == bounds.minY || $0.y == bounds.maxY)
    } && Set(points).count == 4
  }
}

internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Replaces sprites with blend modes by sprites without that look the same, or as near as can be.
///
/// Of five forms, the cheapest is taken that nobody can tell from the blend mode; if there is none, the nearest:
/// 1. the sprite as it is;
/// 2. its vectors with other paints;
/// 3. paints that change where the backdrop does;
/// 4. a bitmap that moves as the sprite does;
/// 5. a bitmap for each frame.
struct BlendResolver {
  /// Mean square error of a component, 0…1, that is hardly seen: four levels of 255.
  private static let tolerance = 16.0 / (255.0 * 255.0)
  /// Bytes of decoded bitmaps for one sprite, and for all.
  private static let maximumMemory = (one: 8 << 20, all: 24 << 20)
  /// Sprites that are compared with their backdrop, at most; the others are drawn as normal.
  private static let maximumCount = 100

  private let source: Timeline
  private let scale: Double
  private let limits: Limits
  private let progress: ProgressReporter
  private var renderer: TimelineRenderer
  private var builder: TimelineBuilder
  private var memory: Int
  private var count = 0
  private var losses = BlendLosses()

  /// The timeline without blend modes. What still differs is reported.
  ///
  /// - Throws: `limit.exceeded`, or `work.cancelled` from `progress`.
  static func resolved(
    _ timeline: Timeline, _ options: SVGALowerer.Options, limits: Limits, progress: ProgressReporter,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    guard timeline.sprites.contains(where: \.blendsInside) else { return timeline }
    var resolver = try BlendResolver(timeline, options, limits: limits, progress: progress)
    let sprites = try resolver.resolved(timeline.sprites, &log)
    resolver.builder.sprites = sprites
    let result = resolver.builder.build(log: &log)
    resolver.losses.report(from: timeline, to: result, limits: limits, &log)
    return result
  }

  private init(
    _ timeline: Timeline, _ options: SVGALowerer.Options, limits: Limits, progress: ProgressReporter
  ) throws(Diagnostic) {
    source = timeline
    scale = options.bitmapScale
    self.limits = limits
    self.progress = progress
    // Images that cannot be decoded are reported where they are lowered.
    var ignored = DiagnosticLog()
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &ignored))
    builder = try TimelineBuilder(editing: timeline, limits: limits)
    memory = min(Self.maximumMemory.all, options.bitmapMemory.map { $0 / 2 } ?? .max)
  }

  // MARK: - Sprites

  /// Sprites in the space of the canvas, each replaced by those that look like it.
  private mutating func resolved(_ sprites: [Sprite], _ log: inout DiagnosticLog) throws(Diagnostic) -> [Sprite] {
    var result: [Sprite] = []
    for (index, sprite) in sprites.enumerated() {
      guard sprite.blendsInside else {
        result.append(sprite)
        continue
      }
      if sprite.blendMode != .normal, sprite.frames.contains(where: \.isVisible) {
        count += 1
        try progress.report("replacing blend modes", count, of: 0)
        losses.add(sprite)
        if count <= Self.maximumCount,
          let replaced = try replaced(sprite, over: Array(sprites[..<index]), &log)
        {
          result += replaced
          continue
        }
      }
      result.append(try withoutBlendModes(sprite, &log))
    }
    return result
  }

  /// The sprite drawn as normal, with what is inside of it resolved.
  private mutating func withoutBlendModes(
    _ sprite: Sprite, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> Sprite {
    var result = sprite
    result.blendMode = .normal
    if let matte = sprite.matte, matte.sprites.contains(where: \.blendsInside) {
      result.matte = Matte(try resolved(matte.sprites, &log), mode: matte.mode)
    }
    // Filters make a bitmap of a group, blend modes and all.
    let visible = sprite.frames.filter(\.isVisible)
    if case .group(let children) = sprite.content, children.contains(where: \.blendsInside),
      visible.contains(where: { $0.filters == nil })
    {
      let onCanvas = children.map { $0.mapped { sprite.frames[$0].transform } }
      let back = sprite.frames.map { $0.transform.inverse ?? .identity }
      result.content = .group(try resolved(onCanvas, &log).map { $0.mapped { back[$0] } })
    }
    return result
  }

  /// The sprites that stand for one; nil if it may be drawn as normal, or nothing is nearer.
  private mutating func replaced(
    _ sprite: Sprite, over below: [Sprite], _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> [Sprite]? {
    var plain = sprite
    plain.blendMode = .normal
    if BlendSampling(source).difference(of: plain, from: sprite, over: below, &renderer) <= Self.tolerance {
      return nil
    }
    let paints = BlendPaints(sprite, over: below, in: source, &renderer, limits: limits)
    let steady = paints?.steady()
    if let steady, steady.error <= Self.tolerance { return [try painted(sprite, steady)] }
    let changing = paints?.changing(tolerance: Self.tolerance)
    let bitmaps = BlendBitmaps(sprite, over: below, in: source, scale: scale)
    let allowed = min(memory, Self.maximumMemory.one)
    var bitmap = bitmaps.shared(memory: allowed, &renderer)
    if bitmap.map({ $0.error > Self.tolerance }) ?? true, changing.map({ $0.error > Self.tolerance }) ?? true {
      bitmap = bitmaps.exact(memory: allowed, &renderer) ?? bitmap
    }
    switch (changing, bitmap) {
    case (let changing?, let bitmap?):
      return Self.prefers(changing, to: bitmap)
        ? [try painted(sprite, changing)] : try drawn(sprite, bitmap, &log)
    case (let changing?, nil): return [try painted(sprite, changing)]
    case (nil, let bitmap?): return try drawn(sprite, bitmap, &log)
    case (nil, nil): return nil
    }
  }

  /// Whether paints are the better form: the cheaper one if both are good, else the nearer one.
  private static func prefers(_ paints: BlendPaints.Result, to bitmaps: BlendBitmaps.Result) -> Bool {
    guard paints.error <= tolerance, bitmaps.error <= tolerance else { return paints.error <= bitmaps.error }
    return paints.cost <= bitmaps.cost
  }

  // MARK: - Forms

  private mutating func painted(_ sprite: Sprite, _ paints: BlendPaints.Result) throws(Diagnostic) -> Sprite {
    var result = sprite
    result.blendMode = .normal
    for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
      let shapes = paints.shapes[frame] ?? []
      if shapes.isEmpty {
        result.frames[frame] = .hidden
      } else {
        result.frames[frame].shapes = try builder.intern(shapes)
      }
    }
    return result
  }

  private mutating func drawn(
    _ sprite: Sprite, _ bitmaps: BlendBitmaps.Result, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> [Sprite] {
    memory -= bitmaps.memory
    var result: [Sprite] = []
    for (index, bitmap) in bitmaps.pictures.enumerated() {
      guard let image = ImageAsset(name: "\(sprite.name)-\(index + 1)", bytes: try PNGEncoder.encode(bitmap.picture))
      else { throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read") }
      let hidden = [FrameState](repeating: .hidden, count: source.frameCount)
      var one = Sprite(
        sprite.origin, replacementKey: bitmaps.pictures.count == 1 ? sprite.replacementKey : nil,
        content: .image(try builder.add(image)), frames: hidden)
      for (frame, placed) in bitmap.states {
        one.frames[frame] = FrameState(
          opacity: placed.opacity, transform: placed.transform,
          clip: try placed.clip.map { clip throws(Diagnostic) in try builder.intern(clip: clip) })
      }
      result.append(one)
    }
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    log.add(
      .loweringBitmap,
      "drawn as \(result.count) bitmap\(result.count == 1 ? "" : "s") of \((bitmaps.memory + 1023) / 1024) KB decoded in "
        + "\(frames.count) frame\(frames.count == 1 ? "" : "s") because of blend mode \(sprite.blendMode.displayName)",
      at: sprite.path(in: frames, of: source))
    return result
  }
}

extension BlendPaints.Result {
  fileprivate var cost: Double {
    var seen: Set<[Shape]> = []
    return shapes.sorted { $0.key < $1.key }.reduce(0) { sum, entry in
      seen.insert(entry.value).inserted ? sum + LoweringCost.vector(entry.value) : sum
    }
  }
}

extension BlendBitmaps.Result {
  fileprivate var cost: Double {
    pictures.reduce(0) {
      $0 + LoweringCost.bitmap(width: Double($1.picture.width), height: Double($1.picture.height))
    }
  }
}

extension Sprite {
  /// Whether it, or something inside of it, has a blend mode.
  fileprivate var blendsInside: Bool {
    if blendMode != .normal { return true }
    if let matte, matte.sprites.contains(where: \.blendsInside) { return true }
    if case .group(let children) = content { return children.contains(where: \.blendsInside) }
    return false
  }

  /// The sprite in another space.
  ///
  /// - Parameter transform: The map of a frame, from the sprite's parent space.
  fileprivate func mapped(_ transform: (_ frame: Int) -> Affine) -> Sprite {
    var result = self
    result.frames.update { frame, state in
      guard state.isVisible else { return }
      state.transform = transform(frame) * state.transform
    }
    if let matte { result.matte = Matte(matte.sprites.map { $0.mapped(transform) }, mode: matte.mode) }
    return result
  }
}

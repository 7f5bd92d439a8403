internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPNG
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Replaces sprites with blend modes by sprites without that look the same, or as near as can be.
///
/// The cheapest of six forms that look the same as the blend mode is taken; if there is none, the nearest:
/// 1. the sprite as it is;
/// 2. its vectors with other paints;
/// 3. paints that change where the backdrop does;
/// 4. a bitmap that moves as the sprite does;
/// 5. a bitmap of the backdrop in blended colours, which the sprite cuts;
/// 6. a bitmap for each frame, at a lower resolution if there is not the memory for all.
struct BlendResolver {
  /// Mean square error of a component, 0…1, that is hardly seen: four levels of 255.
  private static let tolerance = 16.0 / (255.0 * 255.0)
  /// Parts that a sprite is divided into.
  private static let maximumParts = 16
  /// Bytes of decoded bitmaps for one sprite, and for all.
  private static let maximumMemory = (one: 8 << 20, all: 24 << 20)
  /// Resolutions at which a bitmap for each frame is tried where the memory is not enough, relative to that asked for.
  private static let reductions = [0.5, 0.25]
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
    let constantPaints = paints?.constantPaints()
    if let constantPaints, constantPaints.error <= Self.tolerance { return [try painted(sprite, constantPaints)] }
    let changingPaints = paints?.changingPaints(tolerance: Self.tolerance)
    let allowed = min(memory, Self.maximumMemory.one)
    var bitmap = bitmaps(of: sprite, over: below, 1).shared(memory: allowed, &renderer)
    if !Self.isGood(changingPaints?.error), !Self.isGood(bitmap?.error) || bitmap?.pictures.count != 1 {
      let backdrop = BlendedBackdrop(sprite, over: below, in: source, scale: scale, maximumMemory: allowed)
      if !Self.isGood(bitmap?.error), backdrop?.rests != true {
        bitmap = bitmaps(of: sprite, over: below, 1).exact(memory: allowed, &renderer) ?? bitmap
      }
      if let backdrop, !Self.isGood(bitmap?.error) || backdrop.memory < bitmap?.memory ?? .max {
        return try cut(sprite, backdrop, over: below, &log)
      }
      if !Self.isGood(bitmap?.error) { bitmap = smallBitmaps(of: sprite, over: below, memory: allowed) ?? bitmap }
    }
    switch (changingPaints, bitmap) {
    case (let changingPaints?, let bitmap?):
      return Self.prefers(changingPaints, to: bitmap)
        ? [try painted(sprite, changingPaints)] : try drawn(sprite, bitmap, &log)
    case (let changingPaints?, nil): return [try painted(sprite, changingPaints)]
    case (nil, let bitmap?): return try drawn(sprite, bitmap, &log)
    case (nil, nil): return nil
    }
  }

  private func bitmaps(of sprite: Sprite, over below: [Sprite], _ reduction: Double) -> BlendBitmaps {
    BlendBitmaps(sprite, over: below, in: source, scale: scale * reduction)
  }

  /// A bitmap for each frame, at the highest resolution for which there is the memory.
  private mutating func smallBitmaps(
    of sprite: Sprite, over below: [Sprite], memory: Int
  ) -> BlendBitmaps.Result? {
    for reduction in Self.reductions {
      let bitmaps = bitmaps(of: sprite, over: below, reduction)
      if let exact = bitmaps.exact(memory: memory, &renderer) { return exact }
    }
    return nil
  }

  private static func isGood(_ error: Double?) -> Bool { error.map { $0 <= tolerance } ?? false }

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

  /// Bitmaps that the sprite cuts. Parts of it cut one by one where they may, so that each can become a clip.
  private mutating func cut(
    _ sprite: Sprite, _ backdrop: BlendedBackdrop, over below: [Sprite], _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> [Sprite] {
    memory -= backdrop.memory
    let cutters = parts(of: sprite.unblended)
    var result: [Sprite] = []
    let drawn = backdrop.parts(over: below, sprite.blendMode, &renderer)
    for (index, part) in drawn.enumerated() {
      let image = try image(part.picture, of: sprite, index)
      for cutter in cutters {
        var one = Sprite(
          sprite.origin, content: .image(image), matte: Matte([cutter], mode: .alpha),
          frames: [FrameState](repeating: .hidden, count: source.frameCount))
        for frame in part.frames where cutter.frames[frame].isVisible {
          one.frames[frame] = FrameState(opacity: 1, transform: part.transform)
        }
        guard one.frames.contains(where: \.isVisible) else { continue }
        try builder.reserveSprite()
        result.append(one)
      }
    }
    report(sprite, bitmaps: drawn.count, memory: backdrop.memory, &log)
    return result
  }

  /// A sprite in the frames in which it is one piece, and the parts of a group in the others.
  ///
  /// Parts that overlap cover as much one after the other as their group does, unless that is translucent.
  private func parts(of sprite: Sprite) -> [Sprite] {
    guard case .group(let children) = sprite.content, sprite.matte == nil else { return [sprite] }
    let inner = children.flatMap(parts)
    guard inner.count <= Self.maximumParts else { return [sprite] }
    var whole = sprite
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      let bounds = inner.filter { $0.frames[frame].isVisible }.map { source.visibleBounds(of: $0, frame: frame) }
      if state.opacity == 1 || bounds.areDisjoint { whole.frames[frame] = .hidden }
    }
    let parts = inner.map { part in
      var cutter = sprite
      cutter.content = .group([part])
      cutter.frames.update { frame, state in
        if whole.frames[frame].isVisible || !part.frames[frame].isVisible { state = .hidden }
      }
      return cutter
    }
    return [whole] + parts
  }

  private mutating func drawn(
    _ sprite: Sprite, _ bitmaps: BlendBitmaps.Result, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> [Sprite] {
    memory -= bitmaps.memory
    var result: [Sprite] = []
    for (index, bitmap) in bitmaps.pictures.enumerated() {
      let hidden = [FrameState](repeating: .hidden, count: source.frameCount)
      var one = Sprite(
        sprite.origin, replacementKey: bitmaps.pictures.count == 1 ? sprite.replacementKey : nil,
        content: .image(try image(bitmap.picture, of: sprite, index)), frames: hidden)
      for (frame, placed) in bitmap.states {
        one.frames[frame] = FrameState(
          opacity: placed.opacity, transform: placed.transform,
          clip: try placed.clip.map { clip throws(Diagnostic) in try builder.intern(clip: clip) })
      }
      try builder.reserveSprite()
      result.append(one)
    }
    report(sprite, bitmaps: result.count, memory: bitmaps.memory, &log)
    return result
  }

  private mutating func image(_ picture: Pixmap, of sprite: Sprite, _ index: Int) throws(Diagnostic) -> ImageID {
    guard let image = ImageAsset(name: "\(sprite.name)-\(index + 1)", bytes: try PNGEncoder.encode(picture)) else {
      throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read")
    }
    return try builder.add(image)
  }

  private func report(_ sprite: Sprite, bitmaps: Int, memory: Int, _ log: inout DiagnosticLog) {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    log.add(
      .loweringBitmap,
      "drawn as \(bitmaps) bitmap\(bitmaps == 1 ? "" : "s") (\(ByteCount(memory)) decoded) in "
        + "\(frames.count) frame\(frames.count == 1 ? "" : "s") because of blend mode \(sprite.blendMode.displayName)",
      at: sprite.path(in: frames, of: source))
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
  var blendsInside: Bool {
    if blendMode != .normal { return true }
    if let matte, matte.sprites.contains(where: \.blendsInside) { return true }
    if case .group(let children) = content { return children.contains(where: \.blendsInside) }
    return false
  }

  /// The sprite without blend modes, also inside of it: it covers the same.
  fileprivate var unblended: Sprite {
    var result = self
    result.blendMode = .normal
    // The luminance of a matte is what its colours blend to.
    if let matte, matte.mode == .alpha || matte.mode == .invertedAlpha {
      result.matte = Matte(matte.sprites.map(\.unblended), mode: matte.mode)
    }
    if case .group(let children) = content { result.content = .group(children.map(\.unblended)) }
    return result
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

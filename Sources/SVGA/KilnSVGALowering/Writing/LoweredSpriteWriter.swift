internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPNG
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnTimeline
internal import KilnRendering

/// Writes the lowered timeline: sprites that conform as they are, all others as ramps, matted groups or bitmaps.
struct LoweredSpriteWriter {
  /// The lowered timeline.
  var builder: TimelineBuilder
  private let source: Timeline
  private var bitmaps: BitmapFallback
  private let ramps: RampSelection
  private var pngs: [ImageID: ImageID?] = [:]
  private let mattes: MatteLowering
  private let capabilities: SVGACapabilities
  private let conformance: SVGAConformance
  /// Whether texts with a key become bitmaps.
  private let keepsTextSlots: Bool
  private let limits: Limits

  init(
    _ timeline: Timeline, images: DecodedImages, options: SVGALowerer.Options, limits: Limits
  ) throws(Diagnostic) {
    source = timeline
    builder = try TimelineBuilder(
      canvas: timeline.canvas, frameRate: timeline.frameRate, frameCount: timeline.frameCount, limits: limits)
    builder.audioClips = timeline.audioClips
    builder.markers = timeline.markers
    builder.sourceTimes = timeline.sourceTimes
    bitmaps = BitmapFallback(timeline, images: images, options: options)
    ramps = RampSelection(timeline, options.capabilities)
    mattes = MatteLowering(timeline, options: options, limits: limits)
    capabilities = options.capabilities
    conformance = SVGAConformance(timeline, options.capabilities)
    keepsTextSlots = options.drawsTextAsBitmaps
    self.limits = limits
  }

  /// Chooses sprites that become bitmaps because players draw these faster than their shapes.
  ///
  /// - Parameter atAnyCost: Whether all that is faster may become bitmaps.
  func bitmapSelection(atAnyCost: Bool) -> BitmapSelection {
    BitmapSelection(source, bitmaps, conformance, atAnyCost: atAnyCost)
  }

  /// - Throws: `lowering.memory` if the bitmaps take more than the limit; then the result is incomplete.
  func checkMemory() throws(Diagnostic) { try bitmaps.memoryTotals.check() }

  /// The sprites of the timeline, with those that become one bitmap as one.
  ///
  /// - Parameter chosen: Indices of sprites that become bitmaps though shapes would do.
  func mergedSprites(chosen: Set<Int>) -> [BitmapMerger.Merged] {
    BitmapMerger(conformance, bitmaps, ramps).merged(source.sprites, chosen: chosen)
  }

  /// Adds the sprites that replace a sprite.
  ///
  /// - Throws: `limit.exceeded`.
  mutating func add(_ merged: BitmapMerger.Merged, log: inout DiagnosticLog) throws(Diagnostic) {
    try checkCancellation()
    let sprite = merged.sprite
    guard sprite.frames.contains(where: \.isVisible) else { return }
    if merged.savesTime {
      return try bitmaps.add(sprite, because: [.playingTime], to: &builder, log: &log)
    }
    if let matte = sprite.matte {
      if capabilities.drawsMattes, try add(sprite, cutBy: matte, &log) { return }
      return try bitmaps.add(sprite, to: &builder, log: &log)
    }
    if sprite.frames.contains(where: { $0.filters != nil }) {
      return try bitmaps.add(sprite, to: &builder, log: &log)
    }
    switch sprite.content {
    case .image(let id): try add(sprite, image: id, &log)
    case .vector where !(sprite.isTextSlot && keepsTextSlots): try add(vector: sprite, &log)
    case .vector, .group: try bitmaps.add(sprite, to: &builder, log: &log)
    }
  }

  // MARK: - Mattes

  /// Adds a sprite as groups that mattes cut; false if bitmaps cost less.
  private mutating func add(
    _ sprite: Sprite, cutBy matte: Matte, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> Bool {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard !bitmaps.memoryTotals.isExceeded, let parts = try mattes.parts(of: sprite),
      matte.isOneOutline(in: source) || parts.cost < bitmaps.estimate(of: sprite, in: frames).cost
    else { return false }
    log.add(contentsOf: parts.log)
    let causes = BitmapCauseFinder(source).causes(of: sprite, in: frames)
    for cutter in parts.mattes.sprites {
      var content: [Sprite] = []
      for var part in parts.content.sprites {
        part.frames.update { frame, state in
          if !cutter.frames[frame].isVisible { state = .hidden }
        }
        guard part.frames.contains(where: \.isVisible) else { continue }
        content.append(try copy(part, of: parts.content, because: causes))
      }
      guard !content.isEmpty else { continue }
      let matte = Matte([try copy(cutter, of: parts.mattes, because: causes)], mode: .alpha)
      let whole = FrameState(opacity: 1, transform: .identity)
      try builder.reserveSprite()
      builder.sprites.append(
        Sprite(
          sprite.origin, content: .group(content), matte: matte,
          frames: Array(repeating: whole, count: source.frameCount)))
    }
    return true
  }

  /// Copies a sprite of another lowered timeline.
  private mutating func copy(
    _ sprite: Sprite, of timeline: Timeline, because causes: [BitmapCause]
  ) throws(Diagnostic) -> Sprite {
    try builder.reserveSprite()
    var copy = sprite
    if case .image(let id) = sprite.content {
      copy.content = .image(try bitmaps.image(timeline[id], sprite, because: causes, in: &builder))
    }
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      if let shapes = state.shapes { copy.frames[frame].shapes = try builder.intern(timeline[shapes].shapes) }
      if let clip = state.clip { copy.frames[frame].clip = try builder.intern(clip: timeline[clip]) }
    }
    return copy
  }

  // MARK: - Vectors

  private mutating func add(vector sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    var vector = sprite
    var rest = sprite
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      if let shapes = state.shapes, conformance.unsupportedFeatures(ofVector: state).isEmpty {
        rest.frames[frame] = .hidden
        vector.frames[frame].shapes = try builder.intern(source[shapes].shapes)
        if let clip = state.clip { vector.frames[frame].clip = try builder.intern(clip: source[clip]) }
      } else {
        vector.frames[frame] = .hidden
      }
    }
    if vector.frames.contains(where: \.isVisible) {
      try builder.reserveSprite()
      builder.sprites.append(vector)
    }
    if try addRamps(rest, &log) { return }
    try bitmaps.add(rest, to: &builder, log: &log)
  }

  /// Adds a sprite of one gradient as ramps; false if bitmaps cost less, or not much more where edges would be aliased.
  private mutating func addRamps(_ sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) -> Bool {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard let instances = ramps.instances(of: sprite, in: frames, insteadOf: bitmaps.estimate(of: sprite, in: frames))
    else { return false }
    try bitmaps.add(instances, of: sprite, to: &builder)
    log.add(
      capabilities.antialiasesClips ? .loweringGradient : .loweringRoughClip,
      "a gradient is a small bitmap that a clip cuts, in \(frames.count) frames",
      at: sprite.path(in: frames, of: source))
    return true
  }

  // MARK: - Images

  /// Adds an image sprite. It keeps its clips, which every player applies to bitmaps.
  private mutating func add(_ sprite: Sprite, image id: ImageID, _ log: inout DiagnosticLog) throws(Diagnostic) {
    guard let png = try png(id, of: sprite, log: &log) else { return }
    var sprite = sprite
    sprite.content = .image(png)
    for index in sprite.frames.indices {
      guard let clip = sprite.frames[index].clip else { continue }
      sprite.frames[index].clip = try builder.intern(clip: source[clip])
    }
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  /// The image as PNG in sRGB, as every player draws it; nil, with a finding, if it cannot be decoded.
  private mutating func png(_ id: ImageID, of sprite: Sprite, log: inout DiagnosticLog) throws(Diagnostic) -> ImageID? {
    if let cached = pngs[id] { return cached }
    let asset = source[id]
    let isReady = conformance.unsupportedFeatures(of: asset).isEmpty && PNGColorSpace.isStandard(asset.bytes)
    var result: ImageID?
    if let image = try isReady ? asset : converted(asset, of: sprite, &log) { result = try builder.add(image) }
    pngs[id] = .some(result)
    return result
  }

  private func converted(
    _ asset: ImageAsset, of sprite: Sprite, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> ImageAsset? {
    do throws(Diagnostic) {
      let pixmap = try ImageDecoder.decode(asset.bytes, limits: limits)
      return ImageAsset(name: asset.name, bytes: try PNGEncoder.encode(pixmap))
    } catch {
      if error.endsWork { throw error }
      // Players may decode a PNG that we cannot; that other bitmaps lack it is reported already.
      if asset.format == .png { return asset }
      log.add(
        .loweringImageLost, "the image “\(asset.name)” cannot be decoded and is left out: \(error.message)",
        at: sprite.path, advice: error.rule == .imageLibraryMissing ? error.advice : nil)
      return nil
    }
  }
}

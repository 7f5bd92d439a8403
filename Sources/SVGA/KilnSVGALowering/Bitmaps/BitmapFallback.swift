internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPNG
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Draws sprites as bitmaps where no other form is left.
///
/// Each distinct picture is one image and one sprite, however many frames show it.
struct BitmapFallback {
  /// Estimated cost of bitmaps, before they are drawn.
  struct Estimate {
    /// Cost of the bitmaps, without that of drawing them.
    var cost = 0.0
    /// Cost of what players do to draw them.
    var playing = 0.0
    /// Decoded bytes, at most.
    var memory = 0
    /// Whether all bitmaps are aligned with the pixels of the canvas, so that players do not resample them.
    var areExact: Bool
  }

  private let timeline: Timeline
  private let planner: BitmapPlanner
  private let renderers: RendererPool
  private let threads: Int
  /// Whether bitmaps have the resolution of the canvas.
  private let hasCanvasResolution: Bool
  /// Images by their bytes, so that equal pictures of different sprites are stored once.
  private var images: [[UInt8]: ImageID] = [:]
  /// Memory that the bitmaps take in a player.
  private(set) var memoryTotals: BitmapMemoryTotals

  init(_ timeline: Timeline, images: DecodedImages, options: SVGALowerer.Options) {
    self.timeline = timeline
    planner = BitmapPlanner(timeline, scale: options.bitmapScale)
    renderers = RendererPool(TimelineRenderer(timeline, images: images))
    threads = options.threads
    hasCanvasResolution = options.bitmapScale == 1
    memoryTotals = BitmapMemoryTotals(limit: options.bitmapMemory)
  }

  /// Adds the frames in which a sprite is visible. After the memory limit is exceeded, bitmaps are counted and not
  /// drawn.
  ///
  /// - Parameter causes: Causes for which the sprite becomes bitmaps; nil if no other form exists.
  /// - Throws: `limit.exceeded`.
  mutating func add(
    _ sprite: Sprite, because causes: [BitmapCause]? = nil, to builder: inout TimelineBuilder,
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard !frames.isEmpty else { return }
    let views = planner.views(of: sprite, in: frames)
    let causes = causes ?? BitmapCauseFinder(timeline).causes(of: sprite, in: frames)
    guard !memoryTotals.isExceeded else { return count(views[...], of: sprite, causes) }
    var sprites: [Pixmap: Int] = [:]
    var made: [Sprite] = []
    var pixelCount = 0
    var drawnCount = 0
    let renderers = renderers
    do throws(Diagnostic) {
      try OrderedWork.run(count: views.count, threads: threads, worker: ()) { _, index in
        renderers.withRenderer { views[index].picture(&$0) }
      } consume: { index, drawn throws(Diagnostic) in
        drawnCount = index + 1
        guard !drawn.bounds.isEmpty else { return }
        let position = sprites[drawn.picture] ?? made.count
        if position == made.count {
          sprites[drawn.picture] = position
          pixelCount += drawn.picture.pixels.count
          made.append(try bitmapSprite(drawn.picture, sprite, causes, number: position + 1, in: &builder))
          try memoryTotals.check()
        }
        for instance in views[index].instances {
          let clip = views[index].clip(instance, at: drawn.bounds)
          made[position].frames[instance.frame] = FrameState(
            opacity: sprite.frames[instance.frame].opacity,
            transform: views[index].placement(instance, at: drawn.bounds),
            clip: try clip.map { path throws(Diagnostic) in try builder.intern(clip: path) })
        }
      }
    } catch {
      guard error.rule == .loweringMemory else { throw error }
      return count(views[drawnCount...], of: sprite, causes)
    }
    guard !made.isEmpty else { return }
    // Apps replace one picture.
    if made.count == 1 { made[0].replacementKey = sprite.replacementKey }
    builder.sprites += made
    report(sprite, causes, bitmaps: made.count, pixels: pixelCount, frames, &log)
  }

  /// Adds bitmaps that are not drawn to the totals.
  private mutating func count(_ views: ArraySlice<BitmapView>, of sprite: Sprite, _ causes: [BitmapCause]) {
    for view in views { memoryTotals.add(sprite, because: causes, bitmaps: 1, memory: view.memory) }
  }

  /// Estimates the bitmaps for a sprite's frames.
  func estimate(of sprite: Sprite, in frames: [Int]) -> Estimate {
    let views = planner.views(of: sprite, in: frames)
    var estimate = Estimate(areExact: hasCanvasResolution && views.allSatisfy(\.isOnCanvas))
    for view in views {
      estimate.cost += LoweringCost.bitmap(view)
      estimate.playing += view.playing(frameCount: timeline.frameCount)
      let (memory, overflow) = estimate.memory.addingReportingOverflow(view.memory)
      estimate.memory = overflow ? .max : memory
    }
    return estimate
  }

  /// Adds the frames of a sprite as clipped ramps.
  ///
  /// - Throws: `limit.exceeded`.
  mutating func add(
    _ instances: [RampPlanner.Instance], of sprite: Sprite, to builder: inout TimelineBuilder
  ) throws(Diagnostic) {
    let causes = BitmapCauseFinder(timeline).causes(of: sprite, in: instances.map(\.frame))
    var positions: [GradientRamp: Int] = [:]
    var made: [Sprite] = []
    for instance in instances {
      let position = positions[instance.ramp] ?? made.count
      if position == made.count {
        positions[instance.ramp] = position
        made.append(try bitmapSprite(instance.ramp.picture, sprite, causes, number: position + 1, in: &builder))
      }
      made[position].frames[instance.frame] = FrameState(
        opacity: sprite.frames[instance.frame].opacity, transform: instance.transform,
        clip: try builder.intern(clip: instance.clip))
    }
    builder.sprites += made
  }

  /// Decoded bytes of a sequence from which phones notice it.
  private static let noticedBytes = 1_000_000

  private func report(
    _ sprite: Sprite, _ causes: [BitmapCause], bitmaps: Int, pixels: Int, _ frames: [Int], _ log: inout DiagnosticLog
  ) {
    var path = sprite.path(in: frames, of: timeline)
    if let property = causes.first?.property { path.property = property }
    let canvas = timeline.canvas.width * timeline.canvas.height
    let isSequence =
      bitmaps > 4 && Double(pixels) > canvas / 2 * Double(bitmaps) && pixels * 4 > Self.noticedBytes
    log.add(
      causes == [.playingTime] ? .loweringTime : isSequence ? .loweringSequence : .loweringBitmap,
      "drawn as \(bitmaps) bitmap\(bitmaps == 1 ? "" : "s") (\(ByteCount(pixels * 4)) decoded) in "
        + "\(frames.count) frame\(frames.count == 1 ? "" : "s") because of \(causes.text)",
      at: path)
  }

  private mutating func bitmapSprite(
    _ picture: Pixmap, _ sprite: Sprite, _ causes: [BitmapCause], number: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let bytes = try PNGEncoder.encode(picture)
    try builder.reserveSprite()
    let id = try image(bytes, sprite, causes, number: number, in: &builder)
    return Sprite(
      sprite.origin, content: .image(id),
      frames: Array(repeating: .hidden, count: timeline.frameCount))
  }

  /// Adds an encoded bitmap for a sprite, unless there is an equal one.
  ///
  /// - Throws: `limit.exceeded`.
  mutating func image(
    _ asset: ImageAsset, _ sprite: Sprite, because causes: [BitmapCause], in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> ImageID {
    if let equal = images[asset.bytes] { return equal }
    let id = try builder.add(asset)
    images[asset.bytes] = id
    memoryTotals.add(sprite, because: causes, bitmaps: 1, memory: asset.decodedBytes)
    return id
  }

  private mutating func image(
    _ bytes: [UInt8], _ sprite: Sprite, _ causes: [BitmapCause], number: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> ImageID {
    guard let asset = ImageAsset(name: "\(sprite.name)-\(number)", bytes: bytes) else {
      throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read")
    }
    do throws(Diagnostic) {
      return try image(asset, sprite, because: causes, in: &builder)
    } catch {
      throw Diagnostic(
        error.rule, "the bitmaps that stand in for what SVGA cannot say are too many: \(error.message)",
        at: sprite.path,
        advice: "choose a smaller \(Choice.scale) or \(Choice.frameRate), or a part with \(Choice.range)")
    }
  }
}

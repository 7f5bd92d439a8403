internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Lowers a sprite and its matte separately, for players that draw mattes.
struct MatteLowering {
  /// A sprite and its matte, both lowered.
  struct Parts {
    /// The sprite without its matte.
    var content: Timeline
    /// The matte; at most one of its sprites is visible in a frame.
    var mattes: Timeline
    /// Findings of both.
    var log: DiagnosticLog

    /// Cost of the parts: the content is written once for each matte.
    var cost: Double {
      let frames = mattes.sprites.count * content.sprites.count * content.frameCount
      return LoweringCost.timeline(content) + LoweringCost.timeline(mattes) + LoweringCost.frames(frames, moves: 0)
    }
  }

  /// Maximum number of mattes for one sprite.
  private static let maximumMatteCount = 8

  private let source: Timeline
  private let options: SVGALowerer.Options
  private let limits: Limits

  init(_ source: Timeline, options: SVGALowerer.Options, limits: Limits) {
    self.source = source
    var inner = options
    inner.capabilities.drawsMattes = false
    inner.playingTime = .any
    self.options = inner
    self.limits = limits
  }

  /// The parts of a sprite; nil if a frame needs several mattes, there are too many, or their bitmaps exceed the memory
  /// limit. Takes time in proportion to what the sprite uses, not to the timeline.
  ///
  /// - Throws: `limit.exceeded`.
  func parts(of sprite: Sprite) throws(Diagnostic) -> Parts? {
    do throws(Diagnostic) {
      return try loweredParts(of: sprite)
    } catch {
      guard error.rule == .loweringMemory else { throw error }
      return nil
    }
  }

  private func loweredParts(of sprite: Sprite) throws(Diagnostic) -> Parts? {
    let source = source.part(of: [sprite])
    guard let sprite = source.sprites.first, let matte = sprite.matte else { return nil }
    var log = DiagnosticLog()
    var builder = try TimelineBuilder(editing: source, limits: limits)
    builder.sprites =
      matte.mode == .alpha ? matteSprites(of: sprite, matte) : [try alphaMatte(of: sprite, cutBy: matte, in: &builder)]
    let mattes = try lowered(&builder, &log)
    guard !mattes.sprites.isEmpty, mattes.sprites.count <= Self.maximumMatteCount else { return nil }
    for frame in 0..<mattes.frameCount where mattes.sprites.count(where: { $0.frames[frame].isVisible }) > 1 {
      return nil
    }
    var content = sprite
    content.matte = nil
    builder = try TimelineBuilder(editing: source, limits: limits)
    builder.sprites = [content]
    return Parts(content: try lowered(&builder, &log), mattes: mattes, log: log)
  }

  /// The matte's own sprites, hidden in the frames in which the sprite is.
  private func matteSprites(of sprite: Sprite, _ matte: Matte) -> [Sprite] {
    matte.sprites.map { cutter in
      var cutter = cutter
      cutter.frames.update { frame, state in
        if !sprite.frames[frame].isVisible { state = .hidden }
      }
      return cutter
    }
  }

  /// A white canvas that a matte of any mode cuts, as a matte by alpha. It becomes bitmaps.
  private func alphaMatte(
    of sprite: Sprite, cutBy matte: Matte, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let canvas = Rect(x: 0, y: 0, width: source.canvas.width, height: source.canvas.height)
    let white = Fill(.solid(StraightColor(red: 1, green: 1, blue: 1)))
    let list = try builder.intern([Shape(outline: .rect(canvas, cornerRadius: 0), fill: white)])
    var canvasSprite = Sprite(sprite.origin, content: .vector, matte: matte, frames: Array(sprite.frames))
    canvasSprite.frames.update { _, state in
      if state.isVisible { state = FrameState(opacity: 1, transform: .identity, shapes: list) }
    }
    return canvasSprite
  }

  private func lowered(
    _ builder: inout TimelineBuilder, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try SVGALowerer(builder.build(log: &log), options: options, limits: limits).lowered(log: &log)
  }
}

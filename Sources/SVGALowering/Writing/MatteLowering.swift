internal import Diagnostics
internal import Geometry
internal import Pixels
internal import SVGAFormat
internal import TimelineModel

/// Lowers what a matte cuts, and the matte, each by itself, for players that cut sprites by another one's alpha.
struct MatteLowering {
  /// What is cut and what cuts it.
  struct Parts {
    /// What is cut.
    var content: Timeline
    /// What cuts it: in each frame at most one of its sprites is seen.
    var mattes: Timeline
    /// What was found on the way.
    var log: DiagnosticLog
    /// Blend modes that the content has lost. Those of mattes do not change their alpha, which is all that counts.
    var lostBlendModes: LostBlendModes

    /// What the parts cost: the content stands once for each matte.
    var cost: Double {
      let frames = mattes.sprites.count * content.sprites.count * content.frameCount
      return LoweringCost.timeline(content) + LoweringCost.timeline(mattes) + LoweringCost.frames(frames, moves: 0)
    }
  }

  /// Mattes for one sprite at most.
  private static let mostMattes = 8

  private let source: Timeline
  private let options: SVGALowerer.Options
  private let limits: Limits

  init(_ source: Timeline, options: SVGALowerer.Options, limits: Limits) {
    self.source = source
    var inner = options
    inner.capabilities.drawsMattes = false
    self.options = inner
    self.limits = limits
  }

  /// The parts of a sprite; nil if a frame needs several mattes, there are too many, or their bitmaps take too much memory.
  ///
  /// Takes time in proportion to what the sprite uses, not to the timeline.
  func parts(of sprite: Sprite) throws(Diagnostic) -> Parts? {
    do throws(Diagnostic) {
      return try loweredParts(of: sprite)
    } catch {
      guard error.rule == .loweringMemory else { throw error }
      return nil
    }
  }

  private func loweredParts(of sprite: Sprite) throws(Diagnostic) -> Parts? {
    guard sprite.blendMode == .normal else { return nil }
    let source = source.part(of: [sprite])
    guard let sprite = source.sprites.first, let matte = sprite.matte else { return nil }
    var log = DiagnosticLog()
    var builder = try TimelineBuilder(editing: source, limits: limits)
    builder.sprites =
      matte.mode == .alpha ? cutters(of: sprite, matte) : [try screen(of: sprite, cutBy: matte, in: &builder)]
    var ignored = LostBlendModes()
    let mattes = try lowered(&builder, &ignored, &log)
    guard !mattes.sprites.isEmpty, mattes.sprites.count <= Self.mostMattes else { return nil }
    for frame in 0..<mattes.frameCount where mattes.sprites.count(where: { $0.frames[frame].isVisible }) > 1 {
      return nil
    }
    var content = sprite
    content.matte = nil
    builder = try TimelineBuilder(editing: source, limits: limits)
    builder.sprites = [content]
    var lost = LostBlendModes()
    let loweredContent = try lowered(&builder, &lost, &log)
    return Parts(content: loweredContent, mattes: mattes, log: log, lostBlendModes: lost)
  }

  /// The matte's own sprites, in the frames in which they cut something.
  private func cutters(of sprite: Sprite, _ matte: Matte) -> [Sprite] {
    matte.sprites.map { cutter in
      var cutter = cutter
      cutter.frames.update { frame, state in
        if !sprite.frames[frame].isVisible { state = .hidden }
      }
      return cutter
    }
  }

  /// A white canvas whose alpha is what a matte of any mode shows. It becomes bitmaps.
  private func screen(
    of sprite: Sprite, cutBy matte: Matte, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let canvas = Rect(x: 0, y: 0, width: source.canvas.width, height: source.canvas.height)
    let white = Fill(.solid(StraightColor(red: 1, green: 1, blue: 1)))
    let list = try builder.intern([Shape(outline: .rect(canvas, cornerRadius: 0), fill: white)])
    var screen = Sprite(sprite.origin, content: .vector, matte: matte, frames: Array(sprite.frames))
    screen.frames.update { _, state in
      if state.isVisible { state = FrameState(opacity: 1, transform: .identity, shapes: list) }
    }
    return screen
  }

  private func lowered(
    _ builder: inout TimelineBuilder, _ lost: inout LostBlendModes, _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try SVGALowerer(builder.build(log: &log), options: options, limits: limits)
      .lowered(lostBlendModes: &lost, log: &log)
  }
}

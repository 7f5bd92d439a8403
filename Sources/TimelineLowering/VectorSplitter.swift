internal import Diagnostics
internal import Geometry
internal import TimelineModel

/// Splits vector sprites into parts that SVGA can say, and parts that it cannot.
///
/// Sprites that stay as they are still need another form in the frames that they are left with.
struct VectorSplitter {
  private var builder: TimelineBuilder
  private var rewriter: VectorRewriter

  /// The timeline with vector sprites split.
  static func split(
    _ timeline: Timeline, target: LoweringTarget, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var splitter = VectorSplitter(
      builder: try TimelineBuilder(editing: timeline, limits: limits),
      rewriter: VectorRewriter(target: target, canvas: timeline.canvas))
    for var sprite in timeline.sprites {
      if sprite.blendMode != .normal {
        log.add(
          .loweringBlendMode, "blend mode \(sprite.blendMode.rawValue) is drawn as normal",
          at: DocumentPath(layers: sprite.layers))
        sprite.blendMode = .normal
      }
      if case .vector = sprite.content, sprite.matte == nil {
        try splitter.split(sprite, &log)
      } else {
        try splitter.append(sprite)
      }
    }
    return splitter.builder.build(log: &log)
  }

  private mutating func append(_ sprite: Sprite) throws(Diagnostic) {
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  private mutating func split(_ sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    let sprite = try MotionFactoring.factor(sprite, in: &builder)
    let isTranslucent = sprite.frames.contains { $0.isVisible && $0.opacity < 1 }
    rewriter.prepare(for: sprite, in: builder)
    var rest = sprite
    var flaws: Set<VectorRewriter.Flaw> = []
    var columns = SpriteColumns(of: sprite)
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      guard let shapes = state.shapes, state.filters == nil else { continue }
      let request = VectorRewriter.Request(
        shapes: shapes, clip: state.clip, isSeparated: isTranslucent, overlapAllowed: state.opacity == 1)
      guard let runs = rewriter.runs(request, in: builder) else { continue }
      rest.frames[frame] = .hidden
      var states: [(state: FrameState, isLowered: Bool)] = []
      for run in runs {
        if let flaw = run.flaw { flaws.insert(flaw) }
        var part = state
        part.opacity *= run.alpha
        part.shapes = try builder.intern(run.shapes)
        if run.isLowered { part.clip = nil }
        states.append((part, run.isLowered))
      }
      columns.add(states, frame: frame)
    }
    for column in columns.sprites { try append(MotionFactoring.factor(column, in: &builder)) }
    if rest.frames.contains(where: \.isVisible) { try append(rest) }
    if flaws.contains(.bands) {
      log.add(.loweringGradient, "a gradient is drawn as solid bands", at: DocumentPath(layers: sprite.layers))
    }
    if flaws.contains(.seams) {
      log.add(
        .loweringSeams, "shapes that overlap while translucent are cut apart", at: DocumentPath(layers: sprite.layers))
    }
  }
}

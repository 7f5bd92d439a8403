internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

extension LayerBaker {
  /// Applies all effects but Transform and Set Matte.
  mutating func applyEffects(in builder: inout TimelineBuilder) throws(Diagnostic) {
    for stroke in effects.strokes { sprites = try applyStroke(stroke, in: &builder) }
    guard effects.hasFilters, !sprites.isEmpty else { return }
    sprites = [
      try filtered(in: &builder) { time, bounds in effects.chain(at: time, in: times.context, boundingBox: bounds) }
    ]
  }

  /// The sprites as a group with filters.
  ///
  /// - Parameter chain: The filters at a time, for outlines with a bounding box; nil hides the group.
  func filtered(
    in builder: inout TimelineBuilder, by chain: (_ time: Double, _ boundingBox: Rect) -> FilterChain?
  ) throws(Diagnostic) -> Sprite {
    try builder.reserveSprite()
    let frames = times.samples.enumerated().map { index, sample in
      guard let time = sample.time else { return FrameState.hidden }
      let bounds = builder.bounds(of: sprites, in: index, .outlines)
      guard let chain = chain(time, bounds), let id = builder.intern(filters: chain) else { return .hidden }
      return FrameState(opacity: 1, transform: .identity, filters: id)
    }
    return Sprite(origin, content: .group(sprites), frames: frames)
  }

  /// The sprites with those of a Stroke effect.
  private func applyStroke(
    _ stroke: StrokeEffectTrack, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    guard let style = stroke.formula.style else { return sprites }
    try builder.reserveSprite()
    let frames = try times.states { time throws(Diagnostic) in
      let dots = stroke.value(at: time, in: times.context)
      if dots.shapes.isEmpty { return .hidden }
      return FrameState(opacity: dots.opacity, transform: .identity, shapes: try builder.intern(dots.shapes))
    }
    let dots = Sprite(origin, content: .vector, frames: frames)
    if case .text = layer.content, effects.strokesBeforeLetters {
      return style == .revealOriginal ? sprites : [dots] + sprites
    }
    switch style {
    case .onOriginal: return sprites + [dots]
    case .onTransparent: return [dots]
    case .revealOriginal:
      guard !sprites.isEmpty else { return [] }
      var sprite = try builder.groupIfNeeded(sprites, origin, at: times)
      sprite.matte = Matte([dots], mode: .alpha)
      return [sprite]
    }
  }
}

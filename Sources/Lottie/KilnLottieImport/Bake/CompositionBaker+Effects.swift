internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

extension CompositionBaker {
  /// A layer's sprites after all effects but Transform and Set Matte, in the same space.
  mutating func applyEffects(
    _ effects: LayerEffects, to content: [Sprite], at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    var content = content
    for stroke in effects.strokes {
      content = try applyStroke(content, stroke, at: times, origin)
    }
    guard effects.hasFilters, !content.isEmpty else { return content }
    try builder.reserveSprite()
    let frames = times.samples.enumerated().map { index, sample in
      guard let time = sample.time else { return FrameState.hidden }
      let bounds = bounds(of: content, in: index, .outlines)
      guard let chain = effects.chain(at: time, in: times.context, boundingBox: bounds),
        let id = builder.intern(filters: chain)
      else {
        return .hidden
      }
      return FrameState(opacity: 1, transform: .identity, filters: id)
    }
    return [Sprite(origin, content: .group(content), frames: frames)]
  }

  private mutating func applyStroke(
    _ content: [Sprite], _ stroke: StrokeEffectTrack, at times: SampleTimes,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard let style = stroke.formula.style else { return content }
    try builder.reserveSprite()
    var frames: [FrameState] = []
    for sample in times.samples {
      guard let dots = sample.time.map({ stroke.value(at: $0, in: times.context) }), !dots.shapes.isEmpty else {
        frames.append(.hidden)
        continue
      }
      frames.append(
        FrameState(opacity: dots.opacity, transform: .identity, shapes: try builder.intern(dots.shapes)))
    }
    let dots = Sprite(origin, content: .vector, frames: frames)
    switch style {
    case .onOriginal: return content + [dots]
    case .onTransparent: return [dots]
    case .revealOriginal:
      guard !content.isEmpty else { return [] }
      var sprite = try groupIfNeeded(content, origin, at: times) { $0.matte == nil && $0.blendMode == .normal }
      sprite.matte = Matte([dots], mode: .alpha)
      return [sprite]
    }
  }
}

internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import Pixels
internal import TimelineModel

extension CompositionBaker {
  /// A layer's sprites, in its own space, after its effects but those that move it or cut it by another layer.
  mutating func decorated(
    _ content: [Sprite], by effects: LayerEffects, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    var content = content
    for stroke in effects.strokes {
      content = try stroked(content, stroke, at: times, origin)
    }
    guard effects.hasFilters, !content.isEmpty else { return content }
    try builder.reserveSprite()
    let frames = times.all.enumerated().map { index, time in
      guard let time else { return FrameState.hidden }
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

  private mutating func stroked(
    _ content: [Sprite], _ stroke: StrokeEffectTrack, at times: SampleTimes,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard let style = stroke.formula.style else { return content }
    try builder.reserveSprite()
    var frames: [FrameState] = []
    for time in times.all {
      guard let dots = time.map({ stroke.value(at: $0, in: times.context) }), !dots.shapes.isEmpty else {
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
      var sprite = try single(content, origin, at: times) { $0.matte == nil && $0.blendMode == .normal }
      sprite.matte = Matte([dots], mode: .alpha)
      return [sprite]
    }
  }
}

internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import Pixels
internal import TimelineModel

extension CompositionBaker {
  /// A layer's sprites, in its own space, after its effects but those that move it or cut it by another layer.
  mutating func decorated(
    _ content: [Sprite], by effects: LayerEffects, masks: [LottieMask], at moments: Moments, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    var content = content
    let paths = effects.strokes.isEmpty ? [] : masks.map { Track($0.path) }
    for stroke in effects.strokes {
      content = try stroked(content, stroke, along: paths, at: moments, origin)
    }
    guard effects.hasFilters, !content.isEmpty else { return content }
    try builder.reserveSprite()
    let frames = moments.all.enumerated().map { index, time in
      guard let time else { return FrameState.hidden }
      let bounds = bounds(of: content, in: index, .outlines)
      guard let chain = effects.chain(at: time, around: bounds), let id = builder.intern(filters: chain) else {
        return .hidden
      }
      return FrameState(opacity: 1, transform: .identity, filters: id)
    }
    return [Sprite(origin, content: .group(content), frames: frames)]
  }

  private mutating func stroked(
    _ content: [Sprite], _ stroke: StrokeEffectTrack, along masks: [Track<Contour>], at moments: Moments,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard let style = stroke.style else { return content }
    try builder.reserveSprite()
    var frames: [FrameState] = []
    for time in moments.all {
      let opacity = time.map { stroke.opacity(at: $0) } ?? 0
      let shapes = opacity > 0 ? time.map { stroke.shapes(along: masks, at: $0) } ?? [] : []
      frames.append(
        shapes.isEmpty
          ? .hidden : FrameState(opacity: opacity, transform: .identity, shapes: try builder.intern(shapes)))
    }
    let dots = Sprite(origin, content: .vector, frames: frames)
    switch style {
    case .onOriginal: return content + [dots]
    case .onTransparent: return [dots]
    case .revealOriginal:
      guard !content.isEmpty else { return [] }
      var sprite = try single(content, origin, at: moments) { $0.matte == nil && $0.blendMode == .normal }
      sprite.matte = Matte([dots], mode: .alpha)
      return [sprite]
    }
  }
}

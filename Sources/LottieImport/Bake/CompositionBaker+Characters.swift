internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

extension CompositionBaker {
  /// What a text's pieces show, in the text layer's space.
  mutating func sprites(
    of pieces: [TextLayerBaker.Piece], _ layer: LottieLayer, at times: SampleTimes, _ place: Place,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    var sprites: [Sprite] = []
    for piece in pieces {
      switch piece {
      case .sprite(let sprite): sprites.append(sprite)
      case .composition(let composition, let character, let frames):
        var place = place
        let origin = origin.part(named: [character])
        place.origin = origin
        // As in lottie-web only the layer's start counts, not its stretch.
        let clock = times.mapped { $0 - layer.startTime }
        sprites += try animatedCharacter(composition, frames, at: clock, place, origin)
      }
    }
    return sprites
  }

  /// A composition in the place of a letter, whose states are given.
  private mutating func animatedCharacter(
    _ character: LottieCharacterComposition, _ letter: [FrameState], at times: SampleTimes, _ place: Place,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard let life = character.frames else { return [] }
    let transform = TransformTrack(character.transform)
    let opacities = zip(times.all, letter).map { time, letter in
      time.map { life.contains($0) ? letter.opacity * transform.opacity(at: $0, in: times.context) : 0 } ?? 0
    }
    let visible = times.filtered { opacities[$0] > 0 }
    guard !visible.isEmpty else { return [] }
    let matrices = zip(visible.all, letter).map { time, letter in
      time.map { letter.transform * transform.matrix.value(at: $0, in: times.context) } ?? .identity
    }
    var inner = place
    inner.toCanvas = zip(place.toCanvas, matrices).map { $0 * $1 }
    inner.depth += 1
    inner.size = character.size ?? place.size
    var content = try composition(
      character.asset, at: visible.mapped { $0 / character.stretch }, inner, usedBy: character.node)
    if let size = character.size { content = try cut(content, at: visible, size: size, inner, origin) }
    return content.isEmpty ? [] : try placed(content, matrices, opacities, origin)
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

extension LayerBaker {
  /// The sprites of a text's pieces, in the text layer's space.
  func sprites(
    of pieces: [TextLayerBaker.Piece], _ use: CompositionBaker.CompositionUse, _ baker: inout CompositionBaker
  ) throws(Diagnostic) -> [Sprite] {
    var sprites: [Sprite] = []
    for piece in pieces {
      switch piece {
      case .sprite(let sprite): sprites.append(sprite)
      case .composition(let composition, let character, let frames):
        var use = use
        let origin = origin.part(named: [character])
        use.origin = origin
        // As in lottie-web only the layer's start counts, not its stretch.
        let own = times.entering(size: use.size) { $0 - layer.startTime }
        sprites += try animatedCharacter(composition, frames, at: own, use, origin, &baker)
      }
    }
    return sprites
  }

  /// A composition that is shown as a letter.
  ///
  /// - Parameter letter: The letter's states.
  private func animatedCharacter(
    _ character: LottieCharacterComposition, _ letter: [FrameState], at times: SampleTimes,
    _ use: CompositionBaker.CompositionUse, _ origin: SpriteOrigin, _ baker: inout CompositionBaker
  ) throws(Diagnostic) -> [Sprite] {
    guard let frames = character.frames else { return [] }
    let transform = TransformTrack(character.transform, baker.expressions)
    let placements = zip(times.samples, letter).map { sample, letter in
      guard let time = sample.time, frames.contains(time) else { return Placement(matrix: .identity, opacity: 0) }
      let opacity = letter.opacity * transform.opacity(at: time, in: times.context)
      guard opacity > 0 else { return Placement(matrix: .identity, opacity: opacity) }
      return Placement(
        matrix: letter.transform * transform.matrix.value(at: time, in: times.context), opacity: opacity)
    }
    let visible = times.inside(placements)
    guard !visible.isEmpty else { return [] }
    var use = use
    use.depth += 1
    use.size = character.size ?? use.size
    let inner = visible.entering(size: use.size) { $0 / character.stretch }
    var content = try baker.bake(asset: character.asset, at: inner, use, usedBy: character.node)
    if let size = character.size {
      content = try baker.builder.cut(content, to: size, canvas: baker.rootSize, at: visible, origin)
    }
    return content.isEmpty ? [] : try baker.builder.applyTransform(placements, to: content, origin)
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

// Sprites of a layer as one.
extension TimelineBuilder {
  /// A layer's sprites in the space of its composition, as one group if its opacity or clip concerns them together.
  mutating func applyTransform(
    _ placements: [Placement], to sprites: consuming [Sprite], _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let isTranslucent = placements.contains { $0.opacity > 0 && $0.opacity < 1 }
    let needsGroup =
      placements.contains { $0.clip != nil }
      || isTranslucent && (sprites.count > 1 || sprites[0].blendMode != .normal)
      || sprites.contains { $0.matte != nil }
    if needsGroup {
      try reserveSprite()
      let frames = placements.map { FrameState(opacity: $0.opacity, transform: $0.matrix, clip: $0.clip) }
      return [Sprite(origin, content: .group(sprites), frames: frames)]
    }
    var sprites = consume sprites
    for sprite in sprites.indices {
      sprites[sprite].frames.update { frame, state in
        guard state.isVisible else { return }
        state.opacity *= placements[frame].opacity
        state.transform = placements[frame].matrix * state.transform
      }
    }
    return sprites
  }

  /// Sprites as one: the only one if it has no matte where `allowsMatte` is false, and the normal blend mode; else a group.
  mutating func groupIfNeeded(
    _ sprites: [Sprite], _ origin: SpriteOrigin, at times: SampleTimes, allowsMatte: Bool = false
  ) throws(Diagnostic) -> Sprite {
    if sprites.count == 1, sprites[0].blendMode == .normal, allowsMatte || sprites[0].matte == nil { return sprites[0] }
    try reserveSprite()
    return Sprite(origin, content: .group(sprites), frames: times.shown)
  }
}

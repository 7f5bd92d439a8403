internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

// The steps of baking one layer: content, effects, masks, placement; then matte and blend mode.
extension CompositionBaker {
  /// A layer between the steps, all in the frames in which it is visible.
  private struct LayerState {
    let layer: LottieLayer
    let origin: SpriteOrigin
    let effects: LayerEffects
    /// The layer's composition.
    let use: CompositionUse
    /// In the layer's space.
    let times: SampleTimes
    /// In the composition, one a frame.
    var placements: [Placement]
    /// From back to front; in the layer's space up to the placement.
    var sprites: [Sprite] = []
  }

  /// A layer with all that is applied to it, in composition space.
  mutating func bakeLayer(
    _ index: Int, in composition: Composition, at times: SampleTimes, _ use: CompositionUse, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    do throws(Diagnostic) {
      return try bakeWithMatte(index, in: composition, at: times, use, origin)
    } catch {
      throw error.rule == .limitExceeded ? error.located(at: origin.path()) : error
    }
  }

  private mutating func bakeWithMatte(
    _ index: Int, in composition: Composition, at times: SampleTimes, _ use: CompositionUse, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    if probe != nil, !layer.content.isDrawn, let matrix = composition.graph.matrices(of: index, at: times).first {
      probe(index, in: composition, origin, [], at: times, Placement(matrix: matrix, opacity: 1))
    }
    guard !layer.isHidden, let frames = try visibleFrames(of: layer, at: times) else { return [] }
    let visible = times.during(layer, in: frames)
    var sprites = try bakeWithoutMatte(index, in: composition, at: visible, use, origin)
    guard !sprites.isEmpty else { return [] }
    let link = composition.mattes[index]
    if let link, link.source == nil { return [] }
    if link != nil {
      let boxes = try outlineBoxes(of: layer, at: visible).map { boxes in
        zip(composition.graph.matrices(of: index, at: visible), boxes).map { $0.apply($1) }
      }
      sprites = try cutToMaskRegion(sprites, boxes, at: visible, origin)
    }
    sprites = try applyBlendMode(
      BlendMode(lottie: layer.blendMode, rules), to: sprites, isCut: link != nil, at: visible, origin)
    sprites = sprites.map { $0.moved(to: frames.lowerBound, of: times.count) }
    if let link, let source = link.source {
      // The matte is not baked for frames in which the layer is hidden.
      let seen = times.filtered { sprites[0].frames[$0].isVisible }
      sprites[0].matte = Matte(try matteSource(source, link, in: composition, at: seen, use), mode: link.mode)
    }
    return sprites
  }

  /// One sprite with a blend mode, if a blend mode or matte is to be applied; else the sprites as they are.
  private mutating func applyBlendMode(
    _ blendMode: BlendMode, to sprites: [Sprite], isCut: Bool, at times: SampleTimes,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard isCut || blendMode != .normal else { return sprites }
    var sprite = try groupIfNeeded(sprites, origin, at: times) {
      $0.blendMode == .normal && (!isCut || $0.matte == nil)
    }
    sprite.blendMode = blendMode
    return [sprite]
  }

  /// A layer that is the matte of another one.
  private mutating func matteSource(
    _ index: Int, _ link: MatteLinks.Link, in composition: Composition, at times: SampleTimes, _ use: CompositionUse
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    guard !layer.isHidden || link.isHiddenSourceSeen, let frames = try visibleFrames(of: layer, at: times) else {
      return []
    }
    let origin = composition.names.origin(of: index, inside: use.origin)
    return try bakeWithoutMatte(index, in: composition, at: times.during(layer, in: frames), use, origin)
      .map { $0.moved(to: frames.lowerBound, of: times.count) }
  }

  /// A layer with its effects and masks, in composition space, but without its matte and blend mode.
  private mutating func bakeWithoutMatte(
    _ index: Int, in composition: Composition, at times: SampleTimes, _ use: CompositionUse, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    let effects = LayerEffects(layer.effects, masks: layer.masks, rules, expressions)
    let placements = composition.graph.placements(of: index, after: effects.transform, at: times)
    var state = LayerState(
      layer: layer, origin: origin, effects: effects, use: use, times: times.inside(placements),
      placements: placements)
    guard !state.times.isEmpty else { return [] }
    defer { builder.reportOmissions(at: origin.path(), to: &log) }
    try bakeContent(&state)
    if probe != nil, let placement = placements.first {
      probe(index, in: composition, origin, state.sprites, at: times, placement)
    }
    if !rules.masksPrecedeEffects { try applyEffects(to: &state) }
    try cutToComposition(&state)
    guard !state.sprites.isEmpty else { return [] }
    if rules.masksPrecedeEffects {
      try applyMasksInPlace(to: &state)
      try applyEffects(to: &state)
      if !state.sprites.isEmpty { try applyTransform(to: &state) }
    } else {
      try applyMasksAndTransform(to: &state)
    }
    return state.sprites
  }

  // MARK: - Content

  private mutating func bakeContent(_ state: inout LayerState) throws(Diagnostic) {
    let (layer, use) = (state.layer, state.use)
    let inner = CompositionUse(
      origin: state.origin, size: use.size, depth: use.depth + 1,
      maskDepth: use.maskDepth + layer.masks.count { $0.mode == .intersect })
    if inner.maskDepth > limits.nesting {
      throw Diagnostic(
        .limitExceeded, "more than \(limits.nesting) intersecting masks are nested", at: state.origin.path(),
        advice: "use fewer masks, or take a composition out of those around it")
    }
    state.sprites = try content(of: layer, at: state.times, state.origin, inner)
  }

  /// Cuts a precomposition by its rectangle.
  private mutating func cutToComposition(_ state: inout LayerState) throws(Diagnostic) {
    guard case .precomposition(_, let width, let height, _) = state.layer.content else { return }
    state.sprites = try cut(
      state.sprites, to: Size(max(0, width), max(0, height)), at: state.times, state.origin)
  }

  // MARK: - Effects

  private mutating func applyEffects(to state: inout LayerState) throws(Diagnostic) {
    state.sprites = try applyEffects(state.effects, to: state.sprites, at: state.times, state.origin)
  }

  // MARK: - Masks and placement

  private func masks(of state: LayerState) -> MaskBaker? {
    // The Stroke effect takes painted masks away, but no clips.
    let isUnmasked = state.effects.strokes.contains { [.onOriginal, .onTransparent].contains($0.formula.style) }
    return MaskBaker(state.layer, at: state.times, state.origin, rules, expressions).flatMap {
      isUnmasked && !$0.isClip ? nil : $0
    }
  }

  /// Applies the masks in the layer's own space.
  private mutating func applyMasksInPlace(to state: inout LayerState) throws(Diagnostic) {
    let placements = state.placements
    state.placements = state.times.samples.map { Placement(matrix: .identity, opacity: $0.time == nil ? 0 : 1) }
    try applyMasksAndTransform(to: &state)
    state.placements = placements
  }

  /// Applies the masks and brings the sprites to where the placements lead.
  private mutating func applyMasksAndTransform(to state: inout LayerState) throws(Diagnostic) {
    guard let masks = masks(of: state) else { return try applyTransform(to: &state) }
    if masks.isClip {
      for (frame, clip) in try masks.clips(in: &builder).enumerated() { state.placements[frame].clip = clip }
      return try applyTransform(to: &state)
    }
    if rules.limitsMaskRegions {
      state.sprites = try cutToMaskRegion(
        state.sprites, outlineBoxes(of: state.layer, at: state.times), at: state.times, state.origin)
    }
    let matte = try masks.matte(state.placements, composition: state.use.size, root: rootSize, in: &builder)
    try applyTransform(to: &state)
    var sprite = try groupIfNeeded(state.sprites, state.origin, at: state.times) {
      $0.matte == nil && $0.blendMode == .normal
    }
    sprite.matte = matte
    state.sprites = [sprite]
  }

  private mutating func applyTransform(to state: inout LayerState) throws(Diagnostic) {
    // Moved out, so that the sprites are changed in place.
    let sprites = state.sprites
    state.sprites = []
    state.sprites = try applyTransform(state.placements, to: consume sprites, state.origin)
  }

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
      try builder.reserveSprite()
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

  /// Sprites as one: the only one if it is `simple`, else a group.
  mutating func groupIfNeeded(
    _ sprites: [Sprite], _ origin: SpriteOrigin, at times: SampleTimes, simple: (Sprite) -> Bool
  ) throws(Diagnostic) -> Sprite {
    if sprites.count == 1, simple(sprites[0]) { return sprites[0] }
    try builder.reserveSprite()
    let frames = times.states { _ in FrameState(opacity: 1, transform: .identity) }
    return Sprite(origin, content: .group(sprites), frames: frames)
  }
}

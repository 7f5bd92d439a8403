internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// Bakes one layer in one use of its composition, in the frames in which it is visible: content, effects, masks,
/// placement. Matte and blend mode are left to the composition.
struct LayerBaker {
  let layer: LottieLayer
  let origin: SpriteOrigin
  let effects: LayerEffects
  let styles: LayerStyles?
  /// Use of the layer's composition.
  let use: CompositionBaker.CompositionUse
  /// In the layer's space.
  let times: SampleTimes
  /// In the composition, one a frame.
  private(set) var placements: [Placement]
  /// From back to front; in the layer's space up to the placement.
  var sprites: [Sprite] = []

  /// - Parameter times: In the composition's space.
  init(
    _ index: Int, of composition: CompositionBaker.Composition, at times: SampleTimes,
    _ use: CompositionBaker.CompositionUse, _ origin: SpriteOrigin, _ rules: FidelityRules,
    _ expressions: ExpressionRunner?
  ) {
    layer = composition.layers[index]
    self.origin = origin
    effects = LayerEffects(layer.effects, masks: layer.masks, rules, expressions)
    styles = LayerStyles(layer.styles, rules, expressions)
    self.use = use
    placements = composition.graph.placements(of: index, after: effects.transform, at: times)
    self.times = times.inside(placements)
  }

  /// Bakes the content in the layer's space.
  mutating func bakeContent(in baker: inout CompositionBaker) throws(Diagnostic) {
    let inner = CompositionBaker.CompositionUse(
      origin: origin, size: use.size, depth: use.depth + 1,
      maskDepth: use.maskDepth + layer.masks.count { $0.mode == .intersect })
    if inner.maskDepth > baker.limits.nesting {
      throw Diagnostic(
        .limitExceeded, "more than \(baker.limits.nesting) intersecting masks are nested", at: origin.path(),
        advice: Limit.nesting.advice("use fewer masks, take a composition out of those around it"))
    }
    sprites = try content(inner, &baker)
  }

  /// Applies effects, masks and placement to the content.
  mutating func finish(in baker: inout CompositionBaker) throws(Diagnostic) {
    if !baker.rules.masksPrecedeEffects { try applyEffects(in: &baker.builder) }
    if case .precomposition(_, let width, let height, _) = layer.content {
      sprites = try baker.builder.cut(
        sprites, to: Size(max(0, width), max(0, height)), canvas: baker.rootSize, at: times, origin)
    }
    guard !sprites.isEmpty else { return }
    if baker.rules.masksPrecedeEffects {
      try applyMasksInPlace(in: &baker)
      try applyEffects(in: &baker.builder)
      try applyStyles(in: &baker.builder)
      if !sprites.isEmpty { try applyTransform(in: &baker.builder) }
    } else {
      try applyMasksAndTransform(in: &baker)
    }
  }

  // MARK: - Masks and placement

  private func masks(_ rules: FidelityRules, _ expressions: ExpressionRunner?) -> MaskBaker? {
    // The Stroke effect takes painted masks away, but no clips.
    let isUnmasked = effects.strokes.contains { [.onOriginal, .onTransparent].contains($0.formula.style) }
    return MaskBaker(layer, at: times, origin, rules, expressions).flatMap { isUnmasked && !$0.isClip ? nil : $0 }
  }

  /// Applies the masks in the layer's own space.
  private mutating func applyMasksInPlace(in baker: inout CompositionBaker) throws(Diagnostic) {
    let placements = placements
    self.placements = times.samples.map { Placement(matrix: .identity, opacity: $0.time == nil ? 0 : 1) }
    try applyMasksAndTransform(in: &baker)
    self.placements = placements
  }

  /// Applies the masks and brings the sprites to where the placements lead.
  private mutating func applyMasksAndTransform(in baker: inout CompositionBaker) throws(Diagnostic) {
    guard let masks = masks(baker.rules, baker.expressions) else { return try applyTransform(in: &baker.builder) }
    if masks.isClip {
      for (frame, clip) in try masks.clips(in: &baker.builder).enumerated() { placements[frame].clip = clip }
      return try applyTransform(in: &baker.builder)
    }
    if baker.rules.limitsMaskRegions {
      let boxes = try baker.outlineBoxes(of: layer, at: times)
      sprites = try baker.builder.cutToMaskRegion(sprites, boxes, at: times, origin)
    }
    let matte = try masks.matte(
      placements, composition: use.size, root: baker.rootSize, in: &baker.builder)
    try applyTransform(in: &baker.builder)
    var sprite = try baker.builder.groupIfNeeded(sprites, origin, at: times)
    sprite.matte = matte
    sprites = [sprite]
  }

  private mutating func applyTransform(in builder: inout TimelineBuilder) throws(Diagnostic) {
    // Moved out, so that the sprites are changed in place.
    let sprites = sprites
    self.sprites = []
    self.sprites = try builder.applyTransform(placements, to: consume sprites, origin)
  }
}

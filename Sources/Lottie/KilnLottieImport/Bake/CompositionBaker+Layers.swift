internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

// A layer among the others of its composition: matte and blend mode.
extension CompositionBaker {
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
    if link != nil, rules.limitsMaskRegions {
      let boxes = try outlineBoxes(of: layer, at: visible).map { boxes in
        zip(composition.graph.matrices(of: index, at: visible), boxes).map { $0.apply($1) }
      }
      sprites = try builder.cutToMaskRegion(sprites, boxes, at: visible, origin)
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
    var sprite = try builder.groupIfNeeded(sprites, origin, at: times, allowsMatte: !isCut)
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
    var layer = LayerBaker(index, of: composition, at: times, use, origin, rules, expressions)
    guard !layer.times.isEmpty else { return [] }
    defer { builder.reportOmissions(at: origin.path(), to: &log) }
    try layer.bakeContent(in: &self)
    if probe != nil, let placement = layer.placements.first {
      probe(index, in: composition, origin, layer.sprites, at: times, placement)
    }
    try layer.finish(in: &self)
    return layer.sprites
  }
}

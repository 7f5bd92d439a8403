internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

// Contents of layers in their own space, before anything is applied to them.
extension CompositionBaker {
  /// - Parameter use: Use of the composition that the layer shows, if any; its size is replaced by that of the layer.
  mutating func content(
    of layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin, _ use: CompositionUse
  ) throws(Diagnostic) -> [Sprite] {
    switch layer.content {
    case .shapes(let items): return try shapes(items, layer, at: times, origin)
    case .solid(let width, let height, let color): return try solid(width, height, color, at: times, origin)
    case .image(let asset): return try image(asset, layer, at: times, origin)
    case .precomposition(let asset, let width, let height, let timeRemap):
      var use = use
      use.size = Size(max(0, width), max(0, height))
      return try precomposition(asset, layer, timeRemap.map { Track(single: $0, expressions) }, at: times, use)
    case .text(let text):
      let text = evaluated(text, at: times)
      var baker = TextLayerBaker(text, masks: layer.masks, fonts: fonts, at: times, origin, expressions, budget: budget)
      return try sprites(of: baker.bake(into: &builder), layer, at: times, use, origin)
    case .null, .audio, .other: return []
    }
  }

  /// A text whose expression has been evaluated: a document from each time on at which it gives another text.
  private func evaluated(_ text: LottieText, at times: SampleTimes) -> LottieText {
    guard let evaluator = expressions?.evaluator, let expression = text.expression else { return text }
    let track = TextDocumentTrack(text)
    var evaluated = text
    evaluated.documents = []
    for time in times.samples.compactMap(\.time).sorted() {
      guard let index = track.value(at: time, in: times.context) else { return text }
      var document = text.documents[index].document
      document.text = evaluator.text(of: expression, at: time, use: times.context.compositionUse) ?? document.text
      let last = evaluated.documents.last?.document
      // Documents of the file differ in more than their texts.
      let isSame = last?.text == document.text && text.documents.count == 1
      if !isSame { evaluated.documents.append(LottieTextKeyframe(time: time, document: document)) }
    }
    return evaluated.documents.isEmpty ? text : evaluated
  }

  private mutating func shapes(
    _ items: [ShapeItem], _ layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let key = key(of: layer, in: times.context)
    // Taken out, so that it is changed in place.
    var baker = try takeBaker(of: items, key)
    defer {
      shapeLayers.insert(baker, for: key)
      reportUnmergedPaths(layer, origin)
    }
    return try baker.bake(at: times, origin, into: &builder)
  }

  /// The baker of a shape layer, which is no longer in the table.
  private mutating func takeBaker(of items: [ShapeItem], _ key: LayerUse) throws(Diagnostic) -> ShapeLayerBaker {
    if let cached = shapeLayers.remove(key) { return cached }
    // A tree that is made again, because it was evicted to save memory, counts once.
    let budget = shapeLayers.wasMade(key) ? DocumentBudget(limits) : budget
    let tree = try ShapeTree(items, rules, expressions, limits: limits, budget: budget)
    return ShapeLayerBaker(tree, merger: merger, limits: limits)
  }

  /// Expressions may have other values in each use of a composition.
  private func key(of layer: LottieLayer, in context: EvaluationContext) -> LayerUse {
    LayerUse(layer: layer.node, use: expressions?.evaluator == nil ? 0 : context.compositionUse)
  }

  private mutating func reportUnmergedPaths(_ layer: LottieLayer, _ origin: SpriteOrigin) {
    for merge in merger.takeFailures() {
      let path = document.path(to: merge.node, in: layer, origin)
      log.add(.lottieMergeTooComplex, "the paths are not merged; together they are one compound path", at: path)
    }
  }

  /// For each frame the bounding box of all outlines of a shape layer that has been baked, in its own space; nil if all of
  /// them are painted. Those that paint nothing count in the region of a mask: designers put them there to make it larger.
  mutating func outlineBoxes(of layer: LottieLayer, at times: SampleTimes) throws(Diagnostic) -> [Rect]? {
    guard rules.limitsMaskRegions, case .shapes(let items) = layer.content else { return nil }
    let key = key(of: layer, in: times.context)
    var baker = try takeBaker(of: items, key)
    defer { shapeLayers.insert(baker, for: key) }
    return try baker.outlineBoxes(at: times)
  }

  private mutating func solid(
    _ width: Double, _ height: Double, _ color: LottieColor, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard width > 0, height > 0 else { return [] }
    try builder.reserveSprite()
    let paint = Paint.solid(StraightColor(red: color[0], green: color[1], blue: color[2], alpha: color[3]))
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(paint))])
    let frames = times.states { _ in FrameState(opacity: 1, transform: .identity, shapes: shapes) }
    return [Sprite(origin, content: .vector, frames: frames)]
  }

  private mutating func image(
    _ asset: String, _ layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard case .image(let image) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's image asset “\(asset)” does not exist", at: origin.path())
      return []
    }
    guard let picture = try pictures.picture(image, at: origin.path(), builder: &builder, log: &log) else { return [] }
    try builder.reserveSprite()
    let pixels = builder[picture]
    let fit = ImageFit(image, pixelWidth: pixels.width, pixelHeight: pixels.height)
    let clip = try fit.crop.map { rect throws(Diagnostic) in try builder.intern(clip: .rect(rect)) }
    let frames = times.states { _ in FrameState(opacity: 1, transform: fit.transform, clip: clip) }
    let key = layer.name.isEmpty ? image.name : layer.name
    return [Sprite(origin, replacementKey: key, content: .image(picture), frames: frames)]
  }

  private mutating func precomposition(
    _ asset: String, _ layer: LottieLayer, _ timeRemap: Track<Double>?, at times: SampleTimes, _ use: CompositionUse
  ) throws(Diagnostic) -> [Sprite] {
    let frameRate = document.frameRate
    var inner = times.entering(size: use.size) { time in
      guard let timeRemap else { return (time - layer.startTime) / layer.stretch }
      let remapped = timeRemap.value(at: time, in: times.context) * frameRate
      // lottie-web shows the last frame where the remapped time is exactly the layer's end.
      return remapped == layer.outPoint ? remapped - 1 : remapped
    }
    inner.context.compositionUse =
      expressions?.evaluator?.enter(
        layer: layer.node, in: times.context.compositionUse,
        frames: zip(times.samples, inner.samples).map { ($0.time, $1.time) }) ?? -1
    return try bake(asset: asset, at: inner, use, usedBy: layer.node)
  }
}

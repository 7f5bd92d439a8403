internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

// Contents of layers in their own space, before anything is applied to them.
extension LayerBaker {
  /// The sprites of the layer's content.
  ///
  /// - Parameter use: Use of the composition that the layer shows, if any; its size is replaced by that of the layer.
  func content(_ use: CompositionBaker.CompositionUse, _ baker: inout CompositionBaker) throws(Diagnostic) -> [Sprite] {
    switch layer.content {
    case .shapes(let items):
      defer { reportUnmergedPaths(&baker) }
      return try baker.shapeLayers.bake(items, of: layer, at: times, origin, into: &baker.builder)
    case .solid(let width, let height, let color): return try solid(width, height, color, in: &baker.builder)
    case .image(let asset): return try image(asset, &baker)
    case .precomposition(let asset, let width, let height, let timeRemap):
      var use = use
      use.size = Size(max(0, width), max(0, height))
      return try precomposition(asset, timeRemap.map { Track(single: $0, baker.expressions) }, use, &baker)
    case .text(let text):
      var texts = TextLayerBaker(
        evaluated(text, baker.expressions?.evaluator), masks: layer.masks, fonts: baker.fonts, at: times, origin,
        baker.expressions, budget: baker.budget)
      return try sprites(of: texts.bake(into: &baker.builder), use, &baker)
    case .null, .audio, .other: return []
    }
  }

  /// A text whose expression has been evaluated: a document from each time on at which it gives another text.
  private func evaluated(_ text: LottieText, _ expressions: ExpressionEvaluator?) -> LottieText {
    guard let expressions, let expression = text.expression else { return text }
    let track = TextDocumentTrack(text)
    var evaluated = text
    evaluated.documents = []
    for time in times.samples.compactMap(\.time).sorted() {
      guard let index = track.value(at: time, in: times.context) else { return text }
      var document = text.documents[index].document
      document.text = expressions.text(of: expression, at: time, use: times.context.compositionUse) ?? document.text
      let last = evaluated.documents.last?.document
      // Documents of the file differ in more than their texts.
      let isSame = last?.text == document.text && text.documents.count == 1
      if !isSame { evaluated.documents.append(LottieTextKeyframe(time: time, document: document)) }
    }
    return evaluated.documents.isEmpty ? text : evaluated
  }

  private func reportUnmergedPaths(_ baker: inout CompositionBaker) {
    for merge in baker.shapeLayers.takeMergeFailures() {
      let path = baker.document.path(to: merge.node, in: layer, origin)
      baker.log.add(.lottieMergeTooComplex, "the paths are not merged; together they are one compound path", at: path)
    }
  }

  private func solid(
    _ width: Double, _ height: Double, _ color: LottieColor, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    guard width > 0, height > 0 else { return [] }
    try builder.reserveSprite()
    let paint = Paint.solid(StraightColor(red: color[0], green: color[1], blue: color[2], alpha: color[3]))
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(paint))])
    let frames = times.states { _ in FrameState(opacity: 1, transform: .identity, shapes: shapes) }
    return [Sprite(origin, content: .vector, frames: frames)]
  }

  private func image(_ asset: String, _ baker: inout CompositionBaker) throws(Diagnostic) -> [Sprite] {
    guard case .image(let image) = baker.document.assets[asset] else {
      baker.log.add(.lottieAssetMissing, "the layer's image asset “\(asset)” does not exist", at: origin.path())
      return []
    }
    let picture = try baker.pictures.picture(image, at: origin.path(), builder: &baker.builder, log: &baker.log)
    guard let picture else { return [] }
    try baker.builder.reserveSprite()
    let pixels = baker.builder[picture]
    let fit = ImageFit(image, pixelWidth: pixels.width, pixelHeight: pixels.height)
    let clip = try fit.crop.map { rect throws(Diagnostic) in try baker.builder.intern(clip: .rect(rect)) }
    let frames = times.states { _ in FrameState(opacity: 1, transform: fit.transform, clip: clip) }
    let key = layer.name.isEmpty ? image.name : layer.name
    return [Sprite(origin, replacementKey: key, content: .image(picture), frames: frames)]
  }

  private func precomposition(
    _ asset: String, _ timeRemap: Track<Double>?, _ use: CompositionBaker.CompositionUse,
    _ baker: inout CompositionBaker
  ) throws(Diagnostic) -> [Sprite] {
    let inner = baker.innerTimes(of: layer, timeRemap, size: use.size, at: times)
    return try baker.bake(asset: asset, at: inner, use, usedBy: layer.node)
  }
}

extension CompositionBaker {
  /// The times of the composition that a layer shows, for times of the layer.
  func innerTimes(
    of layer: LottieLayer, _ timeRemap: Track<Double>?, size: Size, at times: SampleTimes
  ) -> SampleTimes {
    let frameRate = document.frameRate
    var inner = times.entering(size: size) { time in
      guard let timeRemap else { return (time - layer.startTime) / layer.stretch }
      let remapped = timeRemap.value(at: time, in: times.context) * frameRate
      // lottie-web shows the last frame where the remapped time is exactly the layer's end.
      return remapped == layer.outPoint ? remapped - 1 : remapped
    }
    inner.context.compositionUse =
      expressions?.evaluator?.enter(
        layer: layer.node, in: times.context.compositionUse,
        frames: zip(times.samples, inner.samples).map { ($0.time, $1.time) }) ?? -1
    return inner
  }
}

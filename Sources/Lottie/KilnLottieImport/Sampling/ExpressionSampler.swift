internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieExpressions
internal import KilnLottieFormat

/// A use of a composition with the values of its properties that have expressions.
package struct SampledUse: Sendable {
  /// ID of the composition; nil for the root composition.
  package let asset: String?
  /// Index of the use around it; nil for the root composition.
  package let outer: Int?
  /// `LottieLayer.node` of the layer that shows it; nil for the root composition.
  package let layer: Int?
  /// The properties that are seen, in the order of the file.
  package internal(set) var properties: [SampledProperty] = []
}

/// Samples the properties of a document that have expressions over the time in which they are seen, in each use of their
/// composition, as Kiln draws them: with the expression and without.
package struct ExpressionSampler {
  private let document: LottieDocument
  private let reader: LottiePropertyReader
  private let runner: ExpressionRunner?
  private let limits: Limits
  /// Properties with expressions by the node of their layer.
  private var nodes: [Int: [Int]] = [:]
  /// IDs of the compositions with expressions in them, or in compositions that they show.
  private var assetsWithExpressions: Set<String> = []
  private var numberCount = 0
  private var uses: [SampledUse] = []
  /// How many layers a use of a composition counts as: it has times of its own.
  private static let timesPerUse = 10

  private init(
    _ document: LottieDocument, _ reader: LottiePropertyReader, _ runner: ExpressionRunner?, limits: Limits
  ) {
    self.document = document
    self.reader = reader
    self.runner = runner
    self.limits = limits
    findExpressions()
  }

  /// The uses of all compositions with expressions, outer ones before those inside.
  ///
  /// Expressions that have no result are reported, and those that are not run.
  ///
  /// - Parameters:
  ///   - rootTimes: Times of the samples in frames of the document, ascending.
  ///   - isWanted: Whether a property, by its node, is wanted.
  /// - Throws: When all expressions take too long, or above the limits.
  static func uses(
    of document: LottieDocument, at rootTimes: [Double], _ state: ExpressionEngineLoader.State, limits: Limits,
    log: inout DiagnosticLog, isWanted: (Int) -> Bool
  ) throws(Diagnostic) -> [SampledUse] {
    let reader = LottiePropertyReader(document)
    if case .unavailable(let engine) = state {
      log.add(
        .lottieExpression, "the expressions are not run, because \(engine.reason); properties keep their keyframes",
        advice: engine.advice)
    }
    var sampler = ExpressionSampler(document, reader, state.runner, limits: limits)
    for layer in sampler.nodes.keys { sampler.nodes[layer]?.removeAll { !isWanted($0) } }
    try sampler.visit(
      document.composition, asset: nil, from: nil, at: rootTimes,
      EvaluationContext(frameRate: document.frameRate, compositionSize: Size(document.width, document.height)),
      inside: [])
    for failure in state.runner?.evaluator?.takeFailures() ?? [] {
      let path = failure.node.map { document.path(to: $0) } ?? DocumentPath(pointer: failure.pointer)
      log.add(
        failure.isLimit ? .lottieExpressionLimit : .lottieExpression,
        "\(failure.description); the property keeps its keyframes there", at: path, advice: failure.advice)
    }
    if let error = state.timeError(in: document) { throw error }
    return sampler.uses
  }

  private mutating func findExpressions() {
    func find(in layers: [LottieLayer]) -> Bool {
      var isAny = false
      for layer in layers {
        let found = reader.expressions(inside: layer.node)
        if !found.isEmpty { nodes[layer.node] = found }
        isAny = isAny || !found.isEmpty
      }
      return isAny
    }
    _ = find(in: document.layers)
    var users: [String: [String]] = [:]
    var found: [String] = []
    for (id, asset) in document.assets {
      guard case .precomposition(let composition) = asset else { continue }
      if find(in: composition.layers) { found.append(id) }
      for layer in composition.layers {
        if case .precomposition(let inner, _, _, _) = layer.content { users[inner, default: []].append(id) }
      }
    }
    while let id = found.popLast() {
      if assetsWithExpressions.insert(id).inserted { found += users[id] ?? [] }
    }
  }

  // MARK: - Compositions

  private mutating func visit(
    _ composition: LottieComposition, asset: String?, from user: (outer: Int, layer: Int)?, at times: [Double?],
    _ context: EvaluationContext, inside assets: [String]
  ) throws(Diagnostic) {
    let number = uses.count
    try limits.check(
      number, atMost: limits.layers / Self.timesPerUse, by: .layers,
      "the number of uses of compositions with expressions",
      at: path(user?.layer))
    try limits.check(
      assets.count, atMost: .compositionNesting, "the nesting of compositions", at: path(user?.layer))
    uses.append(SampledUse(asset: asset, outer: user?.outer, layer: user?.layer))
    let seen = SeenSamples(composition.layers, at: times)
    for (position, layer) in composition.layers.enumerated() {
      if let nodes = nodes[layer.node], !nodes.isEmpty {
        let samples = seen.samples(of: position)
        for node in nodes where !samples.isEmpty {
          guard let property = sample(node, of: layer, samples, at: times, context) else { continue }
          uses[number].properties.append(property)
          numberCount = numberCount.addingClamped(
            property.values.numberCount + property.plain.numberCount + property.textSize)
          try limits.check(
            numberCount, atMost: limits.times(4, .frameStates), by: .frameStates,
            "the number of values that expressions have in all frames",
            at: path(node))
        }
      }
      try visitInner(layer, position, number, seen, context, inside: assets)
    }
  }

  private func path(_ node: Int?) -> DocumentPath { node.map { document.path(to: $0) } ?? .root }

  /// The composition that a layer shows, if there are expressions in it.
  private mutating func visitInner(
    _ layer: LottieLayer, _ position: Int, _ number: Int, _ seen: SeenSamples, _ context: EvaluationContext,
    inside assets: [String]
  ) throws(Diagnostic) {
    guard case .precomposition(let asset, let width, let height, let timeRemap) = layer.content,
      assetsWithExpressions.contains(asset), !assets.contains(asset),
      case .precomposition(let inner) = document.assets[asset]
    else { return }
    let track = timeRemap.map { Track(single: $0, runner) }
    let own = context.of(layer.node)
    let outerTimes = seen.shownTimes(of: position)
    let innerTimes = outerTimes.map { outer -> Double? in
      guard let time = outer else { return nil }
      guard let track else { return (time - layer.startTime) / layer.stretch }
      let remapped = track.value(at: time, in: own) * document.frameRate
      // As where it is drawn: lottie-web shows the last frame where the remapped time is exactly the layer's end.
      return remapped == layer.outPoint ? remapped - 1 : remapped
    }
    guard innerTimes.contains(where: { $0 != nil }) else { return }
    var innerContext = context
    innerContext.compositionSize = Size(max(0, width), max(0, height))
    innerContext.compositionUse =
      runner?.evaluator?.enter(
        layer: layer.node, in: context.compositionUse,
        frames: zip(outerTimes, innerTimes).map { (outer: $0, inner: $1) }) ?? -1
    try visit(
      inner, asset: asset, from: (number, layer.node), at: innerTimes, innerContext, inside: assets + [asset])
  }

  // MARK: - Properties

  /// Nil for places that players do not read.
  private func sample(
    _ node: Int, of layer: LottieLayer, _ samples: [Int], at times: [Double?], _ context: EvaluationContext
  ) -> SampledProperty? {
    let steps = document.tree.steps(to: node)
    guard let start = steps.firstIndex(where: { $0.value.index == layer.node }),
      let role = PropertyRole(steps[(start + 1)...])
    else { return nil }
    let context = context.of(layer.node)
    var result = SampledProperty(
      node: node, layer: layer.node, role: role, times: samples.map { times[$0] ?? 0 }, samples: samples)
    switch role {
    case .number:
      let property: LottieProperty<Double> = reader.property(at: node, default: 0)
      add(Track(single: property, runner), Track(single: property, nil), context, to: &result)
    case .color:
      let property: LottieProperty<LottieColor> = reader.property(at: node, default: [0, 0, 0, 1])
      add(Track(single: property, runner), Track(single: property, nil), context, to: &result)
    case .shapeColor:
      let property = reader.shapeColor(at: node)
      add(Track(single: property, runner), Track(single: property, nil), context, to: &result)
    case .numbers:
      let property: LottieProperty<LottieNumbers> = reader.property(at: node, default: LottieNumbers([]))
      add(Track(single: property, runner), Track(single: property, nil), context, to: &result)
    case .path:
      let property: LottieProperty<Contour> = reader.property(at: node, default: Contour(isClosed: false))
      add(Track(single: property, runner), Track(single: property, nil), context, to: &result)
    case .vector, .orientation: addVectors(node, isOrientation: role == .orientation, context, to: &result)
    case .text:
      guard case .text(let text) = layer.content else { return nil }
      addTexts(text, context, to: &result)
    }
    return result
  }

  private func addVectors(
    _ node: Int, isOrientation: Bool, _ context: EvaluationContext, to result: inout SampledProperty
  ) {
    let property: LottieProperty<LottieVector> = reader.property(at: node, default: .zero)
    var parts = TrackParts(runner)
    var plainParts = TrackParts(nil)
    if isOrientation {
      add(OrientationTrack(property, &parts), OrientationTrack(property, &plainParts), context, to: &result)
    } else {
      add(VectorTrack(property, &parts), VectorTrack(property, &plainParts), context, to: &result)
    }
  }

  private func add<Values: ValueTrack>(
    _ track: Values, _ plain: Values, _ context: EvaluationContext, to result: inout SampledProperty
  ) where Values.Value: RowValue {
    for time in result.times {
      result.values.append(track.value(at: time, in: context).row)
      result.plain.append(plain.value(at: time, in: context).row)
    }
  }

  private func addTexts(_ text: LottieText, _ context: EvaluationContext, to result: inout SampledProperty) {
    let track = TextDocumentTrack(text)
    for time in result.times {
      let plain = track.value(at: time, in: context).map { text.documents[$0].document.text } ?? ""
      let evaluated = text.expression.flatMap { expression in
        runner?.evaluator?.text(of: expression, at: time, use: context.compositionUse)
      }
      result.plainTexts.append(plain)
      result.texts.append(evaluated ?? plain)
    }
  }
}

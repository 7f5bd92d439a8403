internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// Bakes a document's compositions into sprites: orders their layers, and links them by mattes and blend modes. A
/// `LayerBaker` takes the steps of one layer.
struct CompositionBaker {
  let document: LottieDocument
  let pictures: ImageTable
  let fonts: FontTable
  let limits: Limits
  let rules: FidelityRules
  private let support: FeatureReporter
  /// Runs the document's expressions; nil if it has none, or if they are not run.
  let expressions: ExpressionRunner?
  /// Bakers of shape layers: a composition may be used many times.
  var shapeLayers: ShapeLayerBakerCache
  /// Counters of the limits that hold for the whole document.
  let budget: DocumentCounters
  /// Compositions without expressions that have been baked, by asset ID.
  private var compositions: [String: Composition] = [:]
  /// Parents in the compositions that have been baked, by asset ID.
  private var parentChains: [String: ParentChains] = [:]
  /// Collector of the placements of some layers; nil if none are wanted.
  var probe: LayerPlacementCollector?
  private var progress = ProgressReporter.silent
  private var expandedLayerCount = 0
  var builder: TimelineBuilder
  var log: DiagnosticLog

  init(
    _ document: LottieDocument, fidelity: LottieFidelity, expressions: ExpressionEngineLoader.State,
    pictures: ImageTable,
    fonts: ExternalFonts, builder: TimelineBuilder, limits: Limits, log: DiagnosticLog
  ) {
    self.document = document
    self.pictures = pictures
    self.builder = builder
    self.limits = limits
    budget = DocumentCounters(limits)
    self.log = log
    rules = FidelityRules(fidelity)
    self.fonts = FontTable(document, externalFonts: fonts, rules, expressions.runner, limits: limits)
    support = FeatureReporter(document, expressions: expressions, fonts: self.fonts, rules)
    self.expressions = expressions.runner
    shapeLayers = ShapeLayerBakerCache(rules, self.expressions, limits: limits, budget: budget)
  }

  /// The layers of one composition with what links them.
  struct Composition {
    var layers: [LottieLayer]
    var names: LayerNames
    var graph: LayerGraph
    var mattes: MatteLinks

    init(
      _ composition: LottieComposition, _ chains: ParentChains, _ rules: FidelityRules,
      _ expressions: ExpressionRunner?
    ) {
      layers = composition.layers
      names = LayerNames(composition)
      graph = LayerGraph(layers, expressions, chains)
      mattes = MatteLinks(layers, rules, expressions)
    }
  }

  /// One use of a composition, by a layer or as the root.
  struct CompositionUse {
    /// The layer that shows the composition; nil for the root composition.
    var origin: SpriteOrigin?
    /// In pixels.
    var size: Size
    /// Number of compositions around.
    var depth: Int
    /// Intersecting masks of the layers around, each of which puts a group around those before it.
    var maskDepth = 0
  }

  var rootSize: Size { Size(document.width, document.height) }

  /// The root composition's sprites, from back to front. Reports progress by its layers.
  ///
  /// Throws when a limit is exceeded, when expressions take too long, or when progress is cancelled.
  mutating func bake(at times: [Double], _ progress: ProgressReporter) throws(Diagnostic) -> [Sprite] {
    self.progress = progress
    expandedLayerCount = document.expandedLayerCount(nesting: limits.compositionNesting)
    let context = EvaluationContext(frameRate: document.frameRate, compositionSize: rootSize)
    let sprites = try bake(
      Composition(document.composition, ParentChains(document.composition.layers), rules, expressions),
      at: SampleTimes(times, in: context),
      CompositionUse(origin: nil, size: rootSize, depth: 0))
    support.reportFailedExpressions(to: &log)
    if let error = support.expressionTimeError { throw error }
    return sprites
  }

  private mutating func bake(
    _ composition: Composition, at times: SampleTimes, _ use: CompositionUse
  ) throws(Diagnostic) -> [Sprite] {
    let layers = composition.layers
    var sprites: [Sprite] = []
    for index in layers.indices.reversed() {
      let origin = composition.names.origin(of: index, inside: use.origin)
      support.report(layers[index], origin, to: &log)
      // The source of a matte is not drawn itself.
      if !layers[index].isMatteSource { sprites += try bakeLayer(index, in: composition, at: times, use, origin) }
    }
    return sprites
  }

  /// A composition's sprites. `user` is the node to which a finding about it points.
  mutating func bake(
    asset: String, at times: SampleTimes, _ use: CompositionUse, usedBy user: Int
  ) throws(Diagnostic) -> [Sprite] {
    func path() -> DocumentPath {
      let pointer = document.pointer(to: user)
      return use.origin?.path(pointer: pointer) ?? DocumentPath(pointer: pointer)
    }
    guard case .precomposition(let used) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's composition “\(asset)” does not exist", at: path())
      return []
    }
    guard use.depth <= limits.compositionNesting else {
      throw Diagnostic(
        .limitExceeded, "precompositions are nested deeper than \(limits.compositionNesting) levels", at: path(),
        advice: Limit.compositionNesting.advice("take a composition out of those around it"))
    }
    return try bake(composition(asset, used), at: times, use)
  }

  mutating func composition(
    _ asset: String, _ used: LottieComposition
  ) throws(Diagnostic) -> Composition {
    // Expressions may have other values in each use of a composition.
    if expressions?.evaluator == nil, let known = compositions[asset] { return known }
    let chains = parentChains[asset] ?? ParentChains(used.layers)
    parentChains[asset] = chains
    try budget.addLayers(chains.copies.count)
    let composition = Composition(used, chains, rules, expressions)
    if expressions?.evaluator == nil { compositions[asset] = composition }
    return composition
  }

  /// The frames for which a layer is baked; nil if it never shows anything. Counts the layer.
  func visibleFrames(of layer: LottieLayer, at times: SampleTimes) throws(Diagnostic) -> Range<Int>? {
    guard layer.content.isDrawn, rules.showsUntimedLayers || layer.missingTimes.isEmpty else { return nil }
    // The layer is done when the next one is reported.
    try progress.report("baking layers", min(budget.layers, expandedLayerCount), of: expandedLayerCount)
    try budget.addLayers(1)
    try budget.addLayerStates(times.count)
    let frames = times.visibleFrames(of: layer)
    return frames.isEmpty ? nil : frames
  }
}

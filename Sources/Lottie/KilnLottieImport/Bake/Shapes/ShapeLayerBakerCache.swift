internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// Bakers of shape layers, kept for the next use of their composition as long as they do not take too much memory.
///
/// The limits of a document bound what is in its file, but every use of a composition with expressions has a baker of its
/// own, and bakers keep modified paths, of which equal ones are one in the timeline.
struct ShapeLayerBakerCache {
  /// A layer in one use of its composition.
  private struct Key: Hashable {
    var layer: Int
    /// 0 where all uses of a composition are alike.
    var use: Int
  }

  private let rules: FidelityRules
  private let limits: Limits
  private let budget: DocumentCounters
  private let merger = PathMerger()
  private let expressions: ExpressionRunner?
  private var bakers: [Key: ShapeLayerBaker] = [:]
  private var weights: [Key: Int] = [:]
  private var weight = 0

  /// Weight of all bakers, above which those of other layers are given up: some hundred megabytes.
  private static let maximumWeight = 500_000

  init(_ rules: FidelityRules, _ expressions: ExpressionRunner?, limits: Limits, budget: DocumentCounters) {
    self.rules = rules
    self.expressions = expressions
    self.limits = limits
    self.budget = budget
  }

  /// The sprites of a layer's items, in the layer's space.
  mutating func bake(
    _ items: [ShapeItem], of layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin,
    into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    let key = key(of: layer, in: times.context)
    // Taken out, so that it is changed in place.
    var baker = try takeBaker(of: items, in: layer, key)
    defer { insert(baker, for: key) }
    return try baker.bake(at: times, origin, into: &builder)
  }

  /// For each frame the bounding box of all outlines of a layer that has been baked, in its own space; nil if all of them are
  /// painted. Those that paint nothing count in the region of a mask: designers put them there to make it larger.
  mutating func outlineBoxes(of layer: LottieLayer, at times: SampleTimes) throws(Diagnostic) -> [Rect]? {
    guard case .shapes(let items) = layer.content else { return nil }
    let key = key(of: layer, in: times.context)
    var baker = try takeBaker(of: items, in: layer, key)
    defer { insert(baker, for: key) }
    return try baker.outlineBoxes(at: times)
  }

  /// Merges that took too long since the last call.
  func takeMergeFailures() -> [ItemHead] { merger.takeFailures() }

  private func key(of layer: LottieLayer, in context: EvaluationContext) -> Key {
    // Expressions may have other values in each use of a composition.
    Key(layer: layer.node, use: expressions?.evaluator == nil ? 0 : context.compositionUse)
  }

  /// The baker of a layer, which is no longer in the table.
  private mutating func takeBaker(of items: [ShapeItem], in layer: LottieLayer, _ key: Key) throws(Diagnostic)
    -> ShapeLayerBaker
  {
    if let cached = bakers.removeValue(forKey: key) {
      weight -= weights[key] ?? 0
      return cached
    }
    // A tree that is made again, because it was evicted to save memory, counts once.
    let budget = weights[key] == nil ? budget : DocumentCounters(limits)
    let tree = try ShapeTree(
      items, rules, expressions, firstFrame: layer.inPoint ?? -.infinity, limits: limits, budget: budget)
    return ShapeLayerBaker(tree, merger: merger, limits: limits)
  }

  /// Keeps a baker for the next use.
  private mutating func insert(_ baker: ShapeLayerBaker, for key: Key) {
    let own = baker.weight
    if weight + own > Self.maximumWeight {
      bakers = [:]
      weight = 0
    }
    weight += own
    weights[key] = own
    bakers[key] = baker
  }
}

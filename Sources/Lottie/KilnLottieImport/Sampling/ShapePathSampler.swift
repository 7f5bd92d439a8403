package import KilnDiagnostics
package import KilnGeometry
package import KilnLottieFormat

/// The paths of shape items over time, each as the modifiers and merges below it leave it, without expressions.
///
/// For what writes them in place of items that a player lacks.
package struct ShapePathSampler {
  /// A path item, or a merge of all above it.
  package struct SampledPath {
    /// Index of the item in the file's JSON tree.
    package let node: Int
    /// Times at which it changes, with its modifiers.
    package let changes: ChangeTimes
    fileprivate let index: Int
  }

  /// The paths in the order in which lists are read, from the last item to the first. Of a merge there is one.
  package let paths: [SampledPath]
  private var evaluator: ShapeEvaluator

  /// - Parameter items: The items above and with the last one that works on paths.
  /// - Throws: `limit.exceeded`.
  package init(_ items: [ShapeItem], fidelity: LottieFidelity, limits: Limits) throws(Diagnostic) {
    let tree = try ShapeTree(
      items, FidelityRules(fidelity), nil, limits: limits, budget: DocumentCounters(limits))
    let changes = tree.pathChanges()
    paths = tree.paths.indices.filter { tree.paths[$0].merge == nil }.map {
      SampledPath(node: tree.paths[$0].node, changes: changes[$0], index: $0)
    }
    evaluator = ShapeEvaluator(tree, merger: PathMerger(), limits: limits)
  }

  /// The contours of a path at a time in frames, in its own group's space.
  ///
  /// - Throws: `limit.exceeded`.
  package mutating func contours(of path: SampledPath, at time: Double) throws(Diagnostic) -> [Contour] {
    evaluator.time = time
    return try evaluator.evaluatedContours(of: path.index)
  }
}

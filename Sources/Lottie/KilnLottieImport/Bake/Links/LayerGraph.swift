package import KilnGeometry
package import KilnLottieExpressions
package import KilnLottieFormat
internal import KilnTimeline

/// The layers of one composition with their transforms, and each one's matrix through all its parents.
package struct LayerGraph {
  private let transforms: [TransformTrack]
  /// `LottieLayer.node` of each layer; those of `ParentChains` come after the composition's own layers.
  private let nodes: [Int]
  private let parents: [Int?]
  /// Whether the layer or a parent moves.
  private let isMoving: [Bool]
  /// Whether the layer or a parent leaves the plane.
  private let isSpatial: [Bool]
  /// Nil if no chain of parents is very long.
  package let parentMatrices: ParentMatrixCache?

  /// - Parameters:
  ///   - expressions: As `TrackParts.expressions`.
  ///   - chains: The parents of the layers, if they are known.
  package init(_ layers: [LottieLayer], _ expressions: ExpressionRunner?, _ chains: ParentChains? = nil) {
    let chains = chains ?? ParentChains(layers)
    var parents = chains.parents
    // Transforms of parents are evaluated in all frames, those of other layers only while they are shown.
    let followed = Set(parents.compactMap(\.self))
    let transforms = (layers + chains.copies.map { layers[$0] }).enumerated().map { position, layer in
      let firstFrame = followed.contains(position) ? nil : layer.inPoint
      return TransformTrack(
        layer.transform, isAutoOriented: layer.isAutoOriented, firstFrame: firstFrame ?? -.infinity, expressions)
    }
    Self.cutCycles(&parents)
    Self.cutBrokenChains(&parents, isBroken: chains.isBroken)
    self.transforms = transforms
    nodes = layers.map(\.node) + chains.copies.map { layers[$0].node }
    self.parents = parents
    parentMatrices = ParentMatrixCache(parents)
    isMoving = Self.inherited(transforms.map(\.matrix.isAnimated), parents)
    isSpatial = Self.inherited(transforms.map(\.isSpatial), parents)
  }

  /// Layer space → composition space, for each sample.
  package func matrices(of layer: Int, at times: SampleTimes) -> [Affine] {
    var cache = cache(of: layer)
    return times.samples.map { sample in
      guard let time = sample.time else { return .identity }
      return cache.value(at: time) { matrix(of: layer, at: time, in: times.context) }
    }
  }

  /// The placement of a layer for each sample: its own transform after its effects', through all its parents. Opacity is the
  /// layer's own; parents have no effect on it.
  func placements(
    of layer: Int, after effects: CompositeTrack<EffectTransformFormula>, at times: SampleTimes
  ) -> [Placement] {
    let context = times.context
    let isTransformed = !effects.formula.isEmpty
    var cache = cache(of: layer)
    return times.samples.map { sample in
      guard let time = sample.time else { return Placement(matrix: .identity, opacity: 0) }
      var opacity = transforms[layer].opacity(at: time, in: context)
      let effect = isTransformed ? effects.value(at: time, in: context) : (matrix: .identity, opacity: 1)
      opacity *= effect.opacity
      guard opacity > 0 else { return Placement(matrix: .identity, opacity: 0) }
      let own = cache.value(at: time) { matrix(of: layer, at: time, in: context) }
      return Placement(matrix: isTransformed ? own * effect.matrix : own, opacity: opacity)
    }
  }

  /// A layer's own transform, without those of its parents.
  func parts(of layer: Int, at time: Double, in context: EvaluationContext) -> LayerPlacement.Parts {
    transforms[layer].matrix.formula.parts(at: time, in: context.of(nodes[layer]))
  }

  private func cache(of layer: Int) -> LastValueCache<Affine> {
    LastValueCache(isMoving[layer] ? changes(of: layer) : .never)
  }

  private func ownMatrix(of layer: Int, at time: Double, in context: EvaluationContext) -> Affine {
    transforms[layer].matrix.value(at: time, in: context.of(nodes[layer]))
  }

  private func matrix(of layer: Int, at time: Double, in context: EvaluationContext) -> Affine {
    if isSpatial[layer] { return spatialMatrix(of: layer, at: time, in: context).seenFromFront }
    if parentMatrices != nil { return matrixFromCachedAncestor(of: layer, at: time, in: context) }
    var matrix = ownMatrix(of: layer, at: time, in: context)
    var ancestor = parents[layer]
    while let current = ancestor {
      matrix = ownMatrix(of: current, at: time, in: context) * matrix
      ancestor = parents[current]
    }
    return matrix
  }

  /// The matrix, computed from the nearest cached ancestor.
  private func matrixFromCachedAncestor(of layer: Int, at time: Double, in context: EvaluationContext) -> Affine {
    var matrix = ownMatrix(of: layer, at: time, in: context)
    var ancestor = parents[layer]
    while let current = ancestor {
      if let parentMatrices, parentMatrices.contains(current) {
        return parentMatrices.matrix(of: current, at: time) {
          matrixFromCachedAncestor(of: current, at: time, in: context)
        }
          * matrix
      }
      matrix = ownMatrix(of: current, at: time, in: context) * matrix
      ancestor = parents[current]
    }
    return matrix
  }

  /// The product in three dimensions, which is projected only at the end.
  private func spatialMatrix(of layer: Int, at time: Double, in context: EvaluationContext) -> SpatialAffine {
    var matrix = SpatialAffine.identity
    for ancestor in sequence(first: layer, next: { parents[$0] }) {
      if ancestor != layer, let parentMatrices, parentMatrices.contains(ancestor) {
        return parentMatrices.spatialMatrix(of: ancestor, at: time) {
          spatialMatrix(of: ancestor, at: time, in: context)
        }
          * matrix
      }
      matrix = transforms[ancestor].matrix.formula.spatialMatrix(at: time, in: context.of(nodes[ancestor])) * matrix
    }
    return matrix
  }

  /// Times at which a layer's matrix changes.
  private func changes(of layer: Int) -> ChangeTimes {
    var all: [ChangeTimes] = []
    for ancestor in sequence(first: layer, next: { parents[$0] }) {
      if ancestor != layer, let parentMatrices, parentMatrices.contains(ancestor) {
        all.append(parentMatrices.changes(of: ancestor) { changes(of: ancestor) })
        break
      }
      all.append(transforms[ancestor].matrix.changes)
    }
    return ChangeTimes(anyOf: all)
  }

  /// For each layer whether it or an ancestor has a property.
  private static func inherited(_ own: [Bool], _ parents: [Int?]) -> [Bool] {
    var result = own
    var isKnown = Array(repeating: false, count: own.count)
    for start in own.indices {
      var walk: [Int] = []
      var next: Int? = start
      while let layer = next, !isKnown[layer] {
        isKnown[layer] = true
        walk.append(layer)
        next = parents[layer]
      }
      for layer in walk.reversed() { result[layer] = result[layer] || parents[layer].map { result[$0] } ?? false }
    }
    return result
  }

  /// A layer one of whose ancestors names a parent that is not there follows none of them: lottie-web hands the chain over
  /// only when it has come to its end.
  private static func cutBrokenChains(_ parents: inout [Int?], isBroken: [Bool]) {
    guard isBroken.contains(true) else { return }
    let isLost = inherited(isBroken, parents)
    for layer in parents.indices where isLost[layer] { parents[layer] = nil }
  }

  /// A layer that is its own ancestor loses its parent.
  private static func cutCycles(_ parents: inout [Int?]) {
    // 0: not seen, otherwise the walk on which it was seen.
    var seenOn = Array(repeating: 0, count: parents.count)
    for start in parents.indices {
      var layer = start
      while seenOn[layer] == 0 {
        seenOn[layer] = start + 1
        guard let parent = parents[layer] else { break }
        if seenOn[parent] == start + 1 {
          parents[layer] = nil
          break
        }
        layer = parent
      }
    }
  }
}

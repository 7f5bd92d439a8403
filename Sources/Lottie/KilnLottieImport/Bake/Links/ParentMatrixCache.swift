internal import KilnGeometry

/// Cache of the matrices of some layers in very long chains of parents, so that a layer's matrix takes few products
/// however many ancestors it has: the matrix of every 64th layer of a chain is computed once for each time.
///
/// Shorter chains are not cached; their products are computed in the usual order.
package final class ParentMatrixCache {
  private static let distance = 64

  private struct Key: Hashable {
    var layer: Int
    var time: Double
  }

  private let isCached: [Bool]
  private var flat: [Key: Affine] = [:]
  private var spatial: [Key: SpatialAffine] = [:]
  private var changes: [Int: ChangeTimes] = [:]
  /// Matrices that were computed so far.
  package private(set) var computedCount = 0

  /// Nil if no chain is longer than the distance of cached layers.
  ///
  /// - Parameter parents: Without cycles.
  init?(_ parents: [Int?]) {
    let depths = Self.depths(parents)
    guard depths.contains(where: { $0 > Self.distance }) else { return nil }
    isCached = depths.map { $0 > 0 && $0.isMultiple(of: Self.distance) }
  }

  /// Number of ancestors of each layer.
  private static func depths(_ parents: [Int?]) -> [Int] {
    var depths = [Int?](repeating: nil, count: parents.count)
    for start in parents.indices {
      var walk: [Int] = []
      var next: Int? = start
      while let layer = next, depths[layer] == nil {
        walk.append(layer)
        next = parents[layer]
      }
      for layer in walk.reversed() { depths[layer] = parents[layer].map { (depths[$0] ?? 0) + 1 } ?? 0 }
    }
    return depths.map { $0 ?? 0 }
  }

  func contains(_ layer: Int) -> Bool { isCached[layer] }

  /// The matrix of a cached layer in the plane.
  ///
  /// - Parameter compute: May ask for the matrices of other cached layers.
  func matrix(of layer: Int, at time: Double, _ compute: () -> Affine) -> Affine {
    let key = Key(layer: layer, time: time)
    if let cached = flat[key] { return cached }
    let computed = compute()
    computedCount += 1
    flat[key] = computed
    return computed
  }

  /// The matrix of a cached layer in space.
  ///
  /// - Parameter compute: May ask for the matrices of other cached layers.
  func spatialMatrix(of layer: Int, at time: Double, _ compute: () -> SpatialAffine) -> SpatialAffine {
    let key = Key(layer: layer, time: time)
    if let cached = spatial[key] { return cached }
    let computed = compute()
    computedCount += 1
    spatial[key] = computed
    return computed
  }

  /// Times at which the matrix of a cached layer changes.
  func changes(of layer: Int, _ compute: () -> ChangeTimes) -> ChangeTimes {
    if let cached = changes[layer] { return cached }
    let computed = compute()
    changes[layer] = computed
    return computed
  }
}

internal import KilnGeometry

/// Matrices of some layers in very long chains of parents, so that a layer's matrix takes few products however many
/// ancestors it has: every 64th layer of a chain is a milestone, whose matrix is computed once for each time.
///
/// Shorter chains have none, and their products are the same as ever.
final class ParentMilestones {
  private static let distance = 64

  private struct Key: Hashable {
    var layer: Int
    var time: Double
  }

  private let isMilestone: [Bool]
  private var flat: [Key: Affine] = [:]
  private var spatial: [Key: SpatialAffine] = [:]
  private var changes: [Int: ChangeTimes] = [:]
  /// Matrices that were computed so far.
  private(set) var computedCount = 0

  /// Nil if no chain is longer than a milestone's distance.
  ///
  /// - Parameter parents: Without cycles.
  init?(_ parents: [Int?]) {
    let depths = Self.depths(parents)
    guard depths.contains(where: { $0 > Self.distance }) else { return nil }
    isMilestone = depths.map { $0 > 0 && $0.isMultiple(of: Self.distance) }
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

  func contains(_ layer: Int) -> Bool { isMilestone[layer] }

  /// A milestone's matrix in the plane.
  ///
  /// - Parameter compute: May ask for other milestones' matrices.
  func matrix(of layer: Int, at time: Double, _ compute: () -> Affine) -> Affine {
    let key = Key(layer: layer, time: time)
    if let cached = flat[key] { return cached }
    let computed = compute()
    computedCount += 1
    flat[key] = computed
    return computed
  }

  /// A milestone's matrix in space.
  ///
  /// - Parameter compute: May ask for other milestones' matrices.
  func spatialMatrix(of layer: Int, at time: Double, _ compute: () -> SpatialAffine) -> SpatialAffine {
    let key = Key(layer: layer, time: time)
    if let cached = spatial[key] { return cached }
    let computed = compute()
    computedCount += 1
    spatial[key] = computed
    return computed
  }

  /// When a milestone's matrix changes.
  func changes(of layer: Int, _ compute: () -> ChangeTimes) -> ChangeTimes {
    if let cached = changes[layer] { return cached }
    let computed = compute()
    changes[layer] = computed
    return computed
  }
}

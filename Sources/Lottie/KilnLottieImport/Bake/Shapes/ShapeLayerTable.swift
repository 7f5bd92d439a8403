/// Bakers of shape layers, kept for the next use of their composition as long as they do not take too much memory.
///
/// The limits of a document bound what is in its file, but every use of a composition with expressions has a baker of its
/// own, and bakers keep modified paths, of which equal ones are one in the timeline.
struct ShapeLayerTable {
  private var bakers: [CompositionBaker.LayerUse: ShapeLayerBaker] = [:]
  private var weights: [CompositionBaker.LayerUse: Int] = [:]
  private var weight = 0

  /// Weight of all bakers, above which those of other layers are given up: some hundred megabytes.
  private static let maximumWeight = 500_000

  /// Takes a baker out; nil if there is none.
  mutating func remove(_ key: CompositionBaker.LayerUse) -> ShapeLayerBaker? {
    guard let baker = bakers.removeValue(forKey: key) else { return nil }
    weight -= weights[key] ?? 0
    return baker
  }

  /// Keeps a baker for the next use.
  mutating func insert(_ baker: ShapeLayerBaker, for key: CompositionBaker.LayerUse) {
    let own = baker.weight
    if weight + own > Self.maximumWeight {
      bakers = [:]
      weight = 0
    }
    weight += own
    weights[key] = own
    bakers[key] = baker
  }

  /// Whether a layer has had a baker before.
  func wasMade(_ key: CompositionBaker.LayerUse) -> Bool { weights[key] != nil }
}

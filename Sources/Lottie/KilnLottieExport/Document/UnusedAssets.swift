internal import KilnJSON
internal import KilnLottieFormat

/// The assets that only expressions, or layers that only expressions have read, have needed.
struct UnusedAssets {
  /// Assets that layers show after the edits, and did before them.
  private let used: ShownAssets
  private let wasUsed: ShownAssets

  /// - Parameter edits: Those that remove layers.
  init(_ root: JSONValue, _ edits: JSONEdits) {
    used = ShownAssets(root) { !edits.isRemoved($0) }
    wasUsed = ShownAssets(root) { _ in true }
  }

  /// Whether an asset goes: because only layers which are gone have shown it, or as a composition that only expressions name.
  ///
  /// - Parameter isNamed: Whether an expression names something so.
  func contains(_ asset: JSONValue, isNamed: (String) -> Bool) -> Bool {
    guard let id = asset["id"]?.identifier, !used.contains(id) else { return false }
    if wasUsed.contains(id) { return true }
    return asset["layers"] != nil && [id, asset.string("nm") ?? id].contains(where: isNamed)
  }
}

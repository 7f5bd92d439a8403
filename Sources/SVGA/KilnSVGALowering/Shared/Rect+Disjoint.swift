internal import KilnGeometry

extension [Rect] {
  /// Number of rectangles above which pairs are no longer compared.
  private static let maximumCount = 32

  /// Whether no two of the rectangles share an area. More than 32 are assumed to overlap.
  var areDisjoint: Bool {
    guard count <= Self.maximumCount else { return false }
    for (index, rect) in enumerated() {
      for other in self[..<index] where rect.overlaps(other) { return false }
    }
    return true
  }
}

extension Rect {
  /// Whether the rectangles share an area; a common edge is none.
  func overlaps(_ other: Rect) -> Bool {
    let shared = intersection(other)
    return shared.width > 0 && shared.height > 0
  }
}

internal import KilnGeometry

/// A rectangle that contains what is seen of a space.
struct SeenArea: Sendable, Hashable {
  /// Nil if all of it may be.
  private(set) var bounds: Rect? = .empty

  static let whole = SeenArea(bounds: nil)

  static func part(_ bounds: Rect) -> SeenArea { SeenArea(bounds: bounds) }

  /// Adds what is seen at another time.
  mutating func add(_ other: SeenArea) {
    bounds = bounds.flatMap { known in other.bounds.map(known.union) }
  }

  /// The part of the area inside of a rectangle.
  func clipped(to rect: Rect) -> SeenArea { .part(bounds.map(rect.intersection) ?? rect) }

  /// The area in the space that a transform leads from.
  func seen(through transform: Affine) -> SeenArea {
    guard let bounds else { return self }
    if bounds.isEmpty { return .part(.empty) }
    guard let back = transform.inverse else { return .whole }
    let rect = back.apply(bounds)
    return rect.isFinite ? .part(rect) : .whole
  }
}

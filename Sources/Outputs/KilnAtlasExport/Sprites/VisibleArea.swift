internal import KilnGeometry

/// Bounds of the visible part of a space.
struct VisibleArea: Sendable, Hashable {
  /// Nil if all of it may be.
  private(set) var bounds: Rect? = .empty

  static let whole = VisibleArea(bounds: nil)

  static func part(_ bounds: Rect) -> VisibleArea { VisibleArea(bounds: bounds) }

  /// Adds the visible part in another frame.
  mutating func add(_ other: VisibleArea) {
    bounds = bounds.flatMap { known in other.bounds.map(known.union) }
  }

  /// The part of the area inside of a rectangle.
  func clipped(to rect: Rect) -> VisibleArea { .part(bounds.map(rect.intersection) ?? rect) }

  /// The area in the space that a transform leads from.
  func visible(through transform: Affine) -> VisibleArea {
    guard let bounds else { return self }
    if bounds.isEmpty { return .part(.empty) }
    guard let back = transform.inverse else { return .whole }
    let rect = back.apply(bounds)
    return rect.isFinite ? .part(rect) : .whole
  }
}

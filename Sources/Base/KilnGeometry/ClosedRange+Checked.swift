// Ranges, rectangles and whole numbers from computed numbers. The standard initializers trap on NaN, on infinity, and on
// bounds that are out of order; these never do.

extension ClosedRange<Double> {
  /// The range between two computed numbers; nil unless both are finite and in order.
  @inlinable
  public init?(checking lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self = lower...upper
  }

  /// The smallest range that contains both.
  @inlinable
  public func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

extension Rect {
  /// The rectangle itself; nil if it is empty or an edge is not finite.
  @inlinable public var checked: Rect? { isFinite && !isEmpty ? self : nil }

  /// The range `minX...maxX`; nil where `checked` is nil.
  @inlinable public var horizontalRange: ClosedRange<Double>? {
    checked.flatMap { ClosedRange(checking: $0.minX, $0.maxX) }
  }
}

extension Int {
  /// Truncates a computed number towards zero and clamps it to a range; NaN gives the lower bound.
  @inlinable
  public init(clamping value: Double, to range: ClosedRange<Int>) {
    guard value > Double(range.lowerBound) else {
      self = range.lowerBound
      return
    }
    self = value < Double(range.upperBound) ? Int(value) : range.upperBound
  }
}

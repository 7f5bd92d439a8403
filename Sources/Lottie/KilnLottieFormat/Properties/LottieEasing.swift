public import KilnGeometry

/// Easing between two keyframes, `o` and `i`: one curve for all components, or one for each; empty for linear.
public struct LottieEasing: Sendable, Hashable {
  /// Nearly always the only one, so it is kept without an array.
  private var first: CubicEasing?
  private var others: [CubicEasing] = []
}

extension LottieEasing: RandomAccessCollection {
  /// Index of the first curve: 0.
  public var startIndex: Int { 0 }
  /// One past the last curve.
  public var endIndex: Int { first == nil ? 0 : 1 + others.count }

  /// The curve of a component.
  public subscript(index: Int) -> CubicEasing {
    if index == 0, let first { return first }
    return others[index - 1]
  }

  /// Adds the next component's curve.
  mutating func append(_ curve: CubicEasing) {
    if first == nil { first = curve } else { others.append(curve) }
  }
}

extension LottieEasing: ExpressibleByArrayLiteral {
  /// The curves of the components.
  public init(arrayLiteral curves: CubicEasing...) {
    for curve in curves { append(curve) }
  }
}

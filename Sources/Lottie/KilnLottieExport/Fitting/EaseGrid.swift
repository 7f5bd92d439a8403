/// Coarse grid of abscissas of easings' control points.
enum EaseGrid {
  /// A pair of abscissas, with a table of the curve's parameters by its abscissa.
  struct Point: Sendable {
    let x1: Double
    let x2: Double
    private let parameters: [Double]
    private static let steps = 64

    init(_ x1: Double, _ x2: Double) {
      (self.x1, self.x2) = (x1, x2)
      parameters = (0...Self.steps).map { step in
        let x = Double(step) / Double(Self.steps)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
          let t = (low + high) / 2
          let rest = 1 - t
          if 3 * rest * t * (rest * x1 + t * x2) + t * t * t < x { low = t } else { high = t }
        }
        return (low + high) / 2
      }
    }

    /// The curve's parameter at an abscissa of 0…1, interpolated in the table.
    @inline(__always)
    func parameter(at x: Double) -> Double {
      let place = x * Double(Self.steps)
      let index = max(0, min(Self.steps - 1, Int(place)))
      return parameters[index] + (parameters[index + 1] - parameters[index]) * (place - Double(index))
    }
  }

  /// All pairs of seven abscissas.
  static let points: [Point] = (0..<49).map { Point(Double($0 / 7) / 6, Double($0 % 7) / 6) }
}

internal import KilnGeometry

// Curve operations of the zig-zag and path offset modifiers.

extension CubicCurve {
  /// The same curve; handles that coincide with their ends are moved to a third of the chord, so that it has a direction
  /// everywhere.
  var linearized: CubicCurve {
    CubicCurve(
      start, start.isNear(control1) ? start.interpolated(to: end, by: 1 / 3) : control1,
      end.isNear(control2) ? start.interpolated(to: end, by: 2 / 3) : control2, end)
  }

  /// Direction and speed at parameter `t`.
  func derivative(at t: Double) -> Point {
    let u = 1 - t
    return ((control1 - start) * (u * u) + (control2 - control1) * (2 * u * t) + (end - control2) * (t * t)) * 3
  }
}

extension Point {
  /// The vector of length 1 to the left of this direction on screen; lottie-web's choice without direction.
  var leftNormal: Point {
    let direction = normalized
    return direction == .zero ? Point(1, 0) : Point(direction.y, -direction.x)
  }

  /// Whether coordinates agree but for rounding, by lottie-web's measure.
  func isNear(_ other: Point) -> Bool { x.isNear(other.x) && y.isNear(other.y) }
}

extension Double {
  /// Whether two numbers agree to five digits. Nothing but zero agrees with zero.
  func isNear(_ other: Double) -> Bool { abs(self - other) * 100_000 <= Swift.min(abs(self), abs(other)) }
}

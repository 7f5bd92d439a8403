internal import KilnGeometry

// The one place where Lottie's units become the timeline's.

extension Double {
  /// A Lottie percentage as a factor.
  var fromPercent: Double { self / 100 }

  /// Lottie degrees as radians.
  package var fromDegrees: Double { self * Scalar.radiansPerDegree }

  /// A Lottie opacity, 0…100 and clamped there, as a factor.
  var fromOpacityPercent: Double { self > 0 ? Swift.min(1, self / 100) : 0 }
}

extension SIMD4 where Scalar == Double {
  /// A component of a shape's colour as lottie-web paints it: stored as a 32-bit float of 0…255, then rounded down.
  func paintedComponent(_ index: Int) -> Double {
    let value = Double(Float(self[index] * 255)).rounded(.down)
    return value > 0 ? Swift.min(255, value) / 255 : 0
  }
}

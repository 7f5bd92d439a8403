// The platform's C library, for the functions that Swift's numeric types lack. Modules above use these instead of
// importing a C library themselves.

internal import KilnPlatform

/// Elementary functions of `Double`.
public enum Scalar {
  /// Radians in one degree.
  public static let radiansPerDegree = Double.pi / 180

  /// Sine and cosine of an angle in radians.
  public static func sineCosine(_ radians: Double) -> (sine: Double, cosine: Double) { (sin(radians), cos(radians)) }

  /// Tangent of an angle in radians.
  public static func tangent(_ radians: Double) -> Double { tan(radians) }

  /// `base` to the power of `exponent`.
  public static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// e to the power of `exponent`.
  public static func exponential(_ exponent: Double) -> Double { exp(exponent) }

  /// Natural logarithm of a positive number.
  public static func logarithm(_ number: Double) -> Double { log(number) }

  /// Angle of the vector (x, y) in radians, −π…π, clockwise on screen from the x axis.
  public static func angle(x: Double, y: Double) -> Double { atan2(y, x) }

  /// Inverse tangent in radians.
  public static func arcTangent(_ tangent: Double) -> Double { atan(tangent) }

  /// Inverse sine in radians; NaN outside of −1…1.
  public static func arcSine(_ sine: Double) -> Double { asin(sine) }

  /// Inverse cosine in radians; the argument is clamped to −1…1.
  public static func arcCosine(_ cosine: Double) -> Double { acos(max(-1, min(1, cosine))) }
}

internal import KilnGeometry

/// The functions and constants of `Math`.
enum NativeMath: String {
  case abs, acos, asin, atan, atan2, ceil, cos, exp, floor, log, max, min, pow, round, sin, sqrt, tan

  static func constant(_ name: String) -> Double? {
    switch name {
    case "PI": .pi
    default: nil
    }
  }

  func callAsFunction(_ arguments: [NativeValue]) throws(NativeStop) -> Double {
    switch self {
    case .max, .min: return try extreme(arguments)
    case .atan2, .pow:
      guard arguments.count >= 2 else { throw .unknown }
      let (a, b) = (try arguments[0].toNumber(), try arguments[1].toNumber())
      return self == .pow ? Self.power(a, b) : Scalar.angle(x: b, y: a)
    default:
      guard let first = arguments.first else { throw .unknown }
      return of(try first.toNumber())
    }
  }

  private func of(_ x: Double) -> Double {
    switch self {
    case .abs: Swift.abs(x)
    case .acos: x >= -1 && x <= 1 ? Scalar.arcCosine(x) : .nan
    case .asin: Scalar.arcSine(x)
    case .atan: Scalar.arcTangent(x)
    case .ceil: x.rounded(.up)
    case .cos: Scalar.sineCosine(x).cosine
    case .exp: Scalar.exponential(x)
    case .floor: x.rounded(.down)
    case .log: Scalar.logarithm(x)
    case .round: Self.rounded(x)
    case .sin: Scalar.sineCosine(x).sine
    case .sqrt: x.squareRoot()
    case .tan: Scalar.tangent(x)
    case .atan2, .max, .min, .pow: .nan
    }
  }

  private func extreme(_ arguments: [NativeValue]) throws(NativeStop) -> Double {
    var result = self == .max ? -Double.infinity : .infinity
    for argument in arguments {
      let number = try argument.toNumber()
      if number.isNaN || result.isNaN {
        result = .nan
      } else if number == 0, result == 0 {
        // Zero is greater than its negative.
        let isNegative =
          self == .max
          ? number.sign == .minus && result.sign == .minus
          : number.sign == .minus || result.sign == .minus
        result = isNegative ? -0.0 : 0
      } else if self == .max ? number > result : number < result {
        result = number
      }
    }
    return result
  }

  /// Halves are rounded up.
  static func rounded(_ x: Double) -> Double {
    let up = x.rounded(.up)
    return up - 0.5 > x ? up - 1 : up
  }

  /// As the engine does it: small powers are products.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN || exponent.isInfinite && Swift.abs(base) == 1 { return .nan }
    if exponent == 0.5 { return base.isInfinite ? .infinity : (0 + base).squareRoot() }
    if exponent == -0.5 { return base.isInfinite ? 0 : 1 / (0 + base).squareRoot() }
    guard let whole = Int(exactly: exponent), (0...1000).contains(whole) else { return Scalar.power(base, exponent) }
    var (result, factor, rest) = (1.0, base, whole)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}

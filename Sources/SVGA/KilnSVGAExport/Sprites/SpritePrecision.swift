internal import KilnGeometry
internal import KilnSVGAFormat

/// Step sizes for the numbers of one sprite, such that rounding moves no point by more than the tolerance.
///
/// Steps are powers of two: a float that is rounded to one ends in zero bits, which zlib packs away.
struct SpritePrecision {
  /// Share of the tolerance for outlines; the rest is for transforms.
  private static let outlineShare = 0.75
  /// Distance by which nearly straight outlines may move in addition to the tolerance, as a share of it.
  private static let flatShare = 0.4
  /// Distance by which outlines may move in addition to the tolerance if one curve replaces several, as a share of it.
  private static let joinShare = 0.8

  /// Decimals of path data.
  let decimals: Int
  /// Distance between two neighbouring coordinates of path data.
  let outlineStep: Double
  /// Distance by which outlines may move where they are nearly straight, in sprite space.
  let flatness: Double
  /// Distance by which outlines may move if one curve replaces several, in sprite space.
  let joinTolerance: Double
  private let lengthStep: Double
  private let coefficientStep: Double
  private let translationStep: Double

  /// - Parameters:
  ///   - extent: Largest absolute coordinate of the sprite, in sprite space.
  ///   - scale: Largest scale at which it is drawn.
  init(extent: Double, scale: Double, options: SVGAExporter.Options) {
    // The tolerance in the sprite's own space. A sprite smaller than a millionth is not seen at all.
    let scale = max(scale, 1e-6)
    let tolerance = options.tolerance * Self.outlineShare / scale
    var decimals = 0
    var step = 1.0
    // Rounding moves a point by up to half a step in x and in y, that is by √½ steps.
    while step * 0.5.squareRoot() > tolerance, decimals < 6 {
      decimals += 1
      step /= 10
    }
    self.decimals = decimals
    outlineStep = step
    flatness = options.tolerance * Self.flatShare / scale
    joinTolerance = options.tolerance * Self.joinShare / scale
    lengthStep = Self.powerOfTwo(atMost: tolerance)
    // Motion may take the part of the tolerance that the outline leaves.
    let motion = options.tolerance - min(Self.outlineShare * options.tolerance, step * 0.5.squareRoot() * scale)
    // A coordinate moves by half a step of the translation, and by half a step of each of two coefficients times the
    // extent.
    translationStep = Self.powerOfTwo(atMost: motion)
    coefficientStep = Self.powerOfTwo(atMost: motion / 2 / max(extent, 1))
  }

  /// A length or coordinate in the sprite's space, rounded.
  func length(_ value: Double) -> Float { Float((value / lengthStep).rounded() * lengthStep) }

  /// A length that must not become 0, rounded. One below half a step stays as it is: rounded up, a thin stroke would
  /// become wide where the sprite is drawn at a larger scale than its precision is made for.
  func positiveLength(_ value: Double) -> Float {
    let steps = (value / lengthStep).rounded()
    return steps >= 1 ? Float(steps * lengthStep) : max(Float(value), .leastNormalMagnitude)
  }

  /// A transform, rounded. All coefficients share a step, so that a rotation stays one.
  func transform(_ transform: Affine) -> SVGATransform {
    var result = SVGATransform()
    result.a = nonZero(transform.a)
    result.b = coefficient(transform.b)
    result.c = coefficient(transform.c)
    result.d = nonZero(transform.d)
    result.tx = Float((transform.tx / translationStep).rounded() * translationStep)
    result.ty = Float((transform.ty / translationStep).rounded() * translationStep)
    return result
  }

  private func coefficient(_ value: Double) -> Float { Float((value / coefficientStep).rounded() * coefficientStep) }

  private func nonZero(_ value: Double) -> Float {
    let rounded = coefficient(value)
    let smallest = Float(SVGAPlayers.smallestCoefficient)
    return abs(rounded) >= smallest ? rounded : value < 0 ? -smallest : smallest
  }

  private static func powerOfTwo(atMost value: Double) -> Double {
    let value = max(0x1p-24, min(1, value))
    return Double(sign: .plus, exponent: value.exponent, significand: 1)
  }
}

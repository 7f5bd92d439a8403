internal import KilnGeometry

/// Transforms of successive frames as rotation, scale and skew, as documents hold them.
///
/// A matrix can be written in two ways, turned by 180° and flipped or not; the nearer to the one before is taken, so that
/// flips and full turns stay continuous.
struct TransformParts: Sendable {
  /// Degrees, without jumps at full turns.
  private(set) var rotations: [Double] = []
  /// Factors along both axes.
  private(set) var scales: [Size] = []
  /// Degrees, with the sign of Lottie's `sk`, along the x axis.
  private(set) var skews: [Double] = []

  init(_ transforms: [Affine]) {
    rotations.reserveCapacity(transforms.count)
    scales.reserveCapacity(transforms.count)
    skews.reserveCapacity(transforms.count)
    for transform in transforms { append(transform) }
    // A skew of numerical noise would cost two properties.
    if skews.allSatisfy({ abs($0) < 0.02 }) { skews = skews.map { _ in 0 } }
  }

  /// Whether some transform is skewed.
  var isSkewed: Bool { skews.contains { $0 != 0 } }

  private mutating func append(_ transform: Affine) {
    let height = Point(transform.c, transform.d).length
    var width = Point(transform.a, transform.b).length
    var rotation = rotations.last ?? 0
    if width > 1e-9 {
      rotation = Self.degrees(x: transform.a, y: transform.b)
    } else if height > 1e-9 {
      rotation = Self.degrees(x: transform.d, y: -transform.c)
    }
    if let last = rotations.last {
      let halfTurns = ((rotation - last) / 180).rounded()
      rotation -= 180 * halfTurns
      if halfTurns.truncatingRemainder(dividingBy: 2) != 0 { width = -width }
    } else if abs(rotation) > 90.001 {
      rotation -= rotation < 0 ? -180 : 180
      width = -width
    }
    let (sine, cosine) = Scalar.sineCosine(rotation * Scalar.radiansPerDegree)
    // The y axis, rotated back.
    let (x, y) = (cosine * transform.c + sine * transform.d, cosine * transform.d - sine * transform.c)
    var skew = height > 1e-9 ? -Self.degrees(x: y, y: x) : skews.last ?? 0
    skew -= 180 * ((skew - (skews.last ?? 0)) / 180).rounded()
    rotations.append(rotation)
    scales.append(Size(width, y))
    skews.append(skew)
  }

  private static func degrees(x: Double, y: Double) -> Double { Scalar.angle(x: x, y: y) / Scalar.radiansPerDegree }

  /// The transform that players make of parts.
  static func transform(
    rotation: Double, scale: Size, skew: Double, position: Point, anchor: Point
  ) -> Affine {
    let (sine, cosine) = Scalar.sineCosine(rotation * Scalar.radiansPerDegree)
    let shear = Scalar.tangent(-skew * Scalar.radiansPerDegree) * scale.height
    let linear = Affine(
      a: scale.width * cosine, b: scale.width * sine, c: cosine * shear - sine * scale.height,
      d: sine * shear + cosine * scale.height, tx: 0, ty: 0)
    let offset = linear.apply(anchor)
    return Affine(
      a: linear.a, b: linear.b, c: linear.c, d: linear.d, tx: position.x - offset.x, ty: position.y - offset.y)
  }
}

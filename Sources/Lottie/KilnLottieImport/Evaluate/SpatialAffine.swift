internal import KilnGeometry
internal import KilnLottieFormat

/// An affine map of space, for layers out of the plane. z points away from the viewer's side as in lottie-web's
/// matrices: opposite to After Effects' z.
struct SpatialAffine: Equatable {
  /// Images of the three unit vectors.
  private var x: LottieVector
  private var y: LottieVector
  private var z: LottieVector
  private var translation: LottieVector

  /// Leaves every point where it is.
  static let identity = scale([1, 1, 1])

  /// Scales along the axes.
  static func scale(_ factors: LottieVector) -> SpatialAffine {
    SpatialAffine(x: [factors.x, 0, 0], y: [0, factors.y, 0], z: [0, 0, factors.z], translation: .zero)
  }

  /// Translates by a vector in pixels.
  static func translation(_ vector: LottieVector) -> SpatialAffine {
    SpatialAffine(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], translation: vector)
  }

  /// A map of the plane, which leaves z as it is.
  static func flat(_ map: Affine) -> SpatialAffine {
    SpatialAffine(x: [map.a, map.b, 0], y: [map.c, map.d, 0], z: [0, 0, 1], translation: [map.tx, map.ty, 0])
  }

  /// Rotates about an axis: 0 is x, 1 is y, 2 is z. The directions are lottie-web's.
  static func rotation(about axis: Int, radians: Double) -> SpatialAffine {
    let (s, c) = Scalar.sineCosine(radians)
    return switch axis {
    case 0: SpatialAffine(x: [1, 0, 0], y: [0, c, -s], z: [0, s, c], translation: .zero)
    case 1: SpatialAffine(x: [c, 0, s], y: [0, 1, 0], z: [-s, 0, c], translation: .zero)
    default: SpatialAffine(x: [c, s, 0], y: [-s, c, 0], z: [0, 0, 1], translation: .zero)
    }
  }

  /// `p * q` applies `q` first.
  static func * (p: SpatialAffine, q: SpatialAffine) -> SpatialAffine {
    SpatialAffine(
      x: p.rotated(q.x), y: p.rotated(q.y), z: p.rotated(q.z), translation: p.rotated(q.translation) + p.translation)
  }

  /// The map of the plane z = 0 in orthographic projection.
  var seenFromFront: Affine { Affine(a: x.x, b: x.y, c: y.x, d: y.y, tx: translation.x, ty: translation.y) }

  private func rotated(_ vector: LottieVector) -> LottieVector { x * vector.x + y * vector.y + z * vector.z }
}

internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat

/// An orientation in space over time, in degrees about x, y and z.
///
/// As in lottie-web it takes the shortest rotation at constant speed between keyframes, without easing and spatial
/// tangents.
struct OrientationTrack: ValueTrack {
  private let keyframes: Keyframes<LottieVector>

  init(_ property: borrowing LottieProperty<LottieVector>, _ parts: inout TrackParts) {
    keyframes = Keyframes(property, parts.expressions)
    parts.add(self)
  }

  var isAnimated: Bool { keyframes.isAnimated }
  var changes: ChangeTimes { isAnimated ? .always : .never }

  func value(at time: Double, in context: EvaluationContext) -> LottieVector {
    guard let expression = keyframes.expression else { return keyedValue(at: time) }
    return expression.value(at: time, in: context, keyed: keyedValue)
  }

  private func keyedValue(at time: Double) -> LottieVector {
    guard let index = keyframes.segmentIndex(at: time) else { return keyframes.fixed }
    let segment = keyframes.segments[index]
    guard !segment.isHold, time > segment.startTime, time < segment.endTime else { return keyframes.value(at: time) }
    let fraction = (time - segment.startTime) / (segment.endTime - segment.startTime)
    return Quaternion(degrees: segment.start).interpolated(to: Quaternion(degrees: segment.end), by: fraction).degrees
  }
}

/// A rotation in space as lottie-web's keyframes compute it (`createQuaternion`, `slerp` and `quaternionToEuler`).
private struct Quaternion {
  private var vector: SIMD4<Double>

  init(degrees: LottieVector) {
    let (s1, c1) = Scalar.sineCosine(degrees.x.fromDegrees / 2)
    let (s2, c2) = Scalar.sineCosine(degrees.y.fromDegrees / 2)
    let (s3, c3) = Scalar.sineCosine(degrees.z.fromDegrees / 2)
    vector = [
      s1 * s2 * c3 + c1 * c2 * s3, s1 * c2 * c3 + c1 * s2 * s3, c1 * s2 * c3 - s1 * c2 * s3,
      c1 * c2 * c3 - s1 * s2 * s3,
    ]
  }

  private init(_ vector: SIMD4<Double>) { self.vector = vector }

  func interpolated(to end: Quaternion, by fraction: Double) -> Quaternion {
    let product = (vector * end.vector).sum()
    let cosine = abs(product)
    // The opposite quaternion is the same rotation; the nearer one is the shorter way.
    let target = product < 0 ? -end.vector : end.vector
    guard 1 - cosine > 1e-6 else { return Quaternion(vector * (1 - fraction) + target * fraction) }
    let angle = Scalar.arcCosine(cosine)
    let sine = Scalar.sineCosine(angle).sine
    let weight = Scalar.sineCosine((1 - fraction) * angle).sine / sine
    return Quaternion(vector * weight + target * (Scalar.sineCosine(fraction * angle).sine / sine))
  }

  var degrees: LottieVector {
    let (x, y, z, w) = (vector.x, vector.y, vector.z, vector.w)
    let attitude = Double.pi / 2 - Scalar.arcCosine(2 * (x * y + z * w))
    let radians: LottieVector = [
      Scalar.angle(x: 1 - 2 * y * y - 2 * z * z, y: 2 * y * w - 2 * x * z), attitude,
      Scalar.angle(x: 1 - 2 * x * x - 2 * z * z, y: 2 * x * w - 2 * y * z),
    ]
    return radians / Scalar.radiansPerDegree
  }
}

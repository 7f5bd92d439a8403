internal import Geometry
internal import LottieFormat

/// A layer's or group's transform over time.
///
/// A class, because a copy of its many tracks costs as much as a matrix.
final class TransformTrack {
  private let anchor: VectorTrack
  private let position: PositionTrack
  private let scale: VectorTrack
  private let rotation: Track<Double>
  private let spatial: SpatialRotationTrack?
  private let skew: Track<Double>
  private let skewAxis: Track<Double>
  private let isAutoOriented: Bool
  let opacity: Track<Double>
  /// Whether the transform leaves the plane.
  var isSpatial: Bool { spatial != nil }
  /// Whether the matrix changes over time.
  let isMoving: Bool
  /// When it does.
  let changes: ChangeTimes
  /// The matrix if it never does.
  private var fixedMatrix: Affine?

  init(_ transform: borrowing LottieTransform, isAutoOriented: Bool = false) {
    anchor = VectorTrack(transform.anchor)
    position = PositionTrack(transform.position)
    scale = VectorTrack(transform.scale)
    rotation = Track(transform.rotation)
    spatial = transform.spatial.map(SpatialRotationTrack.init)
    skew = Track(transform.skew)
    skewAxis = Track(transform.skewAxis)
    opacity = Track(transform.opacity)
    self.isAutoOriented = isAutoOriented
    isMoving =
      anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated || skew.isAnimated
      || skewAxis.isAnimated || spatial?.isAnimated ?? false
    guard isMoving else {
      changes = .never
      fixedMatrix = matrix(at: 0)
      return
    }
    changes = ChangeTimes(anyOf: [
      anchor.changes, isAutoOriented && position.isAnimated ? .always : position.changes, scale.changes,
      rotation.changes, skew.changes, skewAxis.changes, spatial?.changes ?? .never,
    ])
  }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double) -> Double { opacity.value(at: time).fromOpacityPercent }

  /// Own space → parent space: away from the anchor scale, skew, turn, turn with the motion, then move to the position.
  func matrix(at time: Double) -> Affine {
    if let fixedMatrix { return fixedMatrix }
    if isSpatial { return spatialMatrix(at: time).seenFromFront }
    let anchor = anchor.value(at: time)
    let scale = scale.value(at: time)
    let position = position.value(at: time)
    return .translation(position.x, position.y) * orientation(at: time)
      * .rotation(radians: rotation.value(at: time).fromDegrees) * skew(at: time)
      * .scale(scale.x.fromPercent, scale.y.fromPercent) * .translation(-anchor.x, -anchor.y)
  }

  /// The same in space.
  func spatialMatrix(at time: Double) -> SpatialAffine {
    let anchor = anchor.value(at: time)
    let position = position.value(at: time)
    let turn = SpatialAffine.rotation(about: 2, radians: rotation.value(at: time).fromDegrees)
    return .translation([position.x, position.y, -position.z]) * .flat(orientation(at: time))
      * (spatial?.rotation(at: time) ?? .identity) * turn * .flat(skew(at: time))
      * .scale(scale.value(at: time) / 100) * .translation([-anchor.x, -anchor.y, anchor.z])
  }

  /// The turn with the motion.
  private func orientation(at time: Double) -> Affine {
    isAutoOriented ? .rotation(radians: position.direction(at: time)) : .identity
  }

  private func skew(at time: Double) -> Affine {
    let angle = skew.value(at: time)
    return angle == 0
      ? .identity : .skew(radians: angle.fromDegrees, axis: skewAxis.value(at: time).fromDegrees)
  }
}

extension Affine {
  /// Slants along an axis: turn the axis to horizontal, slant, turn back. Both angles are radians.
  static func skew(radians angle: Double, axis: Double) -> Affine {
    let slant = Affine(a: 1, b: 0, c: -Scalar.tangent(angle), d: 1, tx: 0, ty: 0)
    return .rotation(radians: -axis) * slant * .rotation(radians: axis)
  }
}

/// A position over time, in one property or in one a component.
enum PositionTrack {
  case combined(VectorTrack)
  case split(x: Track<Double>, y: Track<Double>, z: Track<Double>)

  init(_ position: borrowing LottieTransform.Position) {
    switch position {
    case .combined(let property): self = .combined(VectorTrack(property))
    case .split(let x, let y, let z): self = .split(x: Track(x), y: Track(y), z: Track(z))
    }
  }

  var isAnimated: Bool {
    switch self {
    case .combined(let track): track.isAnimated
    case .split(let x, let y, let z): x.isAnimated || y.isAnimated || z.isAnimated
    }
  }

  var changes: ChangeTimes {
    switch self {
    case .combined(let track): track.changes
    case .split(let x, let y, let z): ChangeTimes(anyOf: [x.changes, y.changes, z.changes])
    }
  }

  func value(at time: Double) -> LottieVector {
    switch self {
    case .combined(let track): track.value(at: time)
    case .split(let x, let y, let z): [x.value(at: time), y.value(at: time), z.value(at: time)]
    }
  }

  /// Direction of the motion in radians; 0 when nothing moves. The steps are lottie-web's.
  func direction(at time: Double) -> Double {
    let motion: LottieVector
    switch self {
    case .combined(let track):
      guard let first = track.firstTime, let last = track.lastTime else { return 0 }
      if time <= first {
        motion = Self.motion(track.value(at:), from: first, to: first + 0.01)
      } else if time >= last {
        motion = Self.motion(track.value(at:), from: last - 0.05, to: last)
      } else {
        motion = Self.motion(track.value(at:), from: time - 0.01, to: time)
      }
    case .split(let x, let y, _):
      // lottie-web looks at x' keyframes only to tell where the motion starts and ends, and needs keyframes in both.
      guard let first = x.segments.first?.startTime, let last = x.segments.last?.endTime, y.isAnimated else { return 0 }
      func step(_ track: Track<Double>) -> Double {
        let start = track.segments.first?.startTime ?? first
        let end = track.segments.last?.endTime ?? last
        if time <= first { return track.value(at: start + 0.01) - track.value(at: start) }
        if time >= last { return track.value(at: end) - track.value(at: end - 0.01) }
        return track.value(at: time) - track.value(at: time - 0.01)
      }
      motion = [step(x), step(y), 0]
    }
    return Scalar.angle(x: motion.x, y: motion.y)
  }

  /// Difference of two places. lottie-web keeps them as 32-bit floats, which shows in so short a time.
  private static func motion(_ value: (Double) -> LottieVector, from start: Double, to end: Double) -> LottieVector {
    LottieVector(SIMD3<Float>(value(end))) - LottieVector(SIMD3<Float>(value(start)))
  }
}

/// Rotations out of the plane.
private struct SpatialRotationTrack {
  let x: Track<Double>
  let y: Track<Double>
  let orientation: OrientationTrack

  init(_ rotation: LottieTransform.SpatialRotation) {
    x = Track(rotation.x)
    y = Track(rotation.y)
    orientation = OrientationTrack(rotation.orientation)
  }

  var isAnimated: Bool { x.isAnimated || y.isAnimated || orientation.isAnimated }
  var changes: ChangeTimes { ChangeTimes(anyOf: [x.changes, y.changes, orientation.changes]) }

  /// What comes after the turn about z: turns about y and x, then by the orientation's z, y and x.
  func rotation(at time: Double) -> SpatialAffine {
    let orientation = orientation.value(at: time)
    let turns: [(axis: Int, degrees: Double)] = [
      (1, y.value(at: time)), (0, x.value(at: time)), (2, orientation.z), (1, orientation.y), (0, orientation.x),
    ]
    return turns.reduce(.identity) { .rotation(about: $1.axis, radians: $1.degrees.fromDegrees) * $0 }
  }
}

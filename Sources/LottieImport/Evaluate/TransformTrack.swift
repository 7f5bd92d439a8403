internal import Geometry
internal import LottieFormat

/// A layer's or group's transform over time.
struct TransformTrack {
  private let anchor: VectorTrack
  private let position: PositionTrack
  private let scale: VectorTrack
  private let rotation: Track<Double>
  private let spatial: SpatialRotationTrack?
  private let skew: Track<Double>
  private let skewAxis: Track<Double>
  private let isAutoOriented: Bool
  let opacity: Track<Double>
  /// Whether the matrix changes over time.
  let isMoving: Bool

  init(_ transform: LottieTransform, isAutoOriented: Bool = false) {
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
  }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double) -> Double { opacity.value(at: time).fromOpacityPercent }

  /// Own space → parent space: away from the anchor scale, skew, turn, turn with the motion, then move to the position.
  func matrix(at time: Double) -> Affine {
    let anchor = anchor.value(at: time)
    let scale = scale.value(at: time)
    let position = position.value(at: time)
    var matrix = Affine.translation(position.x, position.y)
    if isAutoOriented { matrix = matrix * .rotation(radians: self.position.direction(at: time)) }
    matrix = matrix * rotation(at: time)
    let skew = skew.value(at: time)
    if skew != 0 { matrix = matrix * Self.skew(skew.fromDegrees, axis: skewAxis.value(at: time).fromDegrees) }
    return matrix * .scale(scale.x.fromPercent, scale.y.fromPercent) * .translation(-anchor.x, -anchor.y)
  }

  private func rotation(at time: Double) -> Affine {
    let angle = rotation.value(at: time).fromDegrees
    guard let spatial else { return .rotation(radians: angle) }
    return spatial.projection(at: time, z: angle)
  }

  /// Slants along an axis: turn the axis to horizontal, slant, turn back.
  private static func skew(_ angle: Double, axis: Double) -> Affine {
    let slant = Affine(a: 1, b: 0, c: -Scalar.tangent(angle), d: 1, tx: 0, ty: 0)
    return .rotation(radians: -axis) * slant * .rotation(radians: axis)
  }
}

/// A position over time, in one property or in one a component.
private enum PositionTrack {
  case combined(VectorTrack)
  case split(x: Track<Double>, y: Track<Double>)

  init(_ position: LottieTransform.Position) {
    switch position {
    case .combined(let property): self = .combined(VectorTrack(property))
    case .split(let x, let y): self = .split(x: Track(x), y: Track(y))
    }
  }

  var isAnimated: Bool {
    switch self {
    case .combined(let track): track.isAnimated
    case .split(let x, let y): x.isAnimated || y.isAnimated
    }
  }

  func value(at time: Double) -> Point {
    switch self {
    case .combined(let track): track.value(at: time).point
    case .split(let x, let y): Point(x.value(at: time), y.value(at: time))
    }
  }

  /// Direction of the motion in radians; 0 when nothing moves. The steps are lottie-web's.
  func direction(at time: Double) -> Double {
    guard isAnimated else { return 0 }
    let motion: Point
    if time <= firstTime {
      motion = value(at: firstTime + 0.01) - value(at: firstTime)
    } else if time >= lastTime {
      motion = value(at: lastTime) - value(at: lastTime - lastStep)
    } else {
      motion = value(at: time) - value(at: time - 0.01)
    }
    return Scalar.angle(x: motion.x, y: motion.y)
  }

  private var lastStep: Double {
    if case .combined = self { 0.05 } else { 0.01 }
  }

  private var firstTime: Double {
    switch self {
    case .combined(let track): track.firstTime ?? 0
    case .split(let x, let y): min(x.segments.first?.startTime ?? .infinity, y.segments.first?.startTime ?? .infinity)
    }
  }

  private var lastTime: Double {
    switch self {
    case .combined(let track): track.lastTime ?? 0
    case .split(let x, let y): max(x.segments.last?.endTime ?? -.infinity, y.segments.last?.endTime ?? -.infinity)
    }
  }
}

/// Rotations out of the plane. The result is seen straight from the front, without perspective, as in lottie-web's SVG.
private struct SpatialRotationTrack {
  let x: Track<Double>
  let y: Track<Double>
  let orientation: Track<LottieVector>

  init(_ rotation: LottieTransform.SpatialRotation) {
    x = Track(rotation.x)
    y = Track(rotation.y)
    orientation = Track(rotation.orientation)
  }

  var isAnimated: Bool { x.isAnimated || y.isAnimated || orientation.isAnimated }

  /// What becomes of the plane when it is turned about z, y and x, then by the orientation's z, y and x.
  func projection(at time: Double, z: Double) -> Affine {
    let orientation = orientation.value(at: time)
    let angles: [(axis: Int, degrees: Double)] = [
      (1, y.value(at: time)), (0, x.value(at: time)), (2, orientation.z), (1, orientation.y), (0, orientation.x),
    ]
    func turned(_ start: LottieVector) -> LottieVector {
      angles.reduce(Self.turned(start, about: 2, radians: z)) { vector, turn in
        Self.turned(vector, about: turn.axis, radians: turn.degrees.fromDegrees)
      }
    }
    let i = turned([1, 0, 0])
    let j = turned([0, 1, 0])
    return Affine(a: i.x, b: i.y, c: j.x, d: j.y, tx: 0, ty: 0)
  }

  private static func turned(_ v: LottieVector, about axis: Int, radians: Double) -> LottieVector {
    let (s, c) = Scalar.sineCosine(radians)
    switch axis {
    case 0: return [v.x, v.y * c + v.z * s, -v.y * s + v.z * c]
    case 1: return [v.x * c - v.z * s, v.y, v.x * s + v.z * c]
    default: return [v.x * c - v.y * s, v.x * s + v.y * c, v.z]
    }
  }
}

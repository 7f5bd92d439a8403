internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// A layer's or group's transform over time.
struct TransformTrack {
  /// Own space → parent space.
  let matrix: CompositeTrack<TransformMatrix>
  private let opacity: Track<Double>

  /// - Parameter firstFrame: As `TrackParts.firstFrame`.
  init(
    _ transform: LottieTransform, isAutoOriented: Bool = false, firstFrame: Double = -.infinity,
    _ expressions: ExpressionRunner?
  ) {
    matrix = CompositeTrack(expressions) { parts in
      parts.firstFrame = firstFrame
      return TransformMatrix(transform, isAutoOriented: isAutoOriented, &parts)
    }
    opacity = Track(single: transform.opacity, expressions)
  }

  /// Whether the transform leaves the plane.
  var isSpatial: Bool { matrix.formula.isSpatial }

  /// Whether the opacity is always 1.
  var isOpaque: Bool { opacity.constant.map { $0 >= 100 } ?? false }

  /// Whether the opacity is 0 at a keyframe.
  var reachesTransparency: Bool { opacity.reachesZero }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double, in context: EvaluationContext) -> Double {
    opacity.value(at: time, in: context).fromOpacityPercent
  }
}

/// The matrix of a transform: translates by −anchor, scales, skews, rotates, rotates along the motion path if the layer is
/// auto-oriented, and translates to the position.
struct TransformMatrix: TrackFormula {
  private let anchor: VectorTrack
  private let position: PositionTrack
  private let scale: VectorTrack
  private let rotation: Track<Double>
  private let spatial: SpatialRotation?
  private let skew: Track<Double>
  private let skewAxis: Track<Double>
  private let isAutoOriented: Bool

  init(_ transform: borrowing LottieTransform, isAutoOriented: Bool, _ parts: inout TrackParts) {
    anchor = VectorTrack(transform.anchor, &parts)
    position = PositionTrack(transform.position, isAutoOriented: isAutoOriented, &parts)
    scale = VectorTrack(transform.scale, &parts)
    rotation = Track(transform.rotation, &parts)
    spatial = transform.spatial.map { SpatialRotation($0, &parts) }
    skew = Track(transform.skew, &parts)
    skewAxis = Track(transform.skewAxis, &parts)
    self.isAutoOriented = isAutoOriented
  }

  /// Whether the transform leaves the plane.
  var isSpatial: Bool { spatial != nil }

  func value(at time: Double, in context: EvaluationContext) -> Affine {
    if isSpatial { return spatialMatrix(at: time, in: context).seenFromFront }
    let anchor = anchor.value(at: time, in: context)
    let scale = scale.value(at: time, in: context)
    let position = position.value(at: time, in: context)
    return .translation(position.x, position.y) * orientation(at: time, in: context)
      * .rotation(radians: rotation.value(at: time, in: context).fromDegrees) * skew(at: time, in: context)
      * .scale(scale.x.fromPercent, scale.y.fromPercent) * .translation(-anchor.x, -anchor.y)
  }

  /// Position, anchor, scale and rotation, that along the motion path included; opacity is 1.
  func parts(at time: Double, in context: EvaluationContext) -> LayerPlacement.Parts {
    let (anchor, scale) = (anchor.value(at: time, in: context), scale.value(at: time, in: context))
    let position = self.position.value(at: time, in: context)
    let direction = direction(at: time, in: context) / Scalar.radiansPerDegree
    return LayerPlacement.Parts(
      position: Point(position.x, position.y), anchor: Point(anchor.x, anchor.y),
      scale: Point(scale.x.fromPercent, scale.y.fromPercent),
      rotation: rotation.value(at: time, in: context) + direction, opacity: 1)
  }

  /// The same in three dimensions.
  func spatialMatrix(at time: Double, in context: EvaluationContext) -> SpatialAffine {
    let anchor = anchor.value(at: time, in: context)
    let position = position.value(at: time, in: context)
    let turn = SpatialAffine.rotation(about: 2, radians: rotation.value(at: time, in: context).fromDegrees)
    return .translation([position.x, position.y, -position.z]) * .flat(orientation(at: time, in: context))
      * (spatial?.value(at: time, in: context) ?? .identity) * turn * .flat(skew(at: time, in: context))
      * .scale(scale.value(at: time, in: context) / 100) * .translation([-anchor.x, -anchor.y, anchor.z])
  }

  /// Rotation along the motion path.
  private func orientation(at time: Double, in context: EvaluationContext) -> Affine {
    isAutoOriented ? .rotation(radians: direction(at: time, in: context)) : .identity
  }

  /// Angle along the motion path in radians; 0 if the layer is not auto-oriented.
  ///
  /// A layer at rest keeps its angle until another part of its transform changes: only then lottie-web computes it again.
  private func direction(at time: Double, in context: EvaluationContext) -> Double {
    guard isAutoOriented else { return 0 }
    if let direction = position.direction(at: time) { return direction }
    guard let arrival = position.lastArrival(upTo: time) else { return 0 }
    return isSame(at: arrival.time, and: time, in: context) ? arrival.direction : 0
  }

  /// Whether all parts but the direction have the same values at two times.
  private func isSame(at first: Double, and second: Double, in context: EvaluationContext) -> Bool {
    func stays<Value: Equatable>(_ value: (Double) -> Value) -> Bool { value(first) == value(second) }
    return stays { position.value(at: $0, in: context) } && stays { anchor.value(at: $0, in: context) }
      && stays { scale.value(at: $0, in: context) } && stays { rotation.value(at: $0, in: context) }
      && stays { skew.value(at: $0, in: context) }
      && stays { skewAxis.value(at: $0, in: context) } && stays { spatial?.value(at: $0, in: context) }
  }

  private func skew(at time: Double, in context: EvaluationContext) -> Affine {
    let angle = skew.value(at: time, in: context)
    return angle == 0
      ? .identity
      : .skew(radians: angle.fromDegrees, axis: skewAxis.value(at: time, in: context).fromDegrees)
  }
}

extension Affine {
  /// Skews along an axis. Both angles are radians.
  static func skew(radians angle: Double, axis: Double) -> Affine {
    let slant = Affine(a: 1, b: 0, c: -Scalar.tangent(angle), d: 1, tx: 0, ty: 0)
    return .rotation(radians: -axis) * slant * .rotation(radians: axis)
  }
}

/// Rotations out of the plane.
private struct SpatialRotation: TrackFormula {
  private let x: Track<Double>
  private let y: Track<Double>
  private let orientation: OrientationTrack

  init(_ rotation: LottieTransform.SpatialRotation, _ parts: inout TrackParts) {
    x = Track(rotation.x, &parts)
    y = Track(rotation.y, &parts)
    orientation = OrientationTrack(rotation.orientation, &parts)
  }

  /// Rotations that follow the one about z: about y and x, then by the orientation's z, y and x.
  func value(at time: Double, in context: EvaluationContext) -> SpatialAffine {
    let orientation = orientation.value(at: time, in: context)
    let turns: [(axis: Int, degrees: Double)] = [
      (1, y.value(at: time, in: context)), (0, x.value(at: time, in: context)), (2, orientation.z),
      (1, orientation.y), (0, orientation.x),
    ]
    return turns.reduce(.identity) { .rotation(about: $1.axis, radians: $1.degrees.fromDegrees) * $0 }
  }
}

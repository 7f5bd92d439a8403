package import KilnGeometry
package import KilnLottieFormat
internal import KilnTimeline

/// A transform over time, without expressions.
package struct TransformSampler {
  private let track: TransformTrack

  /// The transform of a layer or group.
  ///
  /// - Parameter isAutoOriented: Whether it is rotated along its motion path.
  package init(_ transform: LottieTransform, isAutoOriented: Bool = false) {
    track = TransformTrack(transform, isAutoOriented: isAutoOriented, nil)
  }

  /// Times at which anything but the opacity changes.
  package var changes: ChangeTimes { track.matrix.changes }

  /// Whether it leaves the plane.
  package var isSpatial: Bool { track.isSpatial }

  /// Own space → parent space at a time in frames.
  package func matrix(at time: Double) -> Affine { track.matrix.value(at: time, in: .constant) }

  /// Rotation at a time in frames, that along the motion path included, in degrees clockwise.
  package func rotation(at time: Double) -> Double { track.matrix.formula.parts(at: time, in: .constant).rotation }

  /// Anchor at a time in frames.
  package func anchor(at time: Double) -> Point { track.matrix.formula.parts(at: time, in: .constant).anchor }
}

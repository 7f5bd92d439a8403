internal import KilnGeometry
internal import KilnLottieFormat

/// A position over time: one property, or one property a component.
enum PositionTrack: TrackFormula {
  case combined(VectorTrack)
  case split(x: Track<Double>, y: Track<Double>, z: Track<Double>)

  /// - Parameter isAutoOriented: Whether `direction` is used.
  init(_ position: borrowing LottieTransform.Position, isAutoOriented: Bool = false, _ parts: inout TrackParts) {
    let isAnimated: Bool
    switch position {
    case .combined(let property):
      let track = VectorTrack(property, &parts)
      isAnimated = track.isAnimated
      self = .combined(track)
    case .split(let x, let y, let z):
      let (x, y, z) = (Track(x, &parts), Track(y, &parts), Track(z, &parts))
      isAnimated = x.isAnimated || y.isAnimated || z.isAnimated
      self = .split(x: x, y: y, z: z)
    }
    // The direction is measured from a moment before, which may be on the other side of a keyframe.
    if isAutoOriented, isAnimated { parts.addAnimated(.always) }
  }

  func value(at time: Double, in context: EvaluationContext) -> LottieVector {
    switch self {
    case .combined(let track): track.value(at: time, in: context)
    case .split(let x, let y, let z):
      [x.value(at: time, in: context), y.value(at: time, in: context), z.value(at: time, in: context)]
    }
  }

  /// Time in frames of the keyframe at which the last motion up to a time has ended, and its direction in radians; nil if
  /// there was none.
  func lastArrival(upTo time: Double) -> (time: Double, direction: Double)? {
    let isMoving = { direction(at: $0) != nil }
    let end: Double?
    switch self {
    case .combined(let track): end = track.lastEnd(upTo: time, where: isMoving)
    case .split(let x, let y, _):
      let ends = [x, y].compactMap { $0.lastEnd(upTo: time, where: isMoving) }
      end = ends.max()
    }
    return end.flatMap { end in direction(at: end).map { (end, $0) } }
  }

  /// Direction of the motion in radians; nil when nothing moves. The steps are lottie-web's, which takes the keyframes'
  /// values also where there is an expression.
  func direction(at time: Double) -> Double? {
    let motion: LottieVector
    switch self {
    case .combined(let track):
      guard let keys = track.keyTimes else { return nil }
      if time <= keys.first {
        motion = Self.motion(of: track, from: keys.first, to: keys.first + 0.01)
      } else if time >= keys.last {
        motion = Self.motion(of: track, from: keys.last - 0.05, to: keys.last)
      } else {
        motion = Self.motion(of: track, from: time - 0.01, to: time)
      }
    case .split(let x, let y, _):
      // lottie-web looks at x' keyframes only to tell where the motion starts and ends, and needs keyframes in both.
      guard let keys = x.keyTimes, y.isAnimated else { return nil }
      func step(_ track: Track<Double>) -> Double {
        let (start, end) = track.keyTimes ?? keys
        let (from, to) =
          time <= keys.first ? (start, start + 0.01) : time >= keys.last ? (end - 0.01, end) : (time - 0.01, time)
        return track.keyedValue(at: to) - track.keyedValue(at: from)
      }
      motion = [step(x), step(y), 0]
    }
    return motion.x == 0 && motion.y == 0 ? nil : Scalar.angle(x: motion.x, y: motion.y)
  }

  /// Difference of two positions. lottie-web keeps them as 32-bit floats, which matters for so short a time.
  private static func motion(
    of track: VectorTrack, from start: Double, to end: Double
  ) -> LottieVector {
    LottieVector(SIMD3<Float>(track.keyedValue(at: end))) - LottieVector(SIMD3<Float>(track.keyedValue(at: start)))
  }
}

internal import KilnGeometry
internal import KilnLottieExpressions
package import KilnLottieFormat

/// A position or other vector over time. Between keyframes with spatial tangents it runs along a curve.
package struct VectorTrack: ValueTrack {
  private let keyframes: Keyframes<LottieVector>
  /// One a segment; nil where the value is interpolated component by component.
  private let curves: [SpatialCurve?]
  /// One a segment: the time from which on the value is the end of its curve; nil if it is never lost on the way.
  private let curveEnds: [Double?]

  var isAnimated: Bool { keyframes.isAnimated }
  package var changes: ChangeTimes {
    keyframes.changes(
      isCurve: { curves[$0] != nil }, sameCourse: { curves[$0]?.isEqual(to: curves[$1]) ?? (curves[$1] == nil) })
  }
  /// Times of the first and the last keyframe in frames; nil if the property is fixed.
  var keyTimes: (first: Double, last: Double)? { keyframes.times }

  package init(_ property: borrowing LottieProperty<LottieVector>, _ parts: inout TrackParts) {
    let keyframes = Keyframes(property, parts.expressions)
    self.keyframes = keyframes
    let keys = property.keyframes
    curves = keyframes.segments.indices.map { index in
      let segment = keyframes.segments[index]
      guard let leaving = keys[index].outTangent else { return nil }
      return SpatialCurve(
        from: segment.start, leaving: leaving, arriving: keys[index].inTangent ?? .zero, to: segment.end,
        // lottie-web looks for straight lines only where the next key has a value of its own, or in the plane.
        staysCurve: keys[index + 1].start == nil && !keys[index].isPlanar)
    }
    let firstFrame = parts.firstFrame
    curveEnds = zip(curves, keyframes.segments).map { $0 == nil ? nil : Self.loss(in: $1, playedFrom: firstFrame) }
    parts.add(self)
  }

  /// Frames of a segment that are played to find where the search along its curve is lost.
  private static var maximumHistory: Int { 200 }

  /// The first frame from which on lottie-web stays at the end of a curve, if it plays whole frames from the segment's start
  /// or, where that is later, from the frame that shows the property first.
  ///
  /// It searches from where it was in the frame before, forwards only: from progress that is negative, or less than before,
  /// the search runs to the end, and on from there.
  private static func loss(in segment: Keyframes<LottieVector>.Segment, playedFrom firstFrame: Double) -> Double? {
    guard let easing = segment.easing.first else { return nil }
    if [easing.control1.y, easing.control2.y].allSatisfy((0...1).contains) { return nil }
    var (frame, reached) = (max(segment.startTime, firstFrame).rounded(.up), 0.0)
    for _ in 0..<maximumHistory where frame < segment.endTime {
      let progress = segment.progress(at: frame)[0]
      if progress < reached || progress >= 1 { return frame }
      reached = progress
      frame += 1
    }
    return nil
  }

  /// Most properties are fixed, so that their path is inlined.
  @inline(__always)
  func value(at time: Double, in context: EvaluationContext) -> LottieVector {
    guard isAnimated else { return keyframes.fixed }
    guard let expression = keyframes.expression else { return keyedValue(at: time) }
    return expression.value(at: time, in: context, keyed: keyedValue)
  }

  /// Time in frames of the latest end of a segment, up to a time, at which a condition holds; nil if there is none.
  func lastEnd(upTo time: Double, where condition: (Double) -> Bool) -> Double? {
    keyframes.lastEnd(upTo: time, where: condition)
  }

  /// The value of the keyframes at a time, without expression.
  func keyedValue(at time: Double) -> LottieVector {
    guard let index = keyframes.segmentIndex(at: time), let curve = curves[index] else {
      return keyframes.value(at: time)
    }
    if time < keyframes.segments[index].startTime { return keyframes.segments[index].start }
    if time >= keyframes.segments[index].endTime { return keyframes.segments[index].end }
    if let end = curveEnds[index], time >= end { return curve.end }
    // As in lottie-web a hold does not stop motion along a curve.
    return curve.value(at: keyframes.segments[index].progress(at: time)[0])
  }
}

/// A curve through space between two keyframes, run through at constant speed before easing.
///
/// Sampled as in lottie-web (`bez.js`): 150 points, straight in between.
struct SpatialCurve {
  private static let sampleCount = 150
  private let samples: [LottieVector]
  /// Distance along the curve to each sample.
  private let distances: [Double]

  /// Nil for a straight line, which needs no sampling.
  ///
  /// - Parameter staysCurve: Samples straight lines, too: their control points may lie beyond their ends.
  init?(
    from start: LottieVector, leaving: LottieVector, arriving: LottieVector, to end: LottieVector, staysCurve: Bool
  ) {
    if start == end && leaving == .zero && arriving == .zero { return nil }
    let control1 = start + leaving
    let control2 = end + arriving
    if !staysCurve, start != end && Self.areOnLine(start, end, control1) && Self.areOnLine(start, end, control2) {
      return nil
    }
    var total = 0.0
    var last = start
    var samples: [LottieVector] = []
    var distances: [Double] = []
    samples.reserveCapacity(Self.sampleCount)
    distances.reserveCapacity(Self.sampleCount)
    for index in 0..<Self.sampleCount {
      let t = Double(index) / Double(Self.sampleCount - 1)
      let u = 1 - t
      let sample = start * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t) + end * (t * t * t)
      if index > 0 {
        let step = sample - last
        total += (step * step).sum().squareRoot()
      }
      last = sample
      samples.append(sample)
      distances.append(total)
    }
    self.samples = samples
    self.distances = distances
  }

  /// The point at an eased progress. Beyond either end it is the end point, also for negative progress.
  func value(at progress: Double) -> LottieVector {
    let last = samples.count - 1
    let distance = distances[last] * progress
    if distance == 0 { return samples[0] }
    guard distance > 0, distance < distances[last] else { return samples[last] }
    let low = (0..<last).lastIndexOfPrefix(where: { distances[$0] <= distance })
    let high = low + 1
    let length = distances[high] - distances[low]
    let fraction = length > 0 ? (distance - distances[low]) / length : 0
    return samples[low] + (samples[high] - samples[low]) * fraction
  }

  /// The point at the end.
  var end: LottieVector { samples[samples.count - 1] }

  /// Whether two curves with equal ends have the same samples.
  func isEqual(to other: SpatialCurve?) -> Bool { samples == other?.samples }

  /// lottie-web's test, in the plane.
  private static func areOnLine(_ a: LottieVector, _ b: LottieVector, _ c: LottieVector) -> Bool {
    abs(Point.cross(b.point - a.point, c.point - a.point)) < 0.001
  }
}

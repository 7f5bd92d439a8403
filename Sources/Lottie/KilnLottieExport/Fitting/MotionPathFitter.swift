internal import KilnGeometry

/// Fits keyframes with motion paths to positions: curves that no ease along a chord can meet.
struct MotionPathFitter {
  private let samples: SampledValues
  private let tolerance: Double
  private let decimals: Int
  private let points: [SIMD2<Double>]
  private var straight: SegmentFitter

  /// Frames of a segment at most; longer ones are seldom met, and cost time.
  private static let maximumLength = 240
  private static let iterationLimit = 12

  private struct Segment {
    var ease: KeyframeEase
    var tangents: MotionTangents?
  }

  /// Nil if the positions leave the plane.
  init?(_ samples: SampledValues, tolerance: Double, decimals: Int) {
    guard samples.dimensions == 2 || samples.dimensions == 3, samples.count > 0 else { return nil }
    if samples.dimensions == 3 {
      let depth = samples.values[2]
      guard (0..<samples.count).allSatisfy({ samples.values[$0 * 3 + 2] == depth }) else { return nil }
    }
    (self.samples, self.tolerance, self.decimals) = (samples, tolerance, decimals)
    points = (0..<samples.count).map { index in
      let row = samples.row(index)
      return SIMD2(row[row.startIndex], row[row.startIndex + 1])
    }
    straight = SegmentFitter(
      samples, tolerance: Array(repeating: tolerance, count: samples.dimensions), decimals: decimals, easeDecimals: 5)
  }

  /// - Parameters:
  ///   - holds: Ascending indices of rows after which the value is held until the next row.
  ///   - breaks: Ascending indices of rows that are keyframes in any case.
  mutating func fit(holdAfter holds: [Int], breakAt breaks: [Int]) -> [FittedKeyframe] {
    var keyframes: [FittedKeyframe] = []
    var start = 0
    var breaks = breaks[...]
    for end in holds.filter({ $0 >= 0 && $0 < samples.count - 1 }) + [samples.count - 1] where end >= start {
      while start < end {
        breaks = breaks.drop { $0 <= start }
        let (next, segment) = longestSegment(from: start, through: min(end, breaks.first ?? end))
        var keyframe = FittedKeyframe(time: samples.times[start], value: straight.value(start), ease: segment.ease)
        keyframe.tangents = segment.tangents
        keyframes.append(keyframe)
        start = next
      }
      keyframes.append(FittedKeyframe(time: samples.times[end], value: straight.value(end), ease: .hold))
      start = end + 1
    }
    return keyframes
  }

  /// The longest straight or curved segment, whichever is longer.
  private mutating func longestSegment(from start: Int, through end: Int) -> (end: Int, Segment) {
    let (straightEnd, ease) = straight.longestSegment(from: start, through: end)
    var best = (straightEnd, Segment(ease: ease))
    guard ease != .hold, straightEnd < end else { return best }
    var failed = min(end, start + Self.maximumLength) + 1
    var step = max(4, straightEnd - start + 1)
    while start + step < failed {
      if let segment = curve(from: start, to: start + step) {
        best = (start + step, segment)
        step *= 2
      } else {
        failed = start + step
      }
    }
    while failed - best.0 > 1 {
      let middle = (best.0 + failed) / 2
      guard middle - start > 3 else { break }
      if let segment = curve(from: start, to: middle) { best = (middle, segment) } else { failed = middle }
    }
    return best
  }

  // MARK: - Curves

  private func curve(from start: Int, to end: Int) -> Segment? {
    guard end - start > 3, samples.times[end] - samples.times[start] < 1.5 * Double(end - start) else { return nil }
    guard let (controls, parameters) = controls(start, end) else { return nil }
    let (first, last) = (rounded(start), rounded(end))
    let tangents = (rounded(controls.0 - first), rounded(controls.1 - last))
    let curve = MotionCurve(first, first + tangents.0, last + tangents.1, last)
    guard curve.length > 4 * tolerance, let ease = ease(along: curve, parameters, start, end) else { return nil }
    let rest = Array(repeating: 0.0, count: samples.dimensions - 2)
    return Segment(
      ease: ease,
      tangents: MotionTangents(start: [tangents.0.x, tangents.0.y] + rest, end: [tangents.1.x, tangents.1.y] + rest))
  }

  private func rounded(_ index: Int) -> SIMD2<Double> {
    let row = straight.value(index)
    return SIMD2(row[0], row[1])
  }

  private func rounded(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(point.x.rounded(decimals: decimals), point.y.rounded(decimals: decimals))
  }

  /// Control points by least squares, with the parameters of the inner samples; nil if they miss one.
  private func controls(
    _ start: Int, _ end: Int
  ) -> (controls: (SIMD2<Double>, SIMD2<Double>), parameters: [Double])? {
    var parameters = chordParameters(start, end)
    guard !parameters.isEmpty else { return nil }
    let (a, d) = (rounded(start), rounded(end))
    for iteration in 0..<Self.iterationLimit {
      guard let (b, c) = leastSquares(a, d, parameters, start) else { return nil }
      var error = 0.0
      for index in parameters.indices {
        let offset = MotionCurve.point(a, b, c, d, at: parameters[index]) - points[start + 1 + index]
        error = max(error, (offset * offset).sum().squareRoot())
      }
      if error <= tolerance * 0.6 { return ((b, c), parameters) }
      guard iteration < 4 || error < 8 * tolerance else { return nil }
      for index in parameters.indices {
        parameters[index] = nearest(parameters[index], points[start + 1 + index], a, b, c, d)
      }
    }
    return nil
  }

  /// Shares of the length of the polyline; empty if there is none.
  private func chordParameters(_ start: Int, _ end: Int) -> [Double] {
    var lengths = [0.0]
    for index in start + 1...end {
      let step = points[index] - points[index - 1]
      lengths.append((lengths.last ?? 0) + (step * step).sum().squareRoot())
    }
    guard let total = lengths.last, total > 4 * tolerance, total.isFinite else { return [] }
    return lengths.dropFirst().dropLast().map { $0 / total }
  }

  private func leastSquares(
    _ a: SIMD2<Double>, _ d: SIMD2<Double>, _ parameters: [Double], _ start: Int
  ) -> (SIMD2<Double>, SIMD2<Double>)? {
    var (bb, bc, cc) = (0.0, 0.0, 0.0)
    var (b, c) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for (index, t) in parameters.enumerated() {
      let rest = 1 - t
      let (weightB, weightC) = (3 * rest * rest * t, 3 * rest * t * t)
      var target = points[start + 1 + index]
      target -= a * (rest * rest * rest)
      target -= d * (t * t * t)
      bb += weightB * weightB
      bc += weightB * weightC
      cc += weightC * weightC
      b += target * weightB
      c += target * weightC
    }
    let determinant = bb * cc - bc * bc
    guard determinant > 1e-9 * bb * cc else { return nil }
    return ((b * cc - c * bc) / determinant, (c * bb - b * bc) / determinant)
  }

  /// One step of Newton's method towards the parameter of the curve's nearest point.
  private func nearest(
    _ t: Double, _ point: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) -> Double {
    let rest = 1 - t
    let offset = MotionCurve.point(a, b, c, d, at: t) - point
    let (ab, bc, cd) = (b - a, c - b, d - c)
    var velocity = ab * (3 * rest * rest)
    velocity += bc * (6 * rest * t)
    velocity += cd * (3 * t * t)
    var acceleration = (bc - ab) * (6 * rest)
    acceleration += (cd - bc) * (6 * t)
    let slope = (velocity * velocity).sum() + (offset * acceleration).sum()
    guard slope > 1e-12 else { return t }
    return min(1, max(0, t - (offset * velocity).sum() / slope))
  }

  /// The ease along a curve; nil if a sample is missed.
  private func ease(along curve: MotionCurve, _ parameters: [Double], _ start: Int, _ end: Int) -> KeyframeEase? {
    var progress = SampledValues(dimensions: 1)
    progress.reserveRows(end - start + 1)
    progress.append([0], at: samples.times[start])
    for (index, parameter) in parameters.enumerated() {
      progress.append([curve.length(at: parameter)], at: samples.times[start + 1 + index])
    }
    progress.append([curve.length], at: samples.times[end])
    var fitter = SegmentFitter(progress, tolerance: [tolerance * 0.7], decimals: 9, easeDecimals: 5)
    guard let ease = fitter.ease(from: 0, to: progress.count - 1) else { return nil }
    // Players differ in what is beyond the ends of a path.
    if case .cubic(let easing) = ease, easing.control1.y < 0 || easing.control2.y > 1 { return nil }
    let duration = samples.times[end] - samples.times[start]
    for index in start + 1..<end {
      let place = ease.progress(at: (samples.times[index] - samples.times[start]) / duration) * curve.length
      let offset = curve.point(atLength: place) - points[index]
      guard (offset * offset).sum() <= tolerance * tolerance else { return nil }
    }
    return ease
  }
}

/// Joins neighbouring curves and lines to one curve that is as near to all of them as a tolerance.
///
/// Curves of drawing programs and of fitted outlines often have more points than the tolerance requires. Curves are
/// joined where they meet without a corner; on the edge of an area also across corners, and with lines, that are hardly
/// larger than the tolerance.
struct CurveJoiner {
  /// A curve that is joined.
  private struct Segment {
    let curve: CubicCurve
    let isLine: Bool
  }

  /// Samples of each curve that is joined, its end included.
  private static let sampleCount = 8
  /// Maximum number of reparameterizations of a curve that nearly fits.
  private static let maximumRefinementCount = 2
  /// Maximum number of curves that become one.
  private static let maximumCurveCount = 8
  /// Cosine of the largest angle between the directions in which curves meet: about two degrees.
  private static let cornerCosine = 0.9994
  /// Cosine of the largest angle by which a joined curve turns: 100 degrees. Others rarely fit.
  private static let turnCosine = -0.17
  /// Maximum distance to which the shorter curve at a corner leads away from the longer one, in tolerances.
  private static let cornerReach = 8.0
  /// Length of the longest line that is joined, in tolerances.
  private static let lineReach = 40.0
  /// Length of joined curves that may turn by any angle, in tolerances.
  private static let turnReach = 60.0

  private let tolerance: Double
  private let isArea: Bool
  /// The curves that the joined one stands for, in order.
  private var segments: [Segment] = []
  /// The curve that stands for all so far.
  private(set) var joined: CubicCurve?
  /// Points of the curves that are joined.
  private var samples: [Point] = []
  private var parameters: [Double] = []

  /// - Parameters:
  ///   - tolerance: Maximum distance of the joined curve from the others; 0 joins none.
  ///   - isArea: Whether the curves are the edge of an area, not a stroke.
  init(tolerance: Double, isArea: Bool) {
    self.tolerance = tolerance
    self.isArea = isArea
  }

  /// Begins with a curve.
  mutating func begin(_ curve: CubicCurve, isLine: Bool = false) {
    joined = curve
    segments.append(Segment(curve: curve, isLine: isLine))
  }

  /// Joins a curve that starts where the last one ended; false if both cannot be one. Then another one begins.
  mutating func join(_ curve: CubicCurve, isLine: Bool = false) -> Bool {
    guard tolerance > 0, let last = joined, segments.count < Self.maximumCurveCount else { return false }
    let (from, to) = (last.startDirection, curve.endDirection)
    let (arriving, leaving) = (last.end.distance(to: last.control2), curve.start.distance(to: curve.control1))
    guard arriving + leaving > 0 else { return false }
    let hasLine = isLine || segments.last?.isLine == true
    let isSmooth = !hasLine && Point.dot(last.endDirection, curve.startDirection) >= Self.cornerCosine
    let mayJoin =
      isSmooth ? Point.dot(from, to) > Self.turnCosine || isSmall(last, curve) : mayRound(last, curve, hasLine: hasLine)
    guard mayJoin else { return false }
    if segments.count == 1 { addFirst(last) }
    // If the joined curve is divided at this parameter, its parts have handles of these lengths.
    add(curve, at: arriving / (arriving + leaving))
    guard let whole = isSmooth ? fitted(from: from, to: -to) ?? (isArea ? fitted() : nil) : fitted() else {
      return false
    }
    joined = whole
    segments.append(Segment(curve: curve, isLine: isLine))
    return true
  }

  /// Appends the curve that stands for all, or all of them where it has no fewer points. The next curve begins anew.
  ///
  /// - Parameter flatness: Maximum distance of a curve from the line that replaces it.
  mutating func finish(into path: inout Path, flatness: Double, strokeWidth: Double?) {
    guard let joined else { return }
    func append(_ curve: CubicCurve, isLine: Bool) {
      if isLine { path.line(to: curve.end) } else { path.cubic(curve.control1, curve.control2, to: curve.end) }
    }
    if segments.count > 1, segments.reduce(0, { $0 + ($1.isLine ? 1 : 3) }) >= 3 {
      append(joined, isLine: joined.isFlat(tolerance: flatness, strokeWidth: strokeWidth))
    } else {
      for segment in segments { append(segment.curve, isLine: segment.isLine) }
    }
    self.joined = nil
    segments.removeAll(keepingCapacity: true)
  }

  /// Whether one curve may stand for two curves of an area that meet in a corner, or of which one is a line.
  private func mayRound(_ last: CubicCurve, _ curve: CubicCurve, hasLine: Bool) -> Bool {
    guard isArea else { return false }
    let shorter = min(last.controlLength, curve.controlLength)
    if hasLine && shorter > Self.lineReach * tolerance { return false }
    let (arriving, leaving) = (last.endDirection, curve.startDirection)
    // Corners sharper than a right angle count as one.
    let sine = Point.dot(arriving, leaving) > 0 ? abs(Point.cross(arriving, leaving)) : 1
    return shorter * sine <= Self.cornerReach * tolerance
  }

  /// Whether both are so small that one curve may turn back.
  private func isSmall(_ last: CubicCurve, _ curve: CubicCurve) -> Bool {
    isArea && last.controlLength + curve.controlLength <= Self.turnReach * tolerance
  }

  private mutating func addFirst(_ curve: CubicCurve) {
    samples.removeAll(keepingCapacity: true)
    parameters.removeAll(keepingCapacity: true)
    samples.reserveCapacity(1 + Self.maximumCurveCount * Self.sampleCount)
    parameters.reserveCapacity(1 + Self.maximumCurveCount * Self.sampleCount)
    samples.append(curve.start)
    parameters.append(0)
    add(curve, at: 0)
  }

  /// Adds the samples of a curve, which are those of the joined one from a parameter on.
  private mutating func add(_ curve: CubicCurve, at division: Double) {
    if division > 0 { for index in parameters.indices { parameters[index] *= division } }
    for index in 1...Self.sampleCount {
      let parameter = Double(index) / Double(Self.sampleCount)
      samples.append(index == Self.sampleCount ? curve.end : curve.point(at: parameter))
      parameters.append(division + (1 - division) * parameter)
    }
  }

  /// A curve within tolerance of all samples; nil if there is none with these tangents.
  private mutating func fitted(from tangent: Point, to endTangent: Point) -> CubicCurve? {
    fitted { CubicFit.leastSquares($0, $1, tangent, endTangent) }
  }

  /// A curve within tolerance of all samples; nil if there is none.
  private mutating func fitted() -> CubicCurve? { fitted { CubicFit.leastSquares($0, $1) } }

  private mutating func fitted(
    _ fit: (UnsafeBufferPointer<Point>, UnsafeMutableBufferPointer<Double>) -> CubicCurve
  ) -> CubicCurve? {
    samples.withUnsafeBufferPointer { samples in
      parameters.withUnsafeMutableBufferPointer { parameters in
        for attempt in 0...Self.maximumRefinementCount {
          let curve = fit(samples, parameters)
          let error = CubicFit.largestError(of: curve, samples, parameters).error
          if error <= tolerance { return curve.control1.isFinite && curve.control2.isFinite ? curve : nil }
          guard attempt < Self.maximumRefinementCount, error < 8 * tolerance else { return nil }
          for index in samples.indices { parameters[index] = curve.refined(parameters[index], towards: samples[index]) }
        }
        return nil
      }
    }
  }
}

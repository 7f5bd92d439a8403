/// Joins neighbouring curves to one that is as near to all of them as a tolerance.
///
/// Curves are joined where they meet without a corner; those of drawing programs and of fitted outlines often have more
/// points than that takes.
struct CurveJoiner {
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

  private let tolerance: Double
  /// The curve that stands for all so far.
  private(set) var joined: CubicCurve?
  private var curveCount = 0
  /// Points of the curves that are joined.
  private var samples: [Point] = []
  private var parameters: [Double] = []

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Forgets the curves: the next one is the first again.
  mutating func reset() { joined = nil }

  /// Begins with a curve.
  mutating func begin(_ curve: CubicCurve) {
    joined = curve
    curveCount = 1
  }

  /// Joins a curve that starts where the last one ended; false if both cannot be one. Then another one begins.
  mutating func join(_ curve: CubicCurve) -> Bool {
    guard tolerance > 0, let last = joined, curveCount < Self.maximumCurveCount,
      Point.dot(last.endDirection, curve.startDirection) >= Self.cornerCosine
    else { return false }
    let (from, to) = (last.startDirection, curve.endDirection)
    let (arriving, leaving) = (last.end.distance(to: last.control2), curve.start.distance(to: curve.control1))
    guard Point.dot(from, to) > Self.turnCosine, arriving + leaving > 0 else { return false }
    if curveCount == 1 { addFirst(last) }
    // Where the joined curve is divided at this parameter, its parts have handles of these lengths.
    add(curve, at: arriving / (arriving + leaving))
    guard let whole = fitted(from: from, to: -to) else { return false }
    joined = whole
    curveCount += 1
    return true
  }

  private mutating func addFirst(_ curve: CubicCurve) {
    samples.removeAll(keepingCapacity: true)
    parameters.removeAll(keepingCapacity: true)
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
    samples.withUnsafeBufferPointer { samples in
      parameters.withUnsafeMutableBufferPointer { parameters in
        for attempt in 0...Self.maximumRefinementCount {
          let curve = CubicFit.leastSquares(samples, parameters, tangent, endTangent)
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

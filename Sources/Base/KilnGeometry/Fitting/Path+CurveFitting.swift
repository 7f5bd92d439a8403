extension Path {
  /// The path with smooth sequences of lines replaced by fitted cubics.
  ///
  /// Corners of more than about 25 degrees and existing curves are kept.
  ///
  /// - Parameter tolerance: Maximum distance between a curve and the end points and midpoints of its lines.
  public func fittingCurves(tolerance: Double) -> Path {
    guard tolerance > 0, verbs.count(where: { $0 == .line }) >= CurveFitter.minimumLineCount else { return self }
    var result = Path()
    var polyline: [Point] = []
    func finish() {
      if polyline.count > 1 { CurveFitter(polyline, tolerance: tolerance).append(to: &result) }
      polyline.removeAll(keepingCapacity: true)
    }
    var index = 0
    for verb in verbs {
      switch verb {
      case .move:
        finish()
        result.move(to: points[index])
        polyline.append(points[index])
      case .line:
        if let last = polyline.last, last == points[index] { break }
        if polyline.count > 1, Self.isCorner(polyline[polyline.count - 2], polyline[polyline.count - 1], points[index])
        {
          let last = polyline[polyline.count - 1]
          finish()
          polyline.append(last)
        }
        polyline.append(points[index])
      case .cubic:
        finish()
        result.cubic(points[index], points[index + 1], to: points[index + 2])
        polyline.append(points[index + 2])
      case .close:
        finish()
        result.close()
      }
      index += verb.pointCount
    }
    finish()
    return result
  }

  /// Whether the direction changes at `b` by more than about 25 degrees.
  private static func isCorner(_ a: Point, _ b: Point, _ c: Point) -> Bool {
    let (arriving, leaving) = (b - a, c - b)
    return Point.dot(arriving, leaving) < 0.9 * arriving.length * leaving.length
  }
}

/// Fits cubics to points of a smooth curve (P. Schneider, "An Algorithm for Automatically Fitting Digitized Curves",
/// Graphics Gems, 1990).
private struct CurveFitter {
  /// Minimum number of lines that a cubic replaces: it has three points itself.
  static let minimumLineCount = 3
  /// Maximum number of reparameterizations of a curve that nearly fits.
  private static let maximumRefinementCount = 3

  private let points: [Point]
  private let tolerance: Double
  /// The points and the midpoints of the lines between them, so that no detail is rounded off.
  private var samples: [Point] = []
  /// Distance of each sample to the one before.
  private var gaps: [Double] = []

  /// - Precondition: Adjacent points differ.
  init(_ points: [Point], tolerance: Double) {
    self.points = points
    self.tolerance = tolerance
    if points.count > Self.minimumLineCount { measure() }
  }

  /// Appends curves and lines from the first point, which is the path's current point, to the last.
  func append(to path: inout Path) {
    var parameters: [Double] = []
    parameters.reserveCapacity(samples.count)
    // Stack of ranges still to fit.
    var ranges = [(first: 0, last: points.count - 1)]
    while let (first, last) = ranges.popLast() {
      if last - first < Self.minimumLineCount {
        for index in first + 1...last { path.line(to: points[index]) }
        continue
      }
      var split = first
      if let curve = curve(first, last, &parameters, split: &split) {
        path.cubic(curve.control1, curve.control2, to: curve.end)
      } else {
        ranges.append((split, last))
        ranges.append((first, split))
      }
    }
  }

  private mutating func measure() {
    let count = 2 * points.count - 1
    samples.reserveCapacity(count)
    gaps.reserveCapacity(count)
    samples.append(points[0])
    gaps.append(0)
    for (a, b) in zip(points, points.dropFirst()) {
      let middle = a.interpolated(to: b, by: 0.5)
      samples.append(middle)
      gaps.append(a.distance(to: middle))
      samples.append(b)
      gaps.append(middle.distance(to: b))
    }
  }

  /// A curve within tolerance of the points of a range; otherwise nil, and `split` is the index to divide the range at.
  ///
  /// - Parameter parameters: Scratch memory for the parameters of samples.
  private func curve(_ first: Int, _ last: Int, _ parameters: inout [Double], split: inout Int) -> CubicCurve? {
    let range = 2 * first..<2 * last + 1
    chordLengths(range, &parameters)
    let (tangent, endTangent) = (tangent(at: first, in: first...last), -self.tangent(at: last, in: first...last))
    return samples.withUnsafeBufferPointer { samples in
      let samples = UnsafeBufferPointer(rebasing: samples[range])
      return parameters.withUnsafeMutableBufferPointer { parameters in
        for attempt in 0...Self.maximumRefinementCount {
          let curve = CubicFit.leastSquares(samples, parameters, tangent, endTangent)
          let (error, worst) = CubicFit.largestError(of: curve, samples, parameters)
          if error <= tolerance, curve.control1.isFinite, curve.control2.isFinite { return curve }
          // Away from the ends, which bounds the recursion depth.
          let margin = max(1, (last - first) / 8)
          split = min(last - margin, max(first + margin, first + (worst + 1) / 2))
          guard attempt < Self.maximumRefinementCount, error < 4 * tolerance else { return nil }
          for index in samples.indices { parameters[index] = curve.refined(parameters[index], towards: samples[index]) }
        }
        return nil
      }
    }
  }

  /// Sets the parameters to the samples' shares of the length of the polyline through them.
  private func chordLengths(_ range: Range<Int>, _ parameters: inout [Double]) {
    parameters.removeAll(keepingCapacity: true)
    var length = 0.0
    parameters.append(0)
    for index in range.dropFirst() {
      length += gaps[index]
      parameters.append(length)
    }
    for index in parameters.indices { parameters[index] /= length }
  }

  /// Unit tangent at a point: that of the parabola through it and its neighbours, or through the next two at an end.
  private func tangent(at index: Int, in range: ClosedRange<Int>) -> Point {
    let isClosed = points[0] == points[points.count - 1]
    let isInside = index > 0 && index < points.count - 1
    if isInside || isClosed {
      let before = points[isInside ? index - 1 : points.count - 2]
      let after = points[isInside ? index + 1 : 1]
      return Self.direction(points[index] - before, after - points[index], at: 0)
    }
    return index == range.lowerBound
      ? Self.direction(points[index + 1] - points[index], points[index + 2] - points[index + 1], at: -1)
      : Self.direction(points[index - 1] - points[index - 2], points[index] - points[index - 1], at: 1)
  }

  /// Unit tangent of the parabola through the ends of two consecutive lines: where they meet (0), at the start (-1) or at
  /// the end (1).
  private static func direction(_ a: Point, _ b: Point, at position: Double) -> Point {
    let (lengthA, lengthB) = (a.length, b.length)
    let (slopeA, slopeB) = (a * (1 / lengthA), b * (1 / lengthB))
    let bend = (slopeB - slopeA) * (1 / (lengthA + lengthB))
    if position < 0 { return (slopeA - bend * lengthA).normalized }
    if position > 0 { return (slopeB + bend * lengthB).normalized }
    return (slopeA + bend * lengthA).normalized
  }
}

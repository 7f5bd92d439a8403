package import KilnGeometry

/// Contours that are measured as one path, lazily and once.
package final class MeasuredPath {
  package let contours: [Contour]
  private(set) lazy var measured = contours.map(MeasuredContour.init)
  /// Sum of all contours' lengths.
  private(set) lazy var length = measured.reduce(0) { $0 + $1.length }

  package init(_ contours: [Contour]) { self.contours = contours }
}

/// A contour with the length of each segment: between 150 points, straight in between, as in lottie-web.
struct MeasuredContour {
  private static let sampleCount = 150
  let contour: Contour
  private let lengths: [Double]
  let length: Double

  init(_ contour: Contour) {
    self.contour = contour
    lengths = (0..<contour.segmentCount).map { index in
      let segment = contour.segment(index)
      let isLine = segment.control1 == segment.start && segment.control2 == segment.end
      if isLine { return segment.start.distance(to: segment.end) }
      return Self.distances(along: segment) { _ in true }.after
    }
    length = lengths.reduce(0, +)
  }

  /// Weights of a curve's four points at each sample.
  private static let weights: [SIMD4<Double>] = (0..<sampleCount).map { sample in
    let t = Double(sample) / Double(sampleCount - 1)
    let u = 1 - t
    return SIMD4(Scalar.power(u, 3), 3 * (u * u) * t, 3 * u * (t * t), Scalar.power(t, 3))
  }

  /// Distances along a curve to its samples, as long as they are wanted: the last two, and which sample is the last.
  @inline(__always)
  private static func distances(
    along curve: CubicCurve, while isWanted: (Double) -> Bool
  ) -> (before: Double, after: Double, last: Int) {
    var (before, after) = (0.0, 0.0)
    var last = 0
    var previous = curve.start
    let weights = weights
    repeat {
      last += 1
      let w = weights[last]
      let point = Point(
        w.x * curve.start.x + w.y * curve.control1.x + w.z * curve.control2.x + w.w * curve.end.x,
        w.x * curve.start.y + w.y * curve.control1.y + w.z * curve.control2.y + w.w * curve.end.y)
      before = after
      after += point.distance(to: previous)
      previous = point
    } while last < sampleCount - 1 && isWanted(after)
    return (before, after, last)
  }

  /// The open contour between two distances.
  ///
  /// It begins with a point where lottie-web cuts off all of a segment but its end.
  ///
  /// - Parameter share: `start` as a share of the length.
  func part(from start: Double, to end: Double, share: Double) -> Contour {
    var result = Contour(isClosed: false)
    var position = 0.0
    for (index, length) in lengths.enumerated() {
      defer { position += length }
      guard position < end else { continue }
      let segment = contour.segment(index)
      if start > position, abs(position + length - start) < Self.shortest {
        if segments(through: index, reach: share) { result.append(CubicCurve(point: segment.end)) }
        continue
      }
      guard position + length > start || length == 0 else { continue }
      if length == 0 && position <= start { continue }
      let from = start <= position ? 0 : Self.parameter(of: segment, at: start - position)
      let to = end >= position + length ? 1 : Self.parameter(of: segment, at: end - position)
      result.append(segment.part(from: from, to: to))
    }
    return result
  }

  /// Coordinates of cut segments are rounded to thousandths in lottie-web, so that what is shorter becomes a point.
  private static let shortest = 0.0005

  /// Whether the segments up to one are at least as long as a share of the contour, by the lengths of lottie-web.
  ///
  /// Both are nearly equal. If they are exactly equal, as for half an ellipse, rounding decides: coordinates are
  /// `Float`, and lines are measured like curves.
  private func segments(through index: Int, reach share: Double) -> Bool {
    func rounded(_ point: Point) -> Point { Point(Double(Float(point.x)), Double(Float(point.y))) }
    let lengths = (0..<contour.segmentCount).map { index in
      let segment = contour.segment(index)
      let curve = CubicCurve(
        rounded(segment.start), rounded(segment.control1), rounded(segment.control2), rounded(segment.end))
      return Self.distances(along: curve) { _ in true }.after
    }
    return lengths[...index].reduce(0, +) >= lengths.reduce(0, +) * share
  }

  /// The curve's parameter at a distance: linear between samples.
  private static func parameter(of segment: CubicCurve, at distance: Double) -> Double {
    let (before, after, last) = distances(along: segment) { $0 <= distance }
    let chord = after - before
    let fraction = chord > 0 ? (distance - before) / chord : 0
    return (Double(last - 1) + max(0, min(1, fraction))) / Double(sampleCount - 1)
  }
}

extension Contour {
  /// Adds a segment to an open contour that ends where it starts.
  fileprivate mutating func append(_ segment: CubicCurve) {
    if vertices.isEmpty {
      vertices.append(Vertex(segment.start, incoming: segment.start, outgoing: segment.control1))
    } else {
      vertices[vertices.count - 1].outgoing = segment.control1
    }
    vertices.append(Vertex(segment.end, incoming: segment.control2, outgoing: segment.end))
  }
}

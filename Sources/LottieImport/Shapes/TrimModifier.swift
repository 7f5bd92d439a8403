internal import Geometry

/// Trim Paths, as lottie-web measures and cuts.
enum TrimModifier {
  /// Which part of a path stays, as shares of its length.
  struct Range: Hashable {
    /// From 0 to 1.
    var start: Double
    /// From `start` to 2; what is above 1 continues at the path's start.
    var end: Double

    /// The range of a trim's values: start and end as factors, offset in degrees.
    init(start: Double, end: Double, offsetDegrees: Double) {
      var offset = offsetDegrees.truncatingRemainder(dividingBy: 360) / 360
      if offset < 0 { offset += 1 }
      let from = max(0, min(1, start)) + offset
      let to = max(0, min(1, end)) + offset
      self.start = (min(from, to) * 10_000).rounded() / 10_000
      self.end = (max(from, to) * 10_000).rounded() / 10_000
    }

    var isEmpty: Bool { start == end }
    var isWhole: Bool { start == 0 && end == 1 }

    /// The one or two pieces of 0…1 that the range covers, the one that comes first on the path's way first.
    var pieces: [(start: Double, end: Double)] {
      if end <= 1 { return [(start, end)] }
      if start >= 1 { return [(start - 1, end - 1)] }
      return [(start, 1), (0, end - 1)]
    }
  }

  /// Trims paths, each a list of contours that counts as one length.
  ///
  /// Sequential trims take all paths together as one long path, in the order given.
  static func trim(_ paths: inout [[Contour]], _ range: Range, isSequential: Bool) {
    if range.isWhole { return }
    if range.isEmpty {
      for index in paths.indices { paths[index] = [] }
      return
    }
    let measured = paths.map { $0.map(MeasuredContour.init) }
    guard isSequential, paths.count > 1 else {
      for index in paths.indices { paths[index] = cut(measured[index], range.pieces) }
      return
    }
    let lengths = measured.map { $0.reduce(0) { $0 + $1.length } }
    let total = lengths.reduce(0, +)
    guard total > 0 else { return }
    var position = 0.0
    for (index, length) in lengths.enumerated() {
      let span = (start: position / total, end: (position + length) / total)
      position += length
      guard span.end > span.start else {
        paths[index] = []
        continue
      }
      let pieces = range.pieces.compactMap { piece -> (start: Double, end: Double)? in
        let start = max(piece.start, span.start)
        let end = min(piece.end, span.end)
        guard end > start else { return nil }
        return ((start - span.start) / (span.end - span.start), (end - span.start) / (span.end - span.start))
      }
      paths[index] = cut(measured[index], pieces)
    }
  }

  /// The pieces of contours that count as one length.
  private static func cut(_ contours: [MeasuredContour], _ pieces: [(start: Double, end: Double)]) -> [Contour] {
    let total = contours.reduce(0) { $0 + $1.length }
    var result: [Contour] = []
    for piece in pieces {
      var position = 0.0
      for contour in contours {
        let start = max(piece.start * total, position)
        let end = min(piece.end * total, position + contour.length)
        defer { position += contour.length }
        // A piece of length zero at a contour's end would only leave a dot there.
        guard end > start || (total == 0 && piece.start == 0) else { continue }
        if start <= position, end >= position + contour.length, pieces.count == 1, contours.count > 1 {
          result.append(contour.contour)
          continue
        }
        let part = contour.part(from: start - position, to: end - position)
        // What wraps around a closed contour continues the piece before: no seam at its first vertex.
        if contours.count == 1, contour.contour.isClosed, piece.start == 0, pieces.count > 1,
          let last = result.indices.last
        {
          result[last].continue(with: part)
        } else {
          result.append(part)
        }
      }
    }
    return result
  }
}

/// A contour with the length of each segment: between 150 points, straight in between, as in lottie-web.
private struct MeasuredContour {
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
    return SIMD4(u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
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
  func part(from start: Double, to end: Double) -> Contour {
    var result = Contour(isClosed: false)
    var position = 0.0
    for (index, length) in lengths.enumerated() {
      defer { position += length }
      guard position + length > start || length == 0, position < end else { continue }
      if length == 0 && position <= start { continue }
      let segment = contour.segment(index)
      let from = start <= position ? 0 : Self.parameter(of: segment, at: start - position)
      let to = end >= position + length ? 1 : Self.parameter(of: segment, at: end - position)
      result.append(segment.part(from: from, to: to))
    }
    return result
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

  /// Adds an open contour that starts where this one ends.
  fileprivate mutating func `continue`(with other: Contour) {
    guard let first = other.vertices.first, !vertices.isEmpty else { return }
    vertices[vertices.count - 1].outgoing = first.outgoing
    vertices += other.vertices.dropFirst()
  }
}

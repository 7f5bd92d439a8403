extension Path {
  /// The path split into dashes, each an open contour; curves stay curves.
  ///
  /// As in SVG 2, the pattern restarts in every contour at offset `phase`, and a list of odd length is repeated once. A
  /// list with a negative length or only zero lengths leaves the path unchanged. A dash across the start of a closed
  /// contour is one piece; one that covers the whole contour stays closed.
  public func dashed(_ dashes: [Double], phase: Double) -> Path {
    guard let pattern = DashPattern(dashes, phase: phase) else { return self }
    let contours = measuredContours()
    // Far more dashes than are visible, or a length that is NaN, give a solid line.
    let repetitions = contours.reduce(0) { $0 + ($1.length / pattern.length).rounded(.up) }
    guard repetitions * Double(pattern.lengths.count) < 200_000 else { return self }
    var result = Path()
    for var contour in contours { pattern.cut(&contour, into: &result) }
    return result
  }

  /// Arc length of all contours together, including closing lines.
  public var length: Double { measuredContours().reduce(0) { $0 + $1.length } }

  private func measuredContours() -> [MeasuredContour] {
    var contours: [MeasuredContour] = []
    var segments: [CubicCurve] = []
    var start = Point.zero
    var current = Point.zero
    var index = 0
    func finish(isClosed: Bool) {
      if !segments.isEmpty { contours.append(MeasuredContour(segments, isClosed: isClosed)) }
      segments = []
    }
    for verb in verbs {
      switch verb {
      case .move:
        finish(isClosed: false)
        start = points[index]
        current = start
      case .line:
        segments.append(CubicCurve(line: current, points[index]))
        current = points[index]
      case .cubic:
        segments.append(CubicCurve(current, points[index], points[index + 1], points[index + 2]))
        current = points[index + 2]
      case .close:
        if current != start { segments.append(CubicCurve(line: current, start)) }
        finish(isClosed: true)
        current = start
      }
      index += verb.pointCount
    }
    finish(isClosed: false)
    return contours
  }
}

/// Dash and gap lengths in turn, of even count and positive sum.
private struct DashPattern {
  let lengths: [Double]
  let length: Double
  /// Position in the pattern at which a contour starts: index of the dash or gap, and its remaining length.
  let first: (index: Int, rest: Double)

  init?(_ dashes: [Double], phase: Double) {
    guard !dashes.isEmpty, dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = dashes.count % 2 == 0 ? dashes : dashes + dashes
    length = lengths.reduce(0, +)
    guard length > 0, length.isFinite, phase.isFinite else { return nil }
    var offset = phase.truncatingRemainder(dividingBy: length)
    if offset < 0 { offset += length }
    var index = 0
    // Without a phase the pattern starts with the first dash, even if its length is 0.
    while index < lengths.count - 1, offset > 0, offset >= lengths[index] {
      offset -= lengths[index]
      index += 1
    }
    first = (index, max(0, lengths[index] - offset))
  }

  func cut(_ contour: inout MeasuredContour, into result: inout Path) {
    var (index, rest) = first
    var position = 0.0
    // In a closed contour the first dash is deferred, because the last one may continue into it.
    var opening: Double? = nil
    while position < contour.length {
      let end = position + rest
      if index % 2 == 0 {
        if contour.isClosed && position == 0 && end < contour.length {
          opening = end
        } else {
          contour.append(from: position, to: min(end, contour.length), into: &result)
          if end >= contour.length, let head = opening {
            contour.append(from: 0, to: head, into: &result, continues: true)
            opening = nil
          }
        }
      }
      position = end
      index = (index + 1) % lengths.count
      rest = lengths[index]
    }
    if let opening { contour.append(from: 0, to: opening, into: &result) }
  }
}

/// A contour with the arc lengths of its segments, so that parts can be extracted by distance.
private struct MeasuredContour {
  private let segments: [CubicCurve]
  /// Arc length from the contour's start to the end of each segment.
  private let ends: [Double]
  /// Lengths along one segment only, because those of all would take many times the memory of the path.
  private var table = ChordTable()
  /// Index of the segment that the table is of. Dashes go forward, so that it seldom changes.
  private var measured: Int?
  let isClosed: Bool
  var length: Double { ends.last ?? 0 }

  init(_ segments: [CubicCurve], isClosed: Bool) {
    self.segments = segments
    self.isClosed = isClosed
    var total = 0.0
    var ends: [Double] = []
    ends.reserveCapacity(segments.count)
    var table = ChordTable()
    for segment in segments {
      table.measure(segment)
      total += table.length
      ends.append(total)
    }
    self.ends = ends
  }

  /// Appends the part between two distances to a path. A part without length is a dot.
  mutating func append(from start: Double, to end: Double, into path: inout Path, continues: Bool = false) {
    var isFirst = !continues
    for index in firstSegment(endingAtOrAfter: start)..<segments.count {
      let segment = segments[index]
      let segmentStart = index > 0 ? ends[index - 1] : 0
      let segmentEnd = ends[index]
      if segmentStart > end { break }
      let t0 = start <= segmentStart ? 0 : parameter(of: index, at: start - segmentStart)
      let t1 = end >= segmentEnd ? 1 : parameter(of: index, at: end - segmentStart)
      guard t1 > t0 || (start == end && isFirst) else { continue }
      let part =
        segment.isLine
        ? CubicCurve(
          line: segment.start.interpolated(to: segment.end, by: t0), segment.start.interpolated(to: segment.end, by: t1)
        )
        : segment.part(from: t0, to: t1)
      if isFirst { path.move(to: part.start) }
      isFirst = false
      if segment.isLine {
        path.line(to: part.end)
      } else {
        path.cubic(part.control1, part.control2, to: part.end)
      }
    }
    if isClosed && start == 0 && end >= length { path.close() }
  }

  /// Binary search, because there may be as many dashes as segments.
  private func firstSegment(endingAtOrAfter distance: Double) -> Int {
    ends.partitioningIndex { !($0 < distance) }
  }

  /// Parameter of a segment at a distance from its start.
  private mutating func parameter(of segment: Int, at distance: Double) -> Double {
    if measured != segment {
      table.measure(segments[segment])
      measured = segment
    }
    return table.parameter(at: distance)
  }
}

/// Cumulative chord lengths of a segment at equally spaced parameters.
private struct ChordTable {
  private static let steps = 64
  private var chords: [Double] = []
  /// Length of the whole segment.
  var length: Double { chords.last ?? 0 }

  mutating func measure(_ segment: CubicCurve) {
    chords.removeAll(keepingCapacity: true)
    chords.append(0)
    if segment.isLine { return chords.append(segment.start.distance(to: segment.end)) }
    var total = 0.0
    var previous = segment.start
    for step in 1...Self.steps {
      let point = segment.point(at: Double(step) / Double(Self.steps))
      total += point.distance(to: previous)
      previous = point
      chords.append(total)
    }
  }

  /// Parameter at a distance from the segment's start.
  func parameter(at distance: Double) -> Double {
    let index = chords.partitioningIndex { $0 >= distance }
    guard index > 0, index < chords.count else { return distance > 0 ? 1 : 0 }
    let chord = chords[index] - chords[index - 1]
    let fraction = chord > 0 ? (distance - chords[index - 1]) / chord : 0
    return (Double(index - 1) + fraction) / Double(chords.count - 1)
  }
}

extension CubicCurve {
  /// A straight line as a curve, with control points on its ends.
  init(line start: Point, _ end: Point) { self.init(start, start, end, end) }

  /// Whether the control points coincide with the ends.
  var isLine: Bool { control1 == start && control2 == end }
}

internal import KilnGeometry

/// A contour that changes between frames: the numbers of as many vertices in every frame.
struct ContourTrack {
  /// Numbers of a table at most, so that hostile files take no gigabytes.
  static let numberLimit = 16_000_000

  /// Whether the contour is closed.
  let isClosed: Bool
  private var samples: SampledValues
  /// Rows after which the number of vertices changes.
  private var changes: [Int] = []
  /// Whether there were too many numbers: then only changes have rows, and all of them are holds.
  private var isReduced = false

  /// - Parameters:
  ///   - contours: The contour in each frame.
  ///   - frames: The frames in which it is seen, ascending.
  init(_ contours: [Contour], frames: [Int]) {
    isClosed = contours.first?.isClosed ?? true
    let vertices = contours.reduce(1) { max($0, $1.vertices.count) }
    samples = SampledValues(dimensions: 6 * vertices)
    let isConstant = contours.dropFirst().allSatisfy { $0 == contours[0] }
    let (size, overflows) = frames.count.multipliedReportingOverflow(by: 6 * vertices)
    isReduced = overflows || size > Self.numberLimit
    if !isReduced { samples.reserveRows(isConstant ? 1 : frames.count) }
    var last: Contour?
    var row: [Double] = []
    for (contour, frame) in zip(contours, frames) {
      if isConstant, last != nil { break }
      if let last {
        if isReduced, last == contour { continue }
        if isReduced || last.vertices.count != contour.vertices.count { changes.append(samples.count - 1) }
      }
      if last != contour { row = contour.padded(to: vertices).numbers }
      samples.append(row, at: Double(frame))
      last = contour
    }
  }

  /// Keyframes within a tolerance.
  func fit(tolerance: Double, decimals: Int) -> [FittedKeyframe] {
    let limits = Array(repeating: 240 * tolerance, count: samples.dimensions)
    let holds = isReduced ? changes : Set(changes + samples.jumps(least: limits)).sorted()
    return KeyframeFitter(tolerance: [tolerance], decimals: decimals).fit(samples, holdAfter: holds)
  }
}

extension Contour {
  /// The same outline with more vertices: the longest segments are split.
  func padded(to count: Int) -> Contour {
    var result = self
    // Each split looks at all segments.
    if count - vertices.count > 200, let last = vertices.last {
      result.vertices[vertices.count - 1].outgoing = last.point
      let copies = repeatElement(Vertex(corner: last.point), count: count - vertices.count)
      result.vertices += copies
      result.vertices[count - 1].outgoing = last.outgoing
    }
    while result.vertices.count < count {
      guard let last = result.vertices.last else {
        result.vertices.append(Vertex(corner: .zero))
        continue
      }
      guard result.segmentCount > 0 else {
        result.vertices.append(Vertex(corner: last.point))
        continue
      }
      result.splitLongestSegment()
    }
    return result
  }

  private mutating func splitLongestSegment() {
    var (longest, length) = (0, -1.0)
    for index in 0..<segmentCount {
      let segment = segment(index)
      let distance = segment.start.distance(to: segment.end)
      if distance > length { (longest, length) = (index, distance) }
    }
    let end = longest + 1 < vertices.count ? longest + 1 : 0
    let (first, second) = segment(longest).split(at: 0.5)
    vertices[longest].outgoing = first.control1
    vertices[end].incoming = second.control2
    vertices.insert(
      Vertex(first.end, incoming: first.control2, outgoing: second.control1), at: longest + 1)
  }

  /// Point, incoming and outgoing control point of each vertex.
  fileprivate var numbers: [Double] {
    vertices.flatMap {
      [$0.point.x, $0.point.y, $0.incoming.x, $0.incoming.y, $0.outgoing.x, $0.outgoing.y]
    }
  }
}

internal import KilnLottieImport

/// Paths over time as rows of equally many numbers.
///
/// Players want equally many vertices in all keyframes, so that the last vertex is repeated where there are fewer: the
/// segment between the copies has no length.
struct PaddedPaths {
  /// Whether the first path is closed.
  let isClosed: Bool
  /// Whether some paths are closed, and others are not.
  let changesClosing: Bool
  /// Six numbers a vertex: the point, and the control points before and behind it relative to the point.
  private(set) var samples: SampledValues
  /// Indices of rows after which the number of vertices changes.
  private(set) var changes: [Int] = []

  private static let numbersPerVertex = 6

  init(_ rows: ValueRows, at times: [Double]) {
    let vertexCount = (0..<rows.count).map { rows[$0].count / Self.numbersPerVertex }.max() ?? 0
    isClosed = rows.count > 0 && rows[0].first == 1
    changesClosing = (0..<rows.count).contains { rows[$0].first != rows[0].first }
    samples = SampledValues(dimensions: vertexCount * Self.numbersPerVertex)
    samples.reserveRows(rows.count)
    for index in 0..<rows.count {
      let row = rows[index].dropFirst()
      if index > 0, rows[index - 1].count != rows[index].count { changes.append(index - 1) }
      samples.append(Self.padded(Array(row), to: vertexCount), at: times[index])
    }
  }

  /// A row with control points that are not relative to the vertices.
  static func absolute(_ row: [Double]) -> [Double] {
    var result = row
    for start in stride(from: 0, to: result.count - 5, by: numbersPerVertex) {
      for offset in 2..<numbersPerVertex { result[start + offset] += result[start + offset % 2] }
    }
    return result
  }

  private static func padded(_ row: [Double], to vertexCount: Int) -> [Double] {
    let missing = vertexCount - row.count / numbersPerVertex
    guard missing > 0, row.count >= numbersPerVertex else { return row }
    var row = row
    let last = row.count - numbersPerVertex
    let copy = [row[last], row[last + 1], 0, 0, 0, 0]
    let leaving = [row[last + 4], row[last + 5]]
    row.replaceSubrange(last + 4..<last + 6, with: [0, 0])
    for _ in 0..<missing { row += copy }
    row.replaceSubrange(row.count - 2..<row.count, with: leaving)
    return row
  }
}

internal import KilnGeometry

/// Trim Paths, as lottie-web measures and cuts.
package enum TrimModifier {
  /// The visible part of a path, in shares of its length.
  package struct Range: Hashable {
    /// 0…1.
    var start: Double
    /// `start`…2; the part above 1 continues at the path's start.
    var end: Double

    /// The range of a trim's values: start and end as factors, offset in degrees.
    package init(start: Double, end: Double, offsetDegrees: Double) {
      var offset = offsetDegrees.truncatingRemainder(dividingBy: 360) / 360
      if offset < 0 { offset += 1 }
      let from = max(0, min(1, start)) + offset
      let to = max(0, min(1, end)) + offset
      self.start = (min(from, to) * 10_000).rounded() * 0.0001
      self.end = (max(from, to) * 10_000).rounded() * 0.0001
    }

    var isEmpty: Bool { start == end }
    var isWhole: Bool { start == 0 && end == 1 }

    /// The one or two intervals in 0…1 that the range covers, in the order of the range.
    var pieces: [(start: Double, end: Double)] {
      if end <= 1 { return [(start, end)] }
      if start >= 1 { return [(start - 1, end - 1)] }
      return [(start, 1), (0, end - 1)]
    }
  }

  /// Trims paths.
  ///
  /// Sequential trims take all paths together as one long path, in the order given.
  package static func trim(_ paths: inout [MeasuredPath], _ range: Range, isSequential: Bool) {
    if range.isWhole { return }
    if range.isEmpty {
      for index in paths.indices { paths[index] = MeasuredPath([]) }
      return
    }
    guard isSequential, paths.count > 1 else {
      for index in paths.indices { paths[index] = cut(paths[index], range.pieces, joinsPieces: true) }
      return
    }
    let lengths = paths.map(\.length)
    let total = lengths.reduce(0, +)
    guard total > 0 else { return }
    var position = 0.0
    for (index, length) in lengths.enumerated() {
      let span = (start: position / total, end: (position + length) / total)
      position += length
      guard span.end > span.start else {
        paths[index] = MeasuredPath([])
        continue
      }
      let pieces = range.pieces.compactMap { piece -> (start: Double, end: Double)? in
        let start = max(piece.start, span.start)
        let end = min(piece.end, span.end)
        guard end > start else { return nil }
        return ((start - span.start) / (span.end - span.start), (end - span.start) / (span.end - span.start))
      }
      // lottie-web joins the pieces of single paths only.
      paths[index] = cut(paths[index], pieces, joinsPieces: false)
    }
  }

  /// The pieces of contours that count as one length.
  ///
  /// - Parameter joinsPieces: Whether the piece at the start of a closed contour continues the one at its end.
  private static func cut(
    _ path: MeasuredPath, _ pieces: [(start: Double, end: Double)], joinsPieces: Bool
  ) -> MeasuredPath {
    let contours = path.measured
    let total = path.length
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
        let share = contours.count == 1 ? piece.start : (start - position) / contour.length
        let part = contour.part(from: start - position, to: end - position, share: share)
        // A piece that wraps around a closed contour continues the piece before: no seam at its first vertex.
        if joinsPieces, contours.count == 1, contour.contour.isClosed, piece.start == 0, pieces.count > 1,
          let last = result.indices.last
        {
          result[last].continue(with: part)
        } else {
          result.append(part)
        }
      }
    }
    return MeasuredPath(result)
  }
}

extension Contour {
  /// Adds an open contour that starts where this one ends.
  fileprivate mutating func `continue`(with other: Contour) {
    guard let first = other.vertices.first, !vertices.isEmpty else { return }
    vertices[vertices.count - 1].outgoing = first.outgoing
    vertices += other.vertices.dropFirst()
  }
}

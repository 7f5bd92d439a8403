internal import KilnGeometry

extension Path {
  /// Pairs of segments that are compared at most.
  private static let maximumPairCount = 1 << 14

  /// Whether a segment of this path runs where one of another path does: a curve with the same ends, or a line on a line.
  /// True, too, if both have so many segments that they are not compared.
  func runsAlongside(_ other: Path) -> Bool {
    let (own, others) = (chords, other.chords)
    guard own.count * others.count <= Self.maximumPairCount else { return true }
    return own.contains { chord in others.contains { chord.runsAlongside($0) } }
  }

  /// The lines between the ends of segments, those without length left out.
  private var chords: [Chord] {
    var chords: [Chord] = []
    var (current, start) = (Point.zero, Point.zero)
    var index = 0
    for verb in verbs {
      index += verb.pointCount
      let end = verb == .close ? start : points[index - 1]
      if verb == .move { start = end } else { chords.append(Chord(start: current, end: end, isLine: verb != .cubic)) }
      current = end
    }
    return chords.filter { $0.start != $0.end }
  }
}

/// A segment of a path, without the way that it takes.
private struct Chord {
  /// Maximum distance of ends from each other or from a line, as a share of the length.
  private static let tolerance = 1e-3

  let start: Point
  let end: Point
  let isLine: Bool

  func runsAlongside(_ other: Chord) -> Bool {
    let direction = end - start
    let (from, to) = (other.start - start, other.end - start)
    let square = Point.dot(direction, direction)
    let allowed = Self.tolerance * square
    guard abs(Point.cross(direction, from)) <= allowed, abs(Point.cross(direction, to)) <= allowed else { return false }
    // Position of the other chord along this one, which extends from 0 to the square of its length.
    let (first, last) = (Point.dot(direction, from), Point.dot(direction, to))
    if isLine && other.isLine { return min(square, max(first, last)) - max(0, min(first, last)) > allowed }
    return isLine == other.isLine && abs(min(first, last)) <= allowed && abs(max(first, last) - square) <= allowed
  }
}

internal import KilnGeometry
internal import KilnLottieFormat

/// The tracks of a mask along which a text runs.
struct TextPathFormula: TrackFormula {
  private let contour: Track<Contour>
  private let firstMargin: Track<Double>
  private let forcesAlignment: Track<Double>
  private let isPerpendicular: Track<Double>
  private let isReversed: Track<Double>

  /// Nil if there is no such mask.
  init?(_ path: LottieTextPath, masks: [LottieMask], _ parts: inout TrackParts) {
    guard masks.indices.contains(path.mask) else { return nil }
    contour = Track(masks[path.mask].path, &parts)
    firstMargin = Track(path.firstMargin, &parts)
    forcesAlignment = Track(path.forcesAlignment, &parts)
    isPerpendicular = Track(path.isPerpendicular, &parts)
    isReversed = Track(path.isReversed, &parts)
  }

  /// Number of curves that the path is made of.
  var segmentCount: Int { contour.initial.segmentCount }

  /// The path at a time; nil if it has no length.
  func value(at time: Double, in context: EvaluationContext) -> MeasuredTextPath? {
    let contour = contour.value(at: time, in: context)
    return MeasuredTextPath(
      isReversed.value(at: time, in: context) != 0 ? contour.runBackwards : contour,
      start: firstMargin.value(at: time, in: context),
      forcesAlignment: forcesAlignment.value(at: time, in: context) != 0,
      turnsLetters: isPerpendicular.value(at: time, in: context) != 0)
  }
}

/// A path that letters are put on, one after the other.
///
/// As in lottie-web curves are chords between 150 points, and the search for a position starts at the last letter's: it
/// never goes back within a line.
struct MeasuredTextPath {
  /// A straight piece of the path.
  private struct Chord {
    var start: Point
    var end: Point
    var length: Double
    /// Whether the chord before it belongs to the same curve.
    var continuesCurve: Bool
  }

  /// Where the search for positions begins.
  private struct Origin {
    var chord = 0
    /// Length of all chords before.
    var walked = 0.0
    /// Distance from the path's start to the text.
    var start: Double
  }

  let length: Double
  let forcesAlignment: Bool
  let turnsLetters: Bool
  /// The first margin, which may be negative.
  let margin: Double
  private let chords: [Chord]
  private let isClosed: Bool
  private let origin: Origin
  private var chord: Int
  /// Length of all chords before the current one.
  private var walked: Double

  /// Distance from the path's start to the text; not negative on closed paths.
  var start: Double { origin.start }
  /// Distance from the path's start to the chord at which the search begins.
  var searchStart: Double { origin.walked }

  init?(_ contour: Contour, start: Double, forcesAlignment: Bool, turnsLetters: Bool) {
    var chords: [Chord] = []
    for index in 0..<contour.segmentCount { Self.append(contour.segment(index), to: &chords) }
    length = chords.reduce(0) { $0 + $1.length }
    guard length > 0, length.isFinite, start.isFinite else { return nil }
    self.chords = chords
    self.forcesAlignment = forcesAlignment
    self.turnsLetters = turnsLetters
    isClosed = contour.isClosed
    margin = start
    origin =
      start < 0 && isClosed ? Self.origin(-start, backwardsOn: chords, length: length) : Origin(start: start)
    (chord, walked) = (origin.chord, origin.walked)
  }

  /// The origin for a text that begins at a distance before the end of a closed path.
  private static func origin(_ distance: Double, backwardsOn chords: [Chord], length: Double) -> Origin {
    let start = length - distance.truncatingRemainder(dividingBy: length)
    var end = 0.0
    guard
      let chord = chords.firstIndex(where: {
        end += $0.length
        return end >= start
      })
    else { return Origin(start: start) }
    let walked = end - chords[chord].length
    guard chords[chord].continuesCurve else { return Origin(chord: chord, walked: walked, start: start) }
    // lottie-web's search goes one chord too far.
    let previous = chords[chord - 1].length
    return Origin(chord: chord - 1, walked: walked - previous, start: start - previous)
  }

  /// Goes back to the start, for the next line.
  mutating func restart() { (chord, walked) = (origin.chord, origin.walked) }

  /// The point at a distance from the start, and the direction there in radians. Open paths go straight on at the end.
  mutating func position(at distance: Double) -> (point: Point, direction: Double) {
    let distance = distance.isFinite ? distance : 0
    if isClosed, distance - walked > length {
      walked += ((distance - walked) / length - 1).rounded(.down) * length
    }
    // Twice around is enough; beyond any reason a chord would not even change the sum.
    for _ in 0..<2 * chords.count {
      guard walked + chords[chord].length < distance, isClosed || chord < chords.count - 1 else { break }
      walked += chords[chord].length
      chord = chord + 1 < chords.count ? chord + 1 : 0
    }
    let current = chords[chord]
    let vector = current.end - current.start
    return (
      current.start.interpolated(to: current.end, by: (distance - walked) / current.length),
      Scalar.angle(x: vector.x, y: vector.y)
    )
  }

  /// Adds a segment's chords: one if it is straight.
  private static func append(_ segment: CubicCurve, to chords: inout [Chord]) {
    let line = segment.end - segment.start
    let isStraight = [segment.control1, segment.control2].allSatisfy {
      abs(Point.cross(line, $0 - segment.start)) < 0.001
    }
    let count = isStraight && segment.start != segment.end ? 1 : 149
    let first = chords.count
    var previous = segment.start
    for index in 1...count {
      let point = segment.point(at: Double(index) / Double(count))
      let length = previous.distance(to: point)
      if length > 0 {
        chords.append(Chord(start: previous, end: point, length: length, continuesCurve: chords.count > first))
      }
      previous = point
    }
  }
}

extension Contour {
  /// The contour run the other way; a closed one keeps its first vertex.
  fileprivate var runBackwards: Contour {
    var vertices = vertices.reversed().map { Vertex($0.point, incoming: $0.outgoing, outgoing: $0.incoming) }
    if isClosed, let first = vertices.popLast() { vertices.insert(first, at: 0) }
    return Contour(vertices, isClosed: isClosed)
  }
}

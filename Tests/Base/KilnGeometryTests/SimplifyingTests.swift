import Foundation
import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct SimplifyingTests {
  private func simplified(_ text: String, _ tolerance: Double = 0.1, strokeWidth: Double? = nil) -> String {
    Path(text: text).simplified(tolerance: tolerance, strokeWidth: strokeWidth).text(decimals: 3)
  }

  @Test func flatCurvesBecomeLines() {
    #expect(simplified("M0 0 C3 0.1 7 -0.1 10 0 L10 10 Z") == "M0 0 L10 0 L10 10 Z")
    #expect(simplified("M0 0 C3 1 7 1 10 0 L10 10 Z") == "M0 0 C3 1 7 1 10 0 L10 10 Z")
  }

  @Test func curvesThatGoBackStay() {
    for text in ["M0 0 C-5 0 15 0 10 0 L10 10 Z", "M0 0 C5 0 5 0 0 0 L10 10 Z"] { #expect(simplified(text) == text) }
  }

  @Test func linesThatGoOnBecomeOne() {
    #expect(simplified("M0 0 L3 0.05 L6 -0.05 L10 0 L10 10 Z") == "M0 0 L10 0 L10 10 Z")
    #expect(simplified("M0 0 L5 0.3 L10 0 L10 10 Z") == "M0 0 L5 0.3 L10 0 L10 10 Z")
    // Each is near the line between its neighbours, but not all are near one line.
    let points = (0...20).map { "\($0) \(Double($0 * $0) / 40)" }
    #expect(simplified("M" + points.joined(separator: " L") + " L0 10 Z").count > "M0 0 L20 10 L0 10 Z".count)
  }

  @Test func linesThatGoBackStay() {
    #expect(simplified("M0 0 L10 0 L5 0 L5 5 Z") == "M0 0 L10 0 L5 0 L5 5 Z")
  }

  @Test func areasWithoutContentAreLeftOut() {
    #expect(simplified("M0 0 L10 0 Z M0 0 L10 0 L10 10 Z") == "M0 0 L10 0 L10 10 Z")
    #expect(simplified("M5 5 L5 5 Z").isEmpty)
  }

  @Test func theLineThatClosesAnAreaIsNotWritten() {
    #expect(simplified("M0 0 L10 0 L10 10 L0 0 Z") == "M0 0 L10 0 L10 10 Z")
  }

  @Test func strokesKeepTheirLinesAndDots() {
    for text in ["M0 0 L5 0 L10 0", "M5 5 L5 5", "M0 0 L10 0 Z", "M0 0 L10 0 L0 0 Z"] {
      #expect(simplified(text, strokeWidth: 2) == text)
    }
  }

  @Test func segmentsThatRoundingMakesPointsAreLeftOut() {
    func rounded(_ text: String, strokeWidth: Double? = nil) -> String {
      Path(text: text).simplified(tolerance: 0.01, strokeWidth: strokeWidth, step: 0.1).text(decimals: 1)
    }
    let corner = "M0 0 C0 5 5 10 10 10 L10.02 10.03 C10 20 20 30 30 30.01 L30.04 30 Z"
    #expect(rounded(corner) == "M0 0 C0 5 5 10 10 10 C10 20 20 30 30 30 Z")
    #expect(rounded("M0 0 L0.04 0 C0 0 0.02 0.02 0.01 0.01 L10 0 L0 10 Z") == "M0 0 L10 0 L0 10 Z")
    // Many short steps lead somewhere.
    #expect(rounded("M0 0 L0.04 0 L0.08 0 L0.12 0 L5 5 L0 5 Z") == "M0 0 L0.1 0 L5 5 L0 5 Z")
    // The first and the last segment of a stroke say how its caps are turned.
    #expect(rounded("M0 0 L0.02 0 L9 0 L9 0.01 L9 9 L9 9.02", strokeWidth: 2) == "M0 0 L0 0 L9 0 L9 9 L9 9")
  }

  @Test func curvesThatMeetSmoothlyBecomeOne() {
    let whole = CubicCurve(Point(0, 0), Point(0, 40), Point(30, 60), Point(80, 60))
    var path = Path()
    path.move(to: whole.start)
    for (from, to) in [(0, 0.2), (0.2, 0.5), (0.5, 0.9), (0.9, 1)] {
      let part = whole.part(from: from, to: to)
      path.cubic(part.control1, part.control2, to: part.end)
    }
    path.cubic(Point(80, 40), Point(60, 20), to: Point(60, 0))
    path.close()
    let joined = path.simplified(tolerance: 0.01, strokeWidth: nil, joinTolerance: 0.01)
    // Not over the corner.
    #expect(joined.verbs.count { $0 == .cubic } == 2)
    let curve = CubicCurve(joined.points[0], joined.points[1], joined.points[2], joined.points[3])
    for step in 0...20 {
      #expect(curve.point(at: Double(step) / 20).distance(to: whole.point(at: Double(step) / 20)) < 0.1)
    }
    #expect(path.simplified(tolerance: 0.01, strokeWidth: nil) == path)
  }

  @Test func areasLoseCornersThatAreHardlyLargerThanTheTolerance() {
    func joined(_ text: String, strokeWidth: Double? = nil) -> Path {
      Path(text: text).simplified(tolerance: 0.01, strokeWidth: strokeWidth, joinTolerance: 0.05)
    }
    // A short line between quarters of a circle.
    let pill = "M0 2 C0 3.1 0.9 4 2 4 L2.05 4 C3.1 4 4 3.1 4 2 Z"
    #expect(joined(pill).verbs.count { $0 == .line } == 0)
    #expect(joined(pill, strokeWidth: 1).verbs.count { $0 == .line } == 1)
    // An arc that was divided into lines.
    #expect(joined("M0 0 L0.9 0.2 L1.7 0.6 L2.3 1.2 L2.7 2 L0 2 Z").verbs.count { $0 == .cubic } == 1)
    // Two lines are not longer than a curve, and corners that can be seen stay.
    for text in ["M0 0 L1 0.1 L2 0.4 L0 4 Z", "M0 0 L1 0 L1 1 L0 1 Z", "M0 0 C1 0 2 0 3 1 C2 2 2 3 3 4 L0 4 Z"] {
      #expect(joined(text).text(decimals: 3) == text)
    }
  }

  @Test func joinedCurvesStayWithinTheTolerance() {
    var random = SplitMix64(seed: 8)
    var count = (before: 0, after: 0)
    for _ in 0..<200 {
      // An outline like those that are drawn by hand, of a few pixels.
      var path = Path()
      var end = Point(0, 0)
      path.move(to: end)
      for step in 0..<12 {
        let angle = Double(step) / 2
        func point(_ share: Double) -> Point {
          end + Point(.random(in: -0.3...0.3, using: &random), .random(in: -0.3...0.3, using: &random))
            + Point(cos(angle), sin(angle)) * share
        }
        let next = point(1)
        if step % 4 == 3 { path.line(to: next) } else { path.cubic(point(0.3), point(0.7), to: next) }
        end = next
      }
      let result = path.simplified(tolerance: 0.02, strokeWidth: nil, joinTolerance: 0.04)
      count.before += path.verbs.count
      count.after += result.verbs.count
      let (before, after) = (Self.polyline(path), Self.polyline(result))
      for (points, line) in [(before, after), (after, before)] {
        for point in points {
          let distance = zip(line, line.dropFirst()).map { Self.distance(point, $0, $1) }.min() ?? .infinity
          // Curves are compared at eight points of each.
          #expect(distance <= 0.06)
        }
      }
    }
    #expect(count.after < count.before)
  }

  /// Points of a path, close to each other.
  private static func polyline(_ path: Path) -> [Point] {
    var (points, index): ([Point], Int) = ([], 0)
    for verb in path.verbs {
      let last = points.last ?? .zero
      switch verb {
      case .move, .close: points += path.points[index..<index + verb.pointCount]
      case .line: points += (1...20).map { last.interpolated(to: path.points[index], by: Double($0) / 20) }
      case .cubic:
        let curve = CubicCurve(last, path.points[index], path.points[index + 1], path.points[index + 2])
        points += (1...20).map { curve.point(at: Double($0) / 20) }
      }
      index += verb.pointCount
    }
    return points
  }

  @Test func curvesThatOneCannotFollowStay() {
    let text = "M0 0 C10 0 10 10 20 10 C30 10 30 0 40 0 C50 0 50 10 60 10"
    let joined = Path(text: text).simplified(tolerance: 0.01, strokeWidth: 1, joinTolerance: 0.05)
    #expect(joined.text(decimals: 3) == text)
  }

  @Test func endsOfWideStrokesDoNotTurn() {
    let text = "M0 0 C3 0.1 7 0.1 10 0"
    #expect(simplified(text, strokeWidth: 2) == "M0 0 L10 0")
    #expect(simplified(text, strokeWidth: 200) == text)
  }

  @Test func noPointMovesBeyondTheTolerance() {
    for seed in 0..<50 {
      var path = Path()
      path.move(to: Point(0, 0))
      for step in 1...40 {
        let angle = Double(step * (seed + 3)) * 0.001
        path.line(to: Point(Double(step) + 0.04 * Double((step * 7 + seed) % 5), 10 * angle))
      }
      path.line(to: Point(0, 50))
      path.close()
      let result = path.simplified(tolerance: 0.1, strokeWidth: nil)
      let corners = result.points + [result.points[0]]
      for point in path.points {
        let distance = zip(corners, corners.dropFirst()).map { Self.distance(point, $0, $1) }.min() ?? .infinity
        #expect(distance <= 0.1 + 1e-9)
      }
    }
  }

  private static func distance(_ point: Point, _ a: Point, _ b: Point) -> Double {
    let line = b - a
    let share = Point.dot(point - a, line) / max(1e-300, Point.dot(line, line))
    return (a + line * max(0, min(1, share))).distance(to: point)
  }
}

import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct DashTests {
  private func dashed(_ text: String, _ dashes: [Double], phase: Double = 0) -> String {
    Path(text: text).dashed(dashes, phase: phase).text(decimals: 3)
  }

  @Test func dashesAndGapsAlternate() {
    #expect(dashed("M0 0 L10 0", [3, 2]) == "M0 0 L3 0 M5 0 L8 0")
    #expect(dashed("M0 0 L10 0", [3, 2, 1, 1]) == "M0 0 L3 0 M5 0 L6 0 M7 0 L10 0")
  }

  @Test func oddListCountsTwice() { #expect(dashed("M0 0 L10 0", [4]) == "M0 0 L4 0 M8 0 L10 0") }

  @Test(arguments: [1.0, 6, -4, 101, -99]) func phaseShiftsThePattern(phase: Double) {
    #expect(dashed("M0 0 L10 0", [3, 2], phase: phase) == "M0 0 L2 0 M4 0 L7 0 M9 0 L10 0")
  }

  @Test func phaseMayStartInsideAGap() { #expect(dashed("M0 0 L10 0", [3, 2], phase: 4) == "M1 0 L4 0 M6 0 L9 0") }

  @Test func patternStartsAnewInEveryContourAndRunsRoundCorners() {
    #expect(dashed("M0 0 L4 0 L4 4 M9 9 L9 15", [5, 9]) == "M0 0 L4 0 L4 1 M9 9 L9 14")
  }

  @Test func dashOverTheSeamOfAClosedContourIsOnePiece() {
    // 16 units round: the last dash starts at 12 + 2 and goes on over the start.
    #expect(dashed("M0 0 L4 0 L4 4 L0 4 Z", [4, 3]) == "M4 3 L4 4 L1 4 M0 2 L0 0 L4 0")
    // An open one keeps both ends.
    #expect(dashed("M0 0 L4 0 L4 4 L0 4 L0 0", [4, 3]) == "M0 0 L4 0 M4 3 L4 4 L1 4 M0 2 L0 0")
  }

  @Test func dashThatDoesNotReachTheSeamStandsAlone() {
    #expect(dashed("M0 0 L4 0 L4 4 L0 4 Z", [4, 6]) == "M2 4 L0 4 L0 2 M0 0 L4 0")
  }

  @Test func dashThatCoversAClosedContourStaysClosed() {
    #expect(dashed("M0 0 L4 0 L4 4 Z", [100, 1]) == "M0 0 L4 0 L4 4 L0 0 Z")
    #expect(dashed("M0 0 L4 0 L4 4", [100, 1]) == "M0 0 L4 0 L4 4")
  }

  @Test func dashWithoutLengthIsADot() { #expect(dashed("M0 0 L5 0", [0, 2]) == "M0 0 L0 0 M2 0 L2 0 M4 0 L4 0") }

  @Test(arguments: [[], [0], [0, 0], [-1, 2], [.nan], [.infinity, 1]] as [[Double]])
  func patternThatMakesNoSenseLeavesThePath(dashes: [Double]) {
    #expect(dashed("M0 0 L5 0 Z", dashes) == "M0 0 L5 0 Z")
  }

  @Test(arguments: [Double.nan, .infinity]) func phaseThatIsNoNumberLeavesThePath(phase: Double) {
    #expect(dashed("M0 0 L5 0", [1, 1], phase: phase) == "M0 0 L5 0")
  }

  @Test func dashesOfACurveHaveTheirLength() {
    let circle = Path.ellipse(center: .zero, radii: Size(10, 10))
    let pieces = circle.dashed([5, 3], phase: 0).contours
    #expect(pieces.count == 8)
    for piece in pieces.dropLast() {
      let angle = Scalar.angle(x: piece.points[0].x, y: piece.points[0].y)
      let last = piece.points[piece.points.count - 1]
      var swept = Scalar.angle(x: last.x, y: last.y) - angle
      if swept < 0 { swept += 2 * .pi }
      #expect(abs(swept * 10 - 5) < 0.02)
    }
  }

  /// Millions of dashes, by tiny lengths or by many contours, cost neither time nor memory.
  @Test func hostileCountsAreDrawnSolid() {
    let line = Path(text: "M0 0 L1e9 0")
    #expect(line.dashed([1e-9, 1e-9], phase: 0) == line)
    #expect(Path(text: "M-1e308 0 L1e308 0").dashed([1, 1], phase: 0).points.count == 2)
    var many = Path()
    for index in 0..<1000 {
      many.move(to: Point(0, Double(index)))
      many.line(to: Point(40_000, Double(index)))
    }
    #expect(many.dashed([1, 1], phase: 0) == many)
    #expect(line.dashed(Array(repeating: 1e-300, count: 100), phase: 0) == line)
  }

  /// Many dashes on many segments: time grows with the sum, not with the product.
  @Test func manyDashesOnManySegmentsAreFast() {
    var path = Path()
    path.move(to: .zero)
    for index in 1...10_000 { path.line(to: Point(Double(index), Double(index % 2))) }
    let clock = ContinuousClock()
    var contours = 0
    let time = clock.measure { contours = path.dashed([1, 1], phase: 0).verbs.filter { $0 == .move }.count }
    #expect((7000...7200).contains(contours))
    #expect(time < .seconds(5))
  }
}

import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct PathTextTests {
  private func written(_ x: Double, _ y: Double, decimals: Int) -> String {
    var path = Path()
    path.move(to: Point(x, y))
    return path.text(decimals: decimals)
  }

  @Test func numbersAreFixedPointWithoutTrailingZeros() {
    #expect(written(1.25, -3.5, decimals: 3) == "M1.25 -3.5")
    #expect(written(0.1 + 0.2, 100, decimals: 3) == "M0.3 100")
    #expect(
      written(1.0005, -0.001, decimals: 3) == "M1.001 -0.001" || written(1.0005, -0.001, decimals: 3) == "M1 -0.001")
    #expect(written(2.006, 7.999, decimals: 2) == "M2.01 8")
    #expect(written(0.000001, 3, decimals: 6) == "M0.000001 3")
    #expect(written(2.5, -2.5, decimals: 0) == "M3 -3")
  }

  @Test func negativeZeroIsNeverPrinted() {
    #expect(written(-0.0, -0.0004, decimals: 3) == "M0 0")
    #expect(written(-0.4, 0, decimals: 0) == "M0 0")
  }

  @Test func hugeNumbersAreLimitedAndHaveNoExponent() {
    #expect(written(1e300, -1e300, decimals: 6) == "M1000000000 -1000000000")
    #expect(written(1e-300, 123456789, decimals: 3) == "M0 123456789")
  }

  @Test(arguments: [-5, 6, 9, 1000]) func placesAreLimited(decimals: Int) {
    #expect(written(1.0 / 3, 0, decimals: decimals) == (decimals < 0 ? "M0 0" : "M0.333333 0"))
  }

  @Test(arguments: [
    ("M1 2 L3 4 Z", "M1 2 L3 4 Z"),
    ("m1 2 l3 4 z l1 1", "M1 2 L4 6 Z M1 2 L2 3"),
    ("M1,2,3,4 5 6", "M1 2 L3 4 L5 6"),
    ("m1 2 3 4 5 6", "M1 2 L4 6 L9 12"),
    ("M0 0 H5 V6 h-2 v-3", "M0 0 L5 0 L5 6 L3 6 L3 3"),
    ("M0 0 H1 2 3 V4 5", "M0 0 L1 0 L2 0 L3 0 L3 4 L3 5"),
    ("M1 1 C1 2 3 4 5 6 7 8 9 10 11 12", "M1 1 C1 2 3 4 5 6 C7 8 9 10 11 12"),
    ("M1 1 c1 2 3 4 5 6", "M1 1 C2 3 4 5 6 7"),
    ("M0 0 C0 1 1 2 2 2 S4 3 4 4", "M0 0 C0 1 1 2 2 2 C3 2 4 3 4 4"),
    ("M0 0 C0 1 1 2 2 2 s2 1 2 2 2 1 2 2", "M0 0 C0 1 1 2 2 2 C3 2 4 3 4 4 C4 5 6 5 6 6"),
    ("M0 0 L1 1 S4 3 4 4", "M0 0 L1 1 C1 1 4 3 4 4"),
    ("M0 0 Q3 6 6 0", "M0 0 C2 4 4 4 6 0"),
    ("M1 0 q3 6 6 0", "M1 0 C3 4 5 4 7 0"),
    ("M1.5.5-3-.25", "M1.5 0.5 L-3 -0.25"),
    ("M1e2 -1.5E+1 L1e-1 +2", "M100 -15 L0.1 2"),
    ("  M \n1\t2 ,, L 3 , 4", "M1 2 L3 4"),
    ("L3 4", "M3 4 L3 4"),
    ("Z", ""), ("", ""), ("nonsense 1 2", ""),
    ("M1 2 A5 5 0 0 1 9 9 L3 4", "M1 2 L3 4"),
    ("M1 2 T5 5 L3 4", "M1 2 L3 4"),
    ("M1 2 L3", "M1 2"), ("M1 2 L3 4 5", "M1 2 L3 4"), ("M1 2 C1 2 3 4 5", "M1 2"),
    ("M1 2 Z 7 8 L3 4", "M1 2 Z M1 2 L3 4"),
    ("M1 2 L- L3 4", "M1 2 L3 4"), ("M1 2 L1e L. L3 4", "M1 2 L3 4"),
    ("M1 2 L1e999 3 L3 4", "M1 2 L3 4"),
    ("M1 2 #!? L3 4", "M1 2 L3 4"),
  ]) func readsWhatPlayersRead(text: String, expected: String) {
    #expect(Path(text: text).text(decimals: 3) == expected)
  }

  @Test func randomBytesNeverTrap() {
    var random = SplitMix64(seed: 5)
    let letters = Array("MLHVCSQZATmlhvcsqzate0123456789+-.,  ".utf8)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in
        Int.random(in: 0..<10, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random) : letters.randomElement(using: &random) ?? 0
      }
      let path = Path(text: String(decoding: bytes, as: UTF8.self))
      #expect(path.points.allSatisfy { $0.isFinite })
      // What was written is read back as the same.
      let text = path.text(decimals: 4)
      #expect(Path(text: text).text(decimals: 4) == text)
    }
  }

  @Test func textAndBackIsTheIdentityOnItsGrid() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<200 {
      // Thirds of the largest number of places are where a wrong rounding would show.
      func point() -> Point {
        Point(
          Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1000,
          Double(Int.random(in: -9999...9999, using: &random)) / 1000)
      }
      var path = Path()
      path.move(to: point())
      for _ in 0..<5 {
        path.cubic(point(), point(), to: point())
        path.line(to: point())
      }
      path.close()
      #expect(Path(text: path.text(decimals: 3)) == path)
    }
  }

  @Test(arguments: [
    ("M1 2 L3 4 Z", "M1 2 l2 2 Z"), ("M1 2 L3 4 Z M5 5 L4 4.5", "M1 2 l2 2 Z M5 5 l-1 -0.5"),
    ("M10 20 C11 22 9.5 20 12 21 L12 21", "M10 20 c1 2 -0.5 0 2 1 h0"),
    ("M1 2 L3 2 L3 -4.5 L0 -4.5 Z M3 4 L3 5", "M1 2 h2 v-6.5 h-3 Z M3 4 v1"),
  ]) func relativeTextLeadsFromThePointBefore(text: String, expected: String) {
    #expect(Path(text: text).text(decimals: 3, form: .relative) == expected)
  }

  @Test func relativeTextOfStrokesEndsExactlyWhereItStarts() {
    let path = Path(text: "M0.1 0.2 L3 4 L0.1 0.2 L3 4 Z")
    #expect(path.text(decimals: 1, form: .relative, strokeWidth: 1) == "M0.1 0.2 l2.9 3.8 L0.1 0.2 l2.9 3.8 Z")
  }

  @Test func cubicsThatAreNearlyQuadraticsAreWrittenAsThese() {
    var path = Path(text: "M10 20 Q15 28 30 26")
    path.cubic(Point(40, 24.7), Point(50, 30), to: Point(50, 40))
    #expect(path.text(decimals: 1, quadraticTolerance: 0.02) == "M10 20 Q15 28 30 26 C40 24.7 50 30 50 40")
    #expect(path.text(decimals: 1, form: .relative, quadraticTolerance: 0.02) == "M10 20 q5 8 20 6 c10 -1.3 20 4 20 14")
    #expect(path.text(decimals: 1) == "M10 20 C13.3 25.3 20 27.3 30 26 C40 24.7 50 30 50 40")
    #expect(path.text(decimals: 1, quadraticTolerance: 5) == "M10 20 Q15 28 30 26 Q47.5 24.5 50 40")
    // The ends of a wide stroke turn with its line.
    let curve = Path(text: "M0 0 C3.5 3 7 3 10 0")
    #expect(curve.text(decimals: 1, strokeWidth: 1, quadraticTolerance: 0.1) == "M0 0 Q5.4 4.5 10 0")
    #expect(curve.text(decimals: 1, strokeWidth: 20, quadraticTolerance: 0.1) == "M0 0 C3.5 3 7 3 10 0")
  }

  @Test func quadraticsAreAsNearAsTheTolerance() {
    var random = SplitMix64(seed: 9)
    var count = 0
    for _ in 0..<500 {
      func point() -> Point { Point(.random(in: -4...4, using: &random), .random(in: -4...4, using: &random)) }
      let (start, control, end) = (point(), point(), point())
      let quadratic = CubicCurve(
        start, start.interpolated(to: control, by: 2 / 3), end.interpolated(to: control, by: 2 / 3), end)
      let curve = CubicCurve(start, quadratic.control1 + point() * 0.1, quadratic.control2 + point() * 0.1, end)
      var path = Path()
      path.move(to: start)
      path.cubic(curve.control1, curve.control2, to: end)
      let text = path.text(decimals: 6, quadraticTolerance: 0.05)
      guard text.contains("Q") else { continue }
      count += 1
      let read = Path(text: text).points
      let other = CubicCurve(read[0], read[1], read[2], read[3])
      for step in 0...20 {
        #expect(other.point(at: Double(step) / 20).distance(to: curve.point(at: Double(step) / 20)) <= 0.0501)
      }
    }
    #expect(count > 50 && count < 450)
  }

  @Test func relativeTextIsRightInSinglePrecision() {
    var random = SplitMix64(seed: 7)
    for size in [1.0, 100, 4000, 1e6, 1e12] {
      func point() -> Point {
        Point(.random(in: -size...size, using: &random), .random(in: -size...size, using: &random))
      }
      var path = Path()
      path.move(to: point())
      for _ in 0..<300 {
        path.line(to: point())
        path.cubic(point(), point(), to: point())
      }
      let text = path.text(decimals: 2, form: .relative)
      if size == 100 { #expect(!text.contains("L")) }
      if size == 1e6 { #expect(text.contains("L")) }
      let (exact, single) = (Path(text: path.text(decimals: 2)), singlePrecisionEnds(of: text))
      let ends = exact.points.indices.filter { $0 == 0 || $0 % 4 == 1 || $0 % 4 == 0 }.map { exact.points[$0] }
      #expect(single.count == ends.count)
      for (point, end) in zip(single, ends) {
        let rounding = max(abs(end.x), abs(end.y)) * 0x1p-24
        #expect(abs(point.x - end.x) <= 0.0025 + rounding && abs(point.y - end.y) <= 0.0025 + rounding)
      }
    }
  }

  /// Where segments end in a player that adds in single precision.
  private func singlePrecisionEnds(of text: String) -> [Point] {
    var (x, y): (Float, Float) = (0, 0)
    return text.split { "MLCZlchv".contains($0) }.enumerated().map { index, numbers in
      let letter = text.filter { "MLClchv".contains($0) }.dropFirst(index).first ?? "M"
      let values = numbers.split(separator: " ").compactMap { Float($0) }
      switch letter {
      case "h": x += values[0]
      case "v": y += values[0]
      default:
        let isRelative = letter.isLowercase
        (x, y) = (values[values.count - 2] + (isRelative ? x : 0), values[values.count - 1] + (isRelative ? y : 0))
      }
      return Point(Double(x), Double(y))
    }
  }
}

import KilnGeometry
import KilnTestSupport
import Testing

@Suite struct PathTests {
  /// Calls any functions in any order, with some coordinates that are no numbers.
  private func randomPath(_ random: inout SplitMix64, calls: Int = 12) -> Path {
    func point() -> Point {
      let odd: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308]
      func coordinate() -> Double {
        Int.random(in: 0..<8, using: &random) == 0
          ? odd.randomElement(using: &random) ?? 0 : Double.random(in: -100...100, using: &random)
      }
      return Point(coordinate(), coordinate())
    }
    var path = Path()
    for _ in 0..<Int.random(in: 0...calls, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: path.move(to: point())
      case 1: path.line(to: point())
      case 2: path.cubic(point(), point(), to: point())
      case 3: path.quadratic(point(), to: point())
      case 4: path.append(path)
      case 5: path.append(Path())
      case 6: path.append(path, transformedBy: Affine(a: point().x, b: 1, c: 0, d: 1, tx: 0, ty: point().y))
      case 7: path = path.transformed(by: .rotation(radians: point().x))
      default: path.close()
      }
    }
    return path
  }

  @Test func guaranteesHoldAfterAnySequenceOfCalls() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1500 {
      let path = randomPath(&random)
      #expect(path.points.allSatisfy { $0.isFinite })
      #expect(path.points.count == path.verbs.reduce(0) { $0 + $1.pointCount })
      #expect(path.verbs.first ?? .move == .move)
      // After `close` comes `move`, and there is something to close.
      #expect(zip(path.verbs, path.verbs.dropFirst()).allSatisfy { $0 != .close || $1 == .move })
      #expect(path.contours.reduce(into: Path()) { $0.append($1) } == path)
      #expect(path.contours.allSatisfy { $0.verbs.filter { $0 == .move }.count == 1 && !$0.isEmpty })
    }
  }

  @Test func segmentAfterCloseStartsWhereTheContourStarted() {
    var path = Path()
    path.move(to: Point(1, 2))
    path.line(to: Point(3, 4))
    path.close()
    path.line(to: Point(5, 6))
    #expect(path.text(decimals: 0) == "M1 2 L3 4 Z M1 2 L5 6")
  }

  @Test func appendingNothingLeavesTheOpenContourOpen() {
    var path = Path()
    path.move(to: Point(1, 2))
    path.line(to: Point(3, 4))
    path.append(Path())
    path.append(Path(), transformedBy: .scale(2, 2))
    path.line(to: Point(5, 6))
    path.close()
    path.append(Path())
    #expect(path.currentPoint == Point(1, 2))
    #expect(path.text(decimals: 0) == "M1 2 L3 4 L5 6 Z")
  }

  @Test func appendedContourGoesOn() {
    var path = Path()
    path.append(Path(text: "M1 1 L2 1"), transformedBy: .scale(10, 10))
    path.line(to: Point(0, 0))
    path.close()
    #expect(path.text(decimals: 0) == "M10 10 L20 10 L0 0 Z")
    #expect(path.currentPoint == Point(10, 10))
  }

  @Test func closingNothingDoesNothing() {
    var path = Path()
    path.close()
    #expect(path.isEmpty)
    path.move(to: .zero)
    path.close()
    path.close()
    #expect(Array(path.verbs) == [.move, .close])
  }

  @Test func emptiedPathIsLikeANewOne() {
    var path = Path(text: "M1 2 L3 4")
    path.removeAll()
    #expect(path.currentPoint == nil && path.isEmpty)
    path.line(to: Point(7, 8))
    #expect(path.text(decimals: 0) == "M7 8 L7 8")
  }

  /// However many there are: the first 32 are kept in another way than the rest.
  @Test func verbsStayInOrder() {
    var random = SplitMix64(seed: 3)
    var (path, verbs) = (Path(), [Path.Verb]())
    for index in 0..<150 {
      let verb: Path.Verb = index % 40 == 0 ? .move : random.next() % 2 == 0 ? .line : .cubic
      switch verb {
      case .move: path.move(to: Point(1, 1))
      case .line: path.line(to: Point(2, Double(index)))
      default: path.cubic(.zero, Point(1, 0), to: Point(3, 3))
      }
      verbs.append(verb)
      #expect(Array(path.verbs) == verbs)
    }
    var copy = path
    #expect(copy == path)
    copy.append(path)
    #expect(Array(copy.verbs) == verbs + verbs)
    #expect(copy != path)
    copy.removeAll()
    #expect(copy.verbs.isEmpty && copy == Path())
  }

  @Test func quadraticIsTheCubicOfTheSameCurve() {
    var path = Path(text: "M0 0")
    path.quadratic(Point(3, 6), to: Point(6, 0))
    #expect(path.text(decimals: 3) == "M0 0 C2 4 4 4 6 0")
  }

  @Test func samePathWithAnotherHistoryIsEqual() {
    var path = Path(text: "M1 2 L3 4")
    path.append(Path())
    #expect(path == Path(text: "M 1,2 3,4") && Set([path, Path(text: "M1 2L3 4")]).count == 1)
    #expect(path != Path(text: "M1 2 L3 4 Z"))
  }
}

@Suite struct PathBoundsTests {
  @Test func boundsHoldTheCurveTightly() {
    var random = SplitMix64(seed: 2)
    func coordinate() -> Double { Double.random(in: -50...50, using: &random) }
    for _ in 0..<300 {
      let curve = CubicCurve(
        Point(coordinate(), coordinate()), Point(coordinate(), coordinate()), Point(coordinate(), coordinate()),
        Point(coordinate(), coordinate()))
      let samples = (0...256).reduce(Rect.empty) { $0.including(curve.point(at: Double($1) / 256)) }
      #expect(curve.bounds.contains(samples, tolerance: 1e-9))
      // 256 chords of a curve this size deviate by less than that from the curve.
      #expect(samples.contains(curve.bounds, tolerance: 0.01))
    }
  }

  /// With a cubic term of next to nothing the textbook formula loses the extreme.
  @Test(arguments: [1e-16, 1e-13, 1e-11, 1e-9, 1e-6]) func almostQuadraticCurveKeepsItsExtreme(bend: Double) {
    let curve = CubicCurve(Point(0, 0), Point(1, 200), Point(2, 200 + bend), Point(3, bend))
    #expect(abs(curve.bounds.maxY - 150) < 1e-5)
  }

  @Test(arguments: [1e-100, 1e-14, 1, 1e14, 1e100]) func boundsDoNotDependOnTheUnit(unit: Double) {
    let curve = CubicCurve(Point(0, 0), Point(0, unit), Point(unit, unit), Point(unit, 0))
    #expect(abs(curve.bounds.maxY / unit - 0.75) < 1e-12)
  }

  @Test func boundsOfAMappedPathAreThoseOfTheMap() {
    let path = Path(text: "M0 0 C0 4 4 4 4 0 Z M10 10 L11 12")
    let map = Affine.rotation(radians: 0.7) * .scale(2, 3)
    let bounds = path.bounds(transformedBy: map)
    let expected = path.transformed(by: map).bounds
    #expect(expected.contains(bounds, tolerance: 1e-12) && bounds.contains(expected, tolerance: 1e-12))
    #expect(path.bounds == Rect(minX: 0, minY: 0, maxX: 11, maxY: 12))
    #expect(Path().bounds.isEmpty)
  }
}

@Suite struct PathShapesTests {
  @Test func ellipseStaysNearTheTrueOne() {
    let path = Path.ellipse(center: Point(3, 4), radii: Size(10, 10))
    var index = 1
    var current = path.points[0]
    while index < path.points.count {
      let curve = CubicCurve(current, path.points[index], path.points[index + 1], path.points[index + 2])
      for step in 0...16 {
        #expect(abs(curve.point(at: Double(step) / 16).distance(to: Point(3, 4)) - 10) < 0.0028)
      }
      current = curve.end
      index += 3
    }
    #expect(current == path.points[0])
  }

  @Test(arguments: [0.0, -1, 3, 5, 100, .nan, .infinity]) func roundedRectangleStaysInside(radius: Double) {
    let rect = Rect(x: 1, y: 2, width: 10, height: 20)
    let path = Path.rect(rect, cornerRadius: radius)
    #expect(path.bounds == rect && path.verbs.last == .close)
    let effective = radius > 0 ? min(5, radius) : 0
    #expect(path.points[0] == Point(11, 2 + effective))
  }

  @Test func contourWithoutBendBecomesLines() {
    var vertices = [Contour.Vertex(corner: Point(0, 0)), .init(corner: Point(4, 0)), .init(corner: Point(4, 4))]
    var path = Path()
    path.append(Contour(vertices, isClosed: true))
    #expect(path.text(decimals: 0) == "M0 0 L4 0 L4 4 Z")
    vertices[2].outgoing = Point(2, 6)
    path.removeAll()
    path.append(Contour(vertices, isClosed: true), transformedBy: .translation(1, 0))
    #expect(path.text(decimals: 0) == "M1 0 L5 0 L5 4 C3 6 1 0 1 0 Z")
    path.removeAll()
    path.append(Contour(vertices, isClosed: false))
    path.append(Contour(isClosed: true))
    #expect(path.text(decimals: 0) == "M0 0 L4 0 L4 4")
    #expect(Contour(vertices, isClosed: true).segmentCount == 3 && Contour(vertices, isClosed: false).segmentCount == 2)
    #expect(Contour(isClosed: false).segmentCount == 0)
  }

  /// A contour with a bend in its last segment, an open one and a point.
  @Test func contourOfAPathIsTheOneAppended() {
    let bent = Contour(
      [
        .init(Point(0, 0), incoming: Point(1, 6), outgoing: Point(0, 0)), .init(corner: Point(4, 0)),
        .init(Point(4, 4), incoming: Point(4, 4), outgoing: Point(2, 6)),
      ], isClosed: true)
    let open = Contour([.init(corner: Point(0, 0)), .init(corner: Point(4, 0))], isClosed: false)
    for contour in [bent, open, Contour([.init(corner: Point(1, 2))], isClosed: true)] {
      var path = Path()
      path.append(contour)
      #expect(Contour(path) == contour)
    }
  }
}

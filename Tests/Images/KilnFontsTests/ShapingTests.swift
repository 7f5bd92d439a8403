import KilnFonts
import KilnGeometry
import KilnTestSupport
import Testing

/// With fonts that scripts/make/test-fonts makes: rectangles, 1000 units an em.
@Suite struct ShapingTests {
  private static let fonts = SystemFonts()

  static func face(_ name: String, weight: Int = 400, isItalic: Bool = false, isDeclaredRegular: Bool = false) throws
    -> FontFace
  {
    let bytes = FontBytes(Fixture.bytes(Fixture.folder() + "/" + (name.contains(".") ? name : name + ".ttf")))
    let query = FontQuery(families: ["Kiln"], weight: weight, isItalic: isItalic)
    return try #require(fonts.face(query, bytes: bytes, isDeclaredRegular: isDeclaredRegular))
  }

  /// The boxes of an outline's contours from left to right, in thousandths of an em, y up.
  static func boxes(_ outline: Path) -> [[Int]] {
    outline.contours.map { contour in
      let points = contour.points
      let (x, y) = (points.map(\.x), points.map { -$0.y })
      return [x.min(), y.min(), x.max(), y.max()].map { Int((($0 ?? 0) * 1000).rounded()) }
    }.sorted { ($0[0], $0[2]) < ($1[0], $1[2]) }
  }

  private func advance(_ text: String) throws -> Int {
    Int((try Self.face("shaped").glyph(for: text).advance * 1000).rounded())
  }

  @Test(.enabled(if: RefusedMemory.isPossible)) func lettersThatAreNotShapedForLackOfMemorySaySo() throws {
    // Of its own: what was refused is remembered.
    let fonts = SystemFonts(isEmpty: true)
    let bytes = FontBytes(Fixture.bytes(Fixture.folder() + "/shaped.ttf"))
    let query = FontQuery(families: ["Kiln"], weight: 400, isItalic: false)
    let face = try #require(fonts.face(query, bytes: bytes, isDeclaredRegular: false))
    #expect(!face.glyph(for: "fi").isUnshaped)
    let glyph = RefusedMemory.ofLibrary("libharfbuzz") { face.glyph(for: "fif") }
    #expect(glyph.isUnshaped)
    #expect(Self.boxes(glyph.outline).count == 3)
  }

  @Test func lettersJoinToALigature() throws {
    let glyph = try Self.face("shaped").glyph(for: "fi")
    #expect(try advance("fi") == 450)
    #expect(Self.boxes(glyph.outline) == [[50, 0, 400, 700]])
    #expect(!glyph.isMissing && !glyph.isUnshaped)
  }

  @Test func pairsAreKerned() throws {
    #expect(try advance("AV") == 1000)
    #expect(try advance("VA") == 1200)
    #expect(try advance("A") == 600)
  }

  /// On the anchor, without an advance; the font has no letter with it.
  @Test func marksStandOnTheirLetter() throws {
    let glyph = try Self.face("shaped").glyph(for: "A\u{301}")
    #expect(try advance("A\u{301}") == 600)
    #expect(Self.boxes(glyph.outline) == [[0, 0, 600, 700], [250, 750, 350, 850]])
  }

  @Test func lettersTakeTheFormsOfTheirPlaces() throws {
    #expect(try advance("\u{628}") == 800)
    #expect(try advance("\u{628}\u{628}\u{628}") == 300 + 350 + 700)
    // From right to left: the final form is on the left.
    let boxes = Self.boxes(try Self.face("shaped").glyph(for: "\u{628}\u{628}\u{628}").outline)
    #expect(boxes.map { $0[2] - $0[0] } == [650, 350, 300])
  }

  /// Left to right with Hebrew inside, and right to left with Latin inside.
  @Test func directionsAreMixed() throws {
    let face = try Self.face("shaped")
    let inLatin = Self.boxes(face.glyph(for: "A \u{5D0}\u{5D1} V").outline)
    #expect(inLatin.map { [$0[0], $0[3]] } == [[0, 700], [900, 300], [1400, 600], [2000, 700]])
    let inHebrew = Self.boxes(face.glyph(for: "\u{5D0} AV \u{5D1}").outline)
    #expect(inHebrew.map { $0[3] } == [300, 700, 700, 600])
  }

  @Test func charactersThatTheFontLacksComeFromAnother() throws {
    let glyph = try Self.face("shaped").glyph(for: "AГA")
    #expect(!glyph.isMissing)
    #expect(glyph.advance > 1.2)
    #expect(Self.boxes(glyph.outline).count >= 3)
  }

  @Test func characterThatNoFontHasIsMissing() throws {
    let glyph = try Self.face("shaped").glyph(for: "A\u{50000}")
    #expect(glyph.isMissing)
    #expect(Self.boxes(glyph.outline).first == [0, 0, 600, 700])
  }

  @Test func controlCharactersAreNothing() throws {
    #expect(try advance("A\tA\u{7}") == 1200)
    #expect(try advance("") == 0)
  }

  @Test func packedFontsAreShaped() throws {
    let (plain, packed) = (try Self.face("shaped"), try Self.face("shaped.woff"))
    for text in ["fi", "AV", "A\u{301}", "\u{628}\u{628}\u{628}", "\u{5D0}\u{5D1}"] {
      #expect(packed.glyph(for: text).outline == plain.glyph(for: text).outline, "\(text)")
    }
  }

  @Test func layersHaveTheirColours() throws {
    let glyph = try Self.face("colored").glyph(for: "A")
    #expect(
      glyph.layers.map(\.color) == [
        FontGlyph.Color(red: 255, green: 0, blue: 0, alpha: 255),
        FontGlyph.Color(red: 0, green: 0, blue: 255, alpha: 128), nil,
      ])
    #expect(
      glyph.layers.map { Self.boxes($0.outline) } == [
        [[0, 0, 600, 600]], [[100, 100, 500, 500]], [[200, 200, 400, 400]],
      ])
    // Without a coloured letter there are no layers; with one, the others are layers, too.
    #expect(try Self.face("colored").glyph(for: "B").layers.isEmpty)
    let both = try Self.face("colored").glyph(for: "AB").layers
    #expect(both.count == 4)
    #expect(both.last.map { Self.boxes($0.outline) } == [[600, 0, 1200, 300]])
  }

  @Test func paintedPartsAreMovedTurnedAndScaled() throws {
    let glyph = try Self.face("painted").glyph(for: "A")
    let red = FontGlyph.Color(red: 255, green: 0, blue: 0, alpha: 255)
    func blue(_ alpha: UInt8) -> FontGlyph.Color { FontGlyph.Color(red: 0, green: 0, blue: 255, alpha: alpha) }
    #expect(glyph.layers.map(\.color) == [red, blue(128), nil, red, blue(255)])
    #expect(
      glyph.layers.map { Self.boxes($0.outline) } == [
        [[0, 0, 200, 100]], [[100, 50, 300, 150]], [[-100, 0, 0, 200]], [[100, -50, 200, 100]], [[10, 20, 210, 220]],
      ])
    #expect(!glyph.isSimplified)
  }

  @Test func gradientsOfPartsHaveTheirPlaces() throws {
    let face = try Self.face("painted")
    let linear = try #require(face.glyph(for: "B").layers.first?.gradient)
    #expect(linear.geometry == .linear(start: .zero, end: Point(0.1, 0)))
    #expect(linear.stops.map(\.offset) == [0, 1] && linear.stops.map(\.color.blue) == [0, 255])
    // From a circle inside the other one.
    let radial = try #require(face.glyph(for: "F").layers.first?.gradient)
    guard case .radial(let center, let radius, let focus) = radial.geometry else {
      Issue.record("no radial gradient")
      return
    }
    #expect(center == focus && (center - Point(0.15, -0.075)).length < 1e-9 && abs(radius - 0.12) < 1e-9)
    #expect(radial.stops.map(\.offset) == [0.25, 1])
    #expect(!face.glyph(for: "BF").isSimplified)
    // In a line of text, behind a letter that is 600 wide.
    #expect(
      face.glyph(for: "EB").layers.last?.gradient?.geometry == .linear(start: Point(0.6, 0), end: Point(0.7, 0)))
  }

  /// A gradient around a point, parts at a quarter of their alpha, a blended part, and a letter without paints.
  @Test func paintsThatAreNeitherColourNorGradientAreSimplified() throws {
    let face = try Self.face("painted")
    let violet = FontGlyph.Color(red: 128, green: 0, blue: 128, alpha: 255)
    #expect(face.glyph(for: "G").layers.map(\.color) == [violet])
    #expect(face.glyph(for: "C").layers.map(\.color?.alpha) == [64, 64])
    #expect(face.glyph(for: "D").layers.map { $0.gradient == nil } == [false, true])
    #expect(["C", "D", "G"].allSatisfy { face.glyph(for: $0).isSimplified })
    #expect(face.glyph(for: "E").layers.isEmpty && !face.glyph(for: "E").isSimplified)
  }

  @Test func bitmapsStandWhereTheFontSays() throws {
    let glyph = try Self.face("pictures").glyph(for: "A")
    let picture = try #require(glyph.pictures.first)
    #expect(glyph.pictures.count == 1 && glyph.outline.isEmpty)
    #expect(picture.width == 8 && picture.height == 8)
    #expect(picture.pixels == Array(repeating: [0, 255, 0, 255], count: 64).flatMap(\.self))
    #expect(abs(picture.pixel - 0.1) < 1e-9)
    #expect(abs(picture.left - 0.1) < 1e-9)
    // Eight pixels high, two above the baseline.
    #expect(abs(picture.top + 1) < 1e-9)
    #expect(try Self.face("pictures").glyph(for: "B").pictures.isEmpty)
  }

  @Test(arguments: [(100, 100), (300, 300), (450, 450), (900, 900), (1000, 900), (1, 100)])
  func variableFontHasEveryWeight(weight: Int, width: Int) throws {
    let glyph = try Self.face("variable", weight: weight).glyph(for: "A")
    #expect(Self.boxes(glyph.outline) == [[0, 0, width, 700]])
  }

  /// A variable font never, as in browsers.
  @Test func fontWithoutTheWeightIsEmboldened() throws {
    let bold = Self.boxes(try Self.face("shaped", weight: 900, isDeclaredRegular: true).glyph(for: "A").outline)
    let width = try #require(bold.first.map { $0[2] - $0[0] })
    #expect((625...640).contains(width))
    let variable = Self.boxes(try Self.face("variable", weight: 900, isDeclaredRegular: true).glyph(for: "A").outline)
    #expect(variable == [[0, 0, 900, 700]])
  }

  @Test func slantIsAddedWhereTheFontHasNone() throws {
    let boxes = Self.boxes(try Self.face("shaped", isItalic: true).glyph(for: "A").outline)
    #expect(boxes == [[0, 0, 775, 700]])
  }

  /// The capitals of DejaVu Sans are between pixels at these sizes.
  @Test(arguments: [13.0, 14, 16, 20])
  func fittedEdgesAreOnPixels(size: Double) throws {
    let query = FontQuery(families: ["DejaVu Sans"])
    let glyph = try #require(Self.fonts.face(query)).glyph(for: "H")
    let fitted = try #require(glyph.fitted?(size))
    let (plainTop, top) = (
      try #require(glyph.outline.points.map(\.y).min()), try #require(fitted.points.map(\.y).min())
    )
    #expect(abs(plainTop * size - (plainTop * size).rounded()) > 0.1)
    #expect(abs(top * size - (top * size).rounded()) < 0.02)
    #expect(abs((fitted.points.map(\.y).max() ?? 1) * size) < 0.02)
    // Horizontal distances stay.
    #expect(abs((fitted.points.map(\.x).max() ?? 0) - (glyph.outline.points.map(\.x).max() ?? 0)) < 0.02)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9])
  func absurdSizesAreNotFitted(size: Double) throws {
    #expect(try Self.face("shaped").glyph(for: "A").fitted?(size) == nil)
  }
}

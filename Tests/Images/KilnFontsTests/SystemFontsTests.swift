import KilnFonts
import KilnGeometry
import KilnTestSupport
import Testing

/// With the fonts of Debian's fonts-dejavu-core, which scripts/bootstrap installs for these tests.
@Suite struct SystemFontsTests {
  private let fonts = SystemFonts()

  private func face(_ family: String, weight: Int = 400) throws -> FontFace {
    try #require(fonts.face(FontQuery(families: [family], weight: weight)))
  }

  /// The box of all points, control points included.
  private static func bounds(_ path: Path) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (x, y) = (path.points.map(\.x), path.points.map(\.y))
    return (x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
  }

  @Test func glyphHasTheFontsOutlineInEm() throws {
    let face = try face("DejaVu Sans")
    #expect(face.family == "DejaVu Sans")
    #expect(face.isRequested)
    let glyph = face.glyph(for: "H")
    #expect(!glyph.isMissing)
    #expect(glyph.advance == 1540 / 2048.0)
    let bounds = Self.bounds(glyph.outline)
    #expect(bounds.left == 201 / 2048.0)
    #expect(bounds.right == 1339 / 2048.0)
    #expect(bounds.top == -1493 / 2048.0)
    #expect(bounds.bottom == 0)
    #expect(glyph.outline.verbs.count { $0 == .close } == 1)
    #expect(face.ascent == 1901 / 2048.0)
  }

  @Test func curvesOfTrueTypeBecomeCubic() throws {
    let outline = try face("DejaVu Sans").glyph(for: "o").outline
    #expect(outline.verbs.count { $0 == .move } == 2)
    #expect(outline.verbs.contains(.cubic))
  }

  @Test func spaceHasAnAdvanceAndNoOutline() throws {
    let glyph = try face("DejaVu Sans").glyph(for: " ")
    #expect(glyph.advance == 651 / 2048.0)
    #expect(glyph.outline.isEmpty)
    #expect(!glyph.isMissing)
  }

  @Test func namesOfFamiliesAreOfAnyCase() throws {
    #expect(try face("dejavu sans mono").family == "DejaVu Sans Mono")
  }

  @Test func firstInstalledFamilyCounts() throws {
    let face = try #require(fonts.face(FontQuery(families: ["No Such Family", "DejaVu Serif"])))
    #expect(face.family == "DejaVu Serif")
    #expect(face.isRequested)
  }

  @Test func missingFamilyIsReplaced() throws {
    let face = try face("No Such Family")
    #expect(!face.isRequested)
    #expect(face.family != "No Such Family")
    #expect(!face.glyph(for: "A").outline.isEmpty)
  }

  /// With fonts-dejavu-core alone these are DejaVu Sans, DejaVu Serif and DejaVu Sans Mono.
  @Test(arguments: [
    ("Montserrat", FontClass.sansSerif), ("Playfair Display", .serif), ("Menlo", .monospaced), ("Acme Slab", .serif),
    ("AcmeCode-Regular", .monospaced),
  ])
  func missingFamilyIsReplacedByOneOfItsClass(family: String, fontClass: FontClass) throws {
    let face = try face(family)
    #expect(face.substitution == .sameClass(fontClass))
    #expect(FontClass(family: face.family) == fontClass)
  }

  /// Only some machines have a script font.
  @Test func missingScriptFontIsReplacedByAScriptFontIfThereIsOne() throws {
    let face = try face("Pacifico")
    switch face.substitution {
    case .sameClass(.script): #expect(FontClass(family: face.family) == .script)
    case .standard(.script): #expect(FontClass(family: face.family) != .script)
    default: Issue.record("\(face.family) stands in: \(String(describing: face.substitution))")
    }
  }

  @Test func familyOfUnknownClassIsReplacedByASansSerif() throws {
    let face = try face("Qwzx")
    #expect(face.substitution == .standard(nil))
    #expect(FontClass(family: face.family) == .sansSerif)
  }

  /// The class counts of the first family that has one.
  @Test func firstKnownFamilyGivesTheClass() throws {
    let face = try #require(fonts.face(FontQuery(families: ["Qwzx", "Playfair Display", "Menlo"])))
    #expect(face.substitution == .sameClass(.serif))
  }

  @Test(arguments: [("serif", FontClass.serif), ("sans-serif", .sansSerif), ("monospace", .monospaced)])
  func genericFamilyIsOfItsClass(family: String, fontClass: FontClass) throws {
    let face = try face(family)
    #expect(face.isRequested)
    #expect(FontClass(family: face.family) == fontClass)
  }

  @Test func weightOfAReplacedFontIsKept() throws {
    let regular = try face("Menlo")
    let bold = try #require(fonts.face(FontQuery(families: ["Menlo"], weight: 700)))
    #expect(bold.family == regular.family)
    #expect(bold.glyph(for: "H").outline != regular.glyph(for: "H").outline)
  }

  @Test(arguments: ["Montserrat", "Playfair Display", "Menlo", "Pacifico", "Qwzx"])
  func substituteIsTheSameEveryTime(family: String) throws {
    let other = try #require(SystemFonts().face(FontQuery(families: [family])))
    #expect(try face(family).family == other.family)
  }

  @Test func weightChoosesTheFace() throws {
    let regular = try face("DejaVu Sans").glyph(for: "H")
    let bold = try face("DejaVu Sans", weight: 700).glyph(for: "H")
    #expect(bold.advance == 1714 / 2048.0)
    #expect(bold.advance > regular.advance)
  }

  /// By an italic font or by slanting the upright one.
  @Test func italicLettersLean() throws {
    let italic = try #require(fonts.face(FontQuery(families: ["DejaVu Sans"], isItalic: true))).glyph(for: "I")
    let bounds = Self.bounds(italic.outline)
    let upright = try Self.bounds(face("DejaVu Sans").glyph(for: "I").outline)
    #expect(bounds.right - bounds.left > 1.5 * (upright.right - upright.left))
  }

  @Test func absurdWeightIsClamped() throws {
    #expect(try face("DejaVu Sans", weight: .max).family == "DejaVu Sans")
    #expect(try face("DejaVu Sans", weight: .min).family == "DejaVu Sans")
  }

  /// DejaVu Sans has a snowman, DejaVu Serif has none.
  @Test func characterComesFromAFontThatHasIt() throws {
    let glyph = try face("DejaVu Serif").glyph(for: "\u{2603}")
    #expect(!glyph.isMissing)
    #expect(!glyph.outline.isEmpty)
  }

  /// The code point is none that Unicode assigns.
  @Test func characterThatNoFontHasIsMissing() throws {
    let glyph = try face("DejaVu Sans").glyph(for: "\u{50000}")
    #expect(glyph.isMissing)
    #expect(glyph.advance > 0)
  }

  @Test(arguments: ["\n", "\t", "\u{1}", "\u{200D}", ""])
  func controlCharacterTakesNoSpace(character: String) throws {
    let glyph = try face("DejaVu Sans").glyph(for: character)
    #expect(glyph.advance == 0)
    #expect(glyph.outline.isEmpty)
    #expect(!glyph.isMissing)
  }

  @Test func scalarsOfACharacterFollowEachOther() throws {
    let face = try face("DejaVu Sans")
    let pair = face.glyph(for: "HH\u{FE0F}")
    #expect(pair.advance == 2 * 1540 / 2048.0)
    #expect(Self.bounds(pair.outline).right == (1540 + 1339) / 2048.0)
  }

  @Test func severalThreadsMayAsk() async throws {
    let face = try face("DejaVu Sans")
    let advances = await withTaskGroup(of: Double.self) { group in
      for scalar in UInt8(ascii: "a")...UInt8(ascii: "z") {
        group.addTask { face.glyph(for: String(UnicodeScalar(scalar))).advance }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(advances.count == 26)
    #expect(advances.allSatisfy { $0 > 0 })
  }

  /// A batch reads many files with fonts in them.
  @Test func fontsInMemoryAreClosedWithWhatUsesThem() throws {
    weak var weakBytes: FontBytes?
    var fitted: (@Sendable (Double) -> Path?)?
    do {
      let bytes = FontBytes(Fixture.bytes(Fixture.folder() + "/shaped.ttf"))
      weakBytes = bytes
      let query = FontQuery(families: ["Kiln Shaped"])
      let face = try #require(fonts.face(query, bytes: bytes, isDeclaredRegular: false))
      fitted = face.glyph(for: "A").fitted
    }
    #expect(fitted?(20)?.isEmpty == false)
    #expect(weakBytes != nil)
    fitted = nil
    #expect(weakBytes == nil)
    do {
      let bytes = FontBytes([1, 2, 3])
      weakBytes = bytes
      #expect(fonts.face(FontQuery(families: ["None"]), bytes: bytes, isDeclaredRegular: false) == nil)
    }
    #expect(weakBytes == nil)
  }
}

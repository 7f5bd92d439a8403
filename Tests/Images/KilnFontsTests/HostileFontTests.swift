import KilnFonts
import KilnGeometry
import KilnTestSupport
import Testing

/// Fonts in which bytes are wrong: whatever comes of them, it comes.
@Suite struct HostileFontTests {
  private static let system = SystemFonts()
  private static let fonts = [
    "shaped.ttf", "shaped.woff", "colored.ttf", "painted.ttf", "variable.ttf", "pictures.ttf",
  ]
  private static let texts = ["fi AV A\u{301}", "\u{628}\u{628} \u{5D0}A", "ABCDEFG", "A\u{FE0F}\u{200D}"]

  private static func bytes(_ name: String) -> [UInt8] {
    Fixture.bytes(Fixture.folder() + "/" + name)
  }

  /// Draws texts with a font; false if it cannot be opened.
  private static func draw(_ bytes: [UInt8]) -> Bool {
    let query = FontQuery(families: ["Kiln"], weight: 700)
    guard let face = system.face(query, bytes: FontBytes(bytes), isDeclaredRegular: false) else { return false }
    for text in texts {
      let glyph = face.glyph(for: text)
      #expect(glyph.advance.isFinite)
      #expect(glyph.outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      _ = glyph.fitted?(12)
      #expect(glyph.layers.allSatisfy { $0.outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
    }
    return true
  }

  @Test(arguments: [[], [0], Array("OTTO".utf8), Array(repeating: UInt8(0xFF), count: 4096)])
  func whatIsNoFontIsNone(bytes: [UInt8]) {
    #expect(
      SystemFonts().face(FontQuery(families: ["Kiln"]), bytes: FontBytes(bytes), isDeclaredRegular: true) == nil)
  }

  @Test(arguments: fonts)
  func fontsMayEndAnywhere(name: String) {
    let bytes = Self.bytes(name)
    #expect(Self.draw(bytes))
    let counts = stride(from: 0, to: bytes.count, by: 37)
    // Whether the last table is whole, nobody asks before it is needed.
    #expect(counts.count { !Self.draw(Array(bytes.prefix($0))) } > 0)
  }

  @Test(arguments: fonts)
  func anyByteMayBeWrong(name: String) {
    let bytes = Self.bytes(name)
    var (opened, refused) = (0, 0)
    for position in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = bytes
      damaged[position] ^= position.isMultiple(of: 2) ? 0xFF : 0x80
      if Self.draw(damaged) { opened += 1 } else { refused += 1 }
    }
    #expect(opened > 0 && refused > 0)
  }
}

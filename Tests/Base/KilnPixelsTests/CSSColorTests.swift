import KilnPixels
import Testing

/// What Chromium paints for `fill` of a rectangle.
@Suite struct CSSColorTests {
  @Test(arguments: [
    ("#f00", [255, 0, 0, 255]), ("#f008", [255, 0, 0, 136]), ("#ff000080", [255, 0, 0, 128]),
    ("rgb(255,0,0)", [255, 0, 0, 255]), ("rgba(255, 0, 0, 0.5)", [255, 0, 0, 128]),
    ("rgba(255,0,0)", [255, 0, 0, 255]),
    ("rgb(100% 0% 0% / 50%)", [255, 0, 0, 128]), ("rgb(300,-5,0)", [255, 0, 0, 255]),
    ("rgb(254.6 0 0)", [255, 0, 0, 255]),
    ("rgb(none 128 0)", [0, 128, 0, 255]), (" RED ", [255, 0, 0, 255]), ("RebeccaPurple", [102, 51, 153, 255]),
    ("transparent", [0, 0, 0, 0]), ("hsl(0,100%,50%)", [255, 0, 0, 255]), ("hsla(0 100% 50% / .5)", [255, 0, 0, 128]),
    ("hsl(120deg 100 25)", [0, 128, 0, 255]), ("hsl(-0.5turn 100% 50%)", [0, 255, 255, 255]),
    ("hsl(3.14159rad 100% 50%)", [0, 255, 255, 255]), ("hsl(400grad 100% 50%)", [255, 0, 0, 255]),
    ("hwb(0 0% 0%)", [255, 0, 0, 255]), ("hwb(90 40% 80%)", [85, 85, 85, 255]), ("rgb(1e2 0 0)", [100, 0, 0, 255]),
  ])
  func coloursAreParsed(_ text: String, _ bytes: [Int]) throws {
    let color = try #require(CSSColor.parse(text))
    #expect((0..<4).map { Int((color[$0] * 255).rounded()) } == bytes)
    #expect(CSSColor.fill(text) == color)
  }

  @Test(arguments: [
    "", "#", "ff0000", "#ff000", "#gg0000", "rgb(255,0 0)", "rgb(50%,0,0)", "rgb(255,0,0,)", "rgb(1,2)", "rgb(1 2 3 4)",
    "rgb(1 2 3 / 4 / 5)", "hsl(0,1,1)", "hwb(0,0%,0%)", "rgb(1em 0 0)", "rgb(inf 0 0)", "rgb(none,0,0)", "nocolour",
    "rgb", "rgb(", "()", "#٣٣٣", "inherit", "currentcolor",
  ])
  func otherTextsAreBlack(text: String) {
    #expect(CSSColor.parse(text) == nil)
    #expect(CSSColor.fill(text) == [0, 0, 0, 1])
  }

  @Test func someFillsPaintNothing() {
    #expect(
      CSSColor.fill("none") == .zero && CSSColor.fill("url(#a)") == .zero && CSSColor.fill("url(#a) none") == .zero)
    #expect(CSSColor.fill("url(#a) red") == [1, 0, 0, 1])
    // Only one colour may follow.
    #expect(CSSColor.fill(String(repeating: "url()", count: 100_000)) == [0, 0, 0, 1])
  }
}

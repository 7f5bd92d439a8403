import KilnLottieImport
import Testing

@Suite struct TextCharactersTests {
  @Test(arguments: [
    ("", []),
    ("A\r\u{3}", ["A", "\r", "\u{3}"]),
    // Only what lottie-web knows is joined: other combining marks stand alone.
    ("e\u{301}", ["e", "\u{301}"]),
    ("\u{915}\u{93F}\u{94D}\u{915}", ["\u{915}\u{93F}\u{94D}", "\u{915}"]),
    ("👍🏽A", ["👍🏽", "A"]),
    ("❤\u{FE0F}", ["❤\u{FE0F}"]),
    ("👩\u{200D}💻A", ["👩\u{200D}💻", "A"]),
    ("🇨🇭🇩🇪A", ["🇨🇭", "🇩🇪", "A"]),
    ("🏴󠁧󠁢󠁷󠁬󠁳󠁿A", ["🏴󠁧󠁢󠁷󠁬󠁳󠁿", "A"]),
    ("🏴A", ["🏴", "A"]),
    ("\u{FE0F}A", ["A"]),
  ])
  func split(text: String, expected: [String]) {
    let characters = TextCharacters.split(text)
    #expect(characters.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
  }
}

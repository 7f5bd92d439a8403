internal import KilnLottieFormat

extension LottieFontQuery {
  /// Query for the font that lottie-web requests from the browser.
  init(_ font: LottieFont) {
    let words = font.style.lowercased().split(separator: " ")
    self.init(
      families: Self.families(font.family),
      weight: font.weight.isEmpty
        ? words.compactMap { Self.weights[$0] }.last ?? 400 : Self.weight(css: font.weight),
      isItalic: words.contains("italic"), file: font.isLocal ? font.path : "")
  }

  /// Weights by the words that lottie-web recognizes. Other words are ignored.
  private static let weights: [Substring: Int] = [
    "bold": 700, "black": 900, "medium": 500, "regular": 400, "normal": 400, "light": 200, "thin": 200,
  ]

  /// The names in a CSS list, without their quotes.
  private static func families(_ list: String) -> [String] {
    list.split(separator: ",").map { name in
      name.split(separator: " ").joined(separator: " ").filter { $0 != "\"" && $0 != "'" }
    }.filter { !$0.isEmpty }
  }

  /// A weight of CSS; 400 if it is none.
  private static func weight(css: String) -> Int {
    switch css.lowercased() {
    case "bold", "bolder": 700
    case let text: Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } ?? 400
    }
  }
}

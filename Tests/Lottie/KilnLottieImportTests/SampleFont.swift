import KilnGeometry
import KilnLottieImport

/// A font whose capitals are squares, half as wide as the size; it has nothing else. What consists of several characters is
/// neither combined nor drawn in all its colours.
struct SampleFont: LottieFontFace {
  var family = "Sample"
  var isRequested: Bool
  var substitutionReason: String?

  /// There is one font, which stands in for all others.
  struct Loader: AssetLoader {
    func image(_ request: ImageRequest) -> [UInt8]? { nil }
    func font(_ query: LottieFontQuery) -> (any LottieFontFace)? {
      SampleFont(isRequested: query.families.contains("Sample"))
    }
  }

  func glyph(for character: String) -> LottieFontGlyph {
    guard character.unicodeScalars.allSatisfy({ ("A"..."Z").contains($0) }) else {
      var glyph = LottieFontGlyph(advance: 0.25, outline: Path(), isMissing: character != " ")
      glyph.isUnshaped = character.unicodeScalars.count > 1
      glyph.isSimplified = glyph.isUnshaped
      return glyph
    }
    var outline = Path()
    outline.move(to: .zero)
    outline.line(to: Point(0.5, 0))
    outline.line(to: Point(0.5, -0.5))
    outline.line(to: Point(0, -0.5))
    outline.close()
    return LottieFontGlyph(advance: 0.5, outline: outline)
  }
}

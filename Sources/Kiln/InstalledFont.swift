internal import Fonts
internal import LottieImport

/// A font of this machine, for Lottie's texts without letters of their own.
struct InstalledFont: LottieFontFace {
  private let face: FontFace

  /// Finds fonts among those that are installed.
  static func loader() -> LottieFontLoader {
    let fonts = SystemFonts()
    return { query in
      let query = FontQuery(families: query.families, weight: query.weight, isItalic: query.isItalic)
      return fonts.face(query).map(InstalledFont.init)
    }
  }

  var family: String { face.family }
  var isRequested: Bool { face.isRequested }

  var substitutionReason: String? {
    switch face.substitution {
    case .equivalent: "with the same widths"
    case .sameClass(let fontClass): "a \(fontClass.rawValue) font, too"
    case .standard(let fontClass?): "no \(fontClass.rawValue) font is installed"
    case .standard(nil): "the class of the missing font is not known"
    case nil: nil
    }
  }

  func glyph(for character: String) -> LottieFontGlyph {
    let glyph = face.glyph(for: character)
    return LottieFontGlyph(advance: glyph.advance, outline: glyph.outline, isMissing: glyph.isMissing)
  }
}

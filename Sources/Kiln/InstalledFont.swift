internal import Fonts
internal import LottieImport

/// A font of this machine, for Lottie's texts without letters of their own.
struct InstalledFont: LottieFontFace {
  private let face: FontFace

  /// Finds fonts among those that are installed. For lottie-web's picture a missing font is replaced as browsers do, if
  /// what they use is installed.
  static func loader(for fidelity: LottieFidelity) -> LottieFontLoader {
    let fonts = SystemFonts()
    return { query in
      let query = FontQuery(
        families: query.families, weight: query.weight, isItalic: query.isItalic,
        usesBrowserFallback: fidelity == .lottieWeb)
      return fonts.face(query).map(InstalledFont.init)
    }
  }

  var family: String { face.family }
  var isRequested: Bool { face.isRequested }

  var substitutionReason: String? {
    switch face.substitution {
    case .equivalent: "with the same widths"
    case .browserStandard: "as in browsers; --fidelity ae takes one of the same class"
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

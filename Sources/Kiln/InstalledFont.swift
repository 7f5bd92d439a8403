internal import Fonts
internal import LottieImport

/// A font of this machine, for Lottie's texts without letters of their own.
struct InstalledFont: LottieFontFace {
  private let face: FontFace

  /// The best match of a query; nil if no fonts are installed.
  ///
  /// - Parameter usesBrowserFallback: Whether a missing family is replaced as browsers do, if what they use is installed.
  init?(_ query: LottieFontQuery, in fonts: SystemFonts, usesBrowserFallback: Bool) {
    let query = FontQuery(
      families: query.families, weight: query.weight, isItalic: query.isItalic,
      usesBrowserFallback: usesBrowserFallback)
    guard let face = fonts.face(query) else { return nil }
    self.face = face
  }

  /// Path of its file.
  var path: String { face.path }
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

internal import Diagnostics
internal import Geometry
internal import LottieFormat

/// Fonts from outside the document, each looked for once.
final class ExternalFonts {
  private let assets: any AssetLoader
  private let limits: Limits
  private var faces: [LottieFontQuery: (any LottieFontFace)?] = [:]

  init(_ assets: any AssetLoader, limits: Limits) {
    self.assets = assets
    self.limits = limits
  }

  /// Nil if there is none, or if the document asks for too many.
  func face(for font: LottieFont) -> (any LottieFontFace)? {
    let query = LottieFontQuery(font)
    if let cached = faces[query] { return cached }
    guard faces.count < limits.fonts else { return nil }
    let face = assets.font(query)
    faces[query] = .some(face)
    return face
  }
}

/// A typeface whose characters are those of a font from outside the document.
struct ExternalTypeface: Typeface {
  let face: any LottieFontFace
  let ascent: Double

  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph? {
    let glyph = face.glyph(for: character)
    return Glyph(advance: glyph.advance * size, outline: glyph.outline.transformed(by: .scale(size, size)))
  }
}

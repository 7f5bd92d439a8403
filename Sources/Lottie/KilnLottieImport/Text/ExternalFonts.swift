internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// Fonts that a document does not hold as outlines, each looked for once.
final class ExternalFonts {
  private let container: LottieContainer
  private let assets: any AssetLoader
  private let limits: Limits
  /// The most fonts that are looked for, if the document asks for more; nil if it does not.
  private(set) var exceededLimit: Int?
  private var faces: [String: (any LottieFontFace)?] = [:]
  /// Files of the container by their names: many fonts may have the same one.
  private var stored: [String: [UInt8]?] = [:]

  /// - Parameters:
  ///   - container: The file, in which fonts are looked for first.
  ///   - assets: Finds those that are not in it, and reads all of them.
  init(_ container: LottieContainer, _ assets: any AssetLoader, limits: Limits) {
    self.container = container
    self.assets = assets
    self.limits = limits
  }

  /// Nil if there is none, or if the document asks for too many.
  ///
  /// - Parameter declaresRegular: Whether files of the document count as regular, as in lottie-web.
  func face(for font: LottieFont, declaresRegular: Bool) -> (any LottieFontFace)? {
    // Several fonts of one name are one.
    if let cached = faces[font.name] { return cached }
    guard faces.count < limits.fonts else {
      exceededLimit = limits.fonts
      return nil
    }
    var query = LottieFontQuery(font)
    // A damaged file is none, as in players.
    query.bytes = font.embeddedBytes ?? stored(font.path)
    query.isDeclaredRegular = declaresRegular && font.isDeclared
    let face = assets.font(query)
    faces[font.name] = .some(face)
    return face
  }

  private func stored(_ file: String) -> [UInt8]? {
    // As the container does, which goes by the name alone.
    let file = file.split(separator: "/").last.map(String.init) ?? ""
    if let known = stored[file] { return known }
    let bytes = (try? container.image(file: file)) ?? nil
    stored[file] = .some(bytes)
    return bytes
  }
}

/// A typeface whose characters are those of a font from outside the document.
struct ExternalTypeface: Typeface {
  let face: any LottieFontFace
  let ascent: Double
  let alignsBaselines: Bool
  let shapesLines: Bool

  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph? {
    let found = face.glyph(for: character)
    let scale = Affine.scale(size, size)
    var glyph = Glyph(advance: found.advance * size, outline: found.outline.transformed(by: scale))
    glyph.layers = found.layers.map { $0.scaled(by: size) }
    glyph.pictures = found.pictures.map { LottieFontGlyph.Picture(png: $0.png, transform: scale * $0.transform) }
    glyph.letter = letter(found, size: size)
    return glyph
  }

  private func letter(_ glyph: LottieFontGlyph, size: Double) -> Letter {
    guard let fitted = glyph.fitted, alignsBaselines else { return Letter(size: size, isAligned: alignsBaselines) }
    return Letter(size: size, isAligned: true) { pixels in fitted(pixels)?.transformed(by: .scale(size, size)) }
  }
}

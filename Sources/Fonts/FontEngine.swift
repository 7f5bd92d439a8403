internal import Geometry

/// Finds fonts and reads them.
final class FontEngine {
  let library: FontLibrary
  private let catalog: FontCatalog
  private var fallbacks: [Fallback: FontFile?] = [:]

  private struct Fallback: Hashable {
    var scalar: Unicode.Scalar
    var query: FontQuery
  }

  /// What browsers use for families that do not exist.
  private static let standardFamily = "Times New Roman"

  /// What browsers also try for a family that does not exist.
  private static let alternatives = [
    "helvetica": "Arial", "arial": "Helvetica", "times": "Times New Roman", "times new roman": "Times",
    "courier": "Courier New", "courier new": "Courier",
  ]

  init?() {
    guard let catalog = FontCatalog(), let library = FontLibrary() else { return nil }
    self.catalog = catalog
    self.library = library
  }

  func file(for query: FontQuery) -> (file: FontFile, isRequested: Bool)? {
    for family in query.families + [Self.standardFamily] {
      for name in [family, Self.alternatives[family.lowercased()]].compactMap(\.self) {
        guard let file = catalog.file(family: name, like: query), library.canRead(file) else { continue }
        let isRequested = query.families.contains { FontCatalog.isSame($0, file.family) || FontCatalog.isGeneric($0) }
        return (file, isRequested)
      }
    }
    guard let file = catalog.file(like: query), library.canRead(file) else { return nil }
    return (file, false)
  }

  func glyph(for character: String, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    var glyph = FontGlyph(advance: 0, outline: Path())
    for scalar in character.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      let part = self.glyph(for: scalar, in: file, query)
      glyph.outline.append(part.outline, transformedBy: .translation(glyph.advance, 0))
      glyph.advance += part.advance
      if part.isMissing { glyph.isMissing = true }
    }
    return glyph
  }

  private func glyph(for scalar: Unicode.Scalar, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    if let glyph = library.glyph(for: scalar, in: file) { return glyph }
    let key = Fallback(scalar: scalar, query: query)
    let fallback = fallbacks[key] ?? catalog.file(having: scalar, like: query)
    fallbacks[key] = .some(fallback)
    return fallback.flatMap { library.glyph(for: scalar, in: $0) } ?? library.missingGlyph(in: file)
  }
}

internal import KilnGeometry
internal import Synchronization

/// The installed fonts of this machine, matched as browsers do.
///
/// The configuration is loaded on first use. Thread-safe; calls are serialized.
package final class SystemFonts: Sendable {
  private let engine = Mutex<FontEngine?>(nil)
  private let isEmpty: Bool

  /// The fonts of the system's fontconfig configuration.
  ///
  /// - Parameter isEmpty: Whether there are none, and the configuration is not read; fonts in files can be opened all the same.
  package init(isEmpty: Bool = false) { self.isEmpty = isEmpty }

  /// The font for a query, or its substitute; nil if no fonts are installed.
  package func face(_ query: FontQuery) -> FontFace? {
    withEngine { $0.file(for: query) }?.map { FontFace($0.file, for: query, substitution: $0.substitution, of: self) }
  }

  /// The font in a file in memory; nil if it cannot be read.
  ///
  /// - Parameter isDeclaredRegular: Whether it counts as regular and upright whatever it is, as fonts do that a page declares
  ///   without their style.
  package func face(_ query: FontQuery, bytes: FontBytes, isDeclaredRegular: Bool) -> FontFace? {
    face(query, .bytes(bytes), isDeclaredRegular)
  }

  /// The font in a file; nil if it cannot be read.
  ///
  /// - Parameter isDeclaredRegular: As for a file in memory.
  package func face(_ query: FontQuery, path: String, isDeclaredRegular: Bool) -> FontFace? {
    face(query, .path(path), isDeclaredRegular)
  }

  private func face(_ query: FontQuery, _ source: FontFile.Source, _ isDeclaredRegular: Bool) -> FontFace? {
    let file = withEngine { $0.file(in: source, for: query, isDeclaredRegular: isDeclaredRegular) } ?? nil
    // The library remembers also what is no font.
    if file == nil, case .bytes(let bytes) = source { forget(bytes) }
    return file.map { FontFace($0, for: query, substitution: nil, of: self) }
  }

  /// The font among several files that is of one of the families asked for and matches best; nil if none is.
  package func face(_ query: FontQuery, amongFiles paths: [String]) -> FontFace? {
    let file = withEngine { $0.file(among: paths, for: query) } ?? nil
    return file.map { FontFace($0, for: query, substitution: nil, of: self) }
  }

  /// Paths of all installed font files, sorted.
  package var paths: [String] { withEngine { $0.paths } ?? [] }

  func ascent(of file: FontFile) -> Double { withEngine { $0.library.ascent(of: file) } ?? 0 }

  /// - Parameter lease: Kept by what is made later of the glyph.
  func glyph(for text: String, in file: FontFile, _ query: FontQuery, _ lease: FontLease?) -> FontGlyph {
    guard let shaped = withEngine({ $0.glyph(for: text, in: file, query) }) else {
      return FontGlyph(advance: 0, outline: Path(), isMissing: true)
    }
    var glyph = shaped.glyph
    let parts = shaped.fittedParts
    if !parts.isEmpty {
      glyph.fitted = { [self, lease] size in
        withExtendedLifetime(lease) { withEngine { $0.fitted(parts, size: size) } ?? nil }
      }
    }
    return glyph
  }

  func forget(_ bytes: FontBytes) { _ = withEngine { $0.forget(bytes) } }

  /// Calls `body` with the engine; nil if fontconfig or FreeType cannot be initialized.
  private func withEngine<Result: Sendable>(_ body: @Sendable (FontEngine) -> Result) -> Result? {
    engine.withLock { engine in
      if engine == nil { engine = FontEngine(hasInstalledFonts: !isEmpty) }
      return engine.map(body)
    }
  }
}

internal import Geometry
internal import Synchronization

/// The fonts that are installed on this machine, chosen as a browser chooses them.
///
/// Nothing is loaded before a font is asked for. May be used by several threads, one after the other.
public final class SystemFonts: Sendable {
  private let engine = Mutex<FontEngine?>(nil)

  /// The fonts as the machine's configuration lists them.
  public init() {}

  /// The font for a query, or the one that stands in for it; nil if there are no fonts.
  public func face(_ query: FontQuery) -> FontFace? {
    withEngine { $0.file(for: query) }?.map { FontFace($0.file, for: query, substitution: $0.substitution, of: self) }
  }

  func ascent(of file: FontFile) -> Double { withEngine { $0.library.ascent(of: file) } ?? 0 }

  func glyph(for character: String, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    withEngine { $0.glyph(for: character, in: file, query) }
      ?? FontGlyph(advance: 0, outline: Path(), isMissing: true)
  }

  /// Nil if the machine has no configuration of fonts.
  private func withEngine<Result: Sendable>(_ body: @Sendable (FontEngine) -> Result) -> Result? {
    engine.withLock { engine in
      if engine == nil { engine = FontEngine() }
      return engine.map(body)
    }
  }
}

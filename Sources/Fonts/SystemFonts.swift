internal import Geometry
internal import Synchronization

/// The installed fonts of this machine, matched as browsers do.
///
/// The configuration is loaded on first use. Thread-safe; calls are serialized.
public final class SystemFonts: Sendable {
  private let engine = Mutex<FontEngine?>(nil)

  /// The fonts of the system's fontconfig configuration.
  public init() {}

  /// The font for a query, or its substitute; nil if no fonts are installed.
  public func face(_ query: FontQuery) -> FontFace? {
    withEngine { $0.file(for: query) }?.map { FontFace($0.file, for: query, substitution: $0.substitution, of: self) }
  }

  /// Paths of all installed font files, sorted.
  public var paths: [String] { withEngine { $0.paths } ?? [] }

  func ascent(of file: FontFile) -> Double { withEngine { $0.library.ascent(of: file) } ?? 0 }

  func glyph(for character: String, in file: FontFile, _ query: FontQuery) -> FontGlyph {
    withEngine { $0.glyph(for: character, in: file, query) }
      ?? FontGlyph(advance: 0, outline: Path(), isMissing: true)
  }

  /// Calls `body` with the engine; nil if fontconfig or FreeType cannot be initialized.
  private func withEngine<Result: Sendable>(_ body: @Sendable (FontEngine) -> Result) -> Result? {
    engine.withLock { engine in
      if engine == nil { engine = FontEngine() }
      return engine.map(body)
    }
  }
}

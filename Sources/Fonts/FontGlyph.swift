public import Geometry

/// Outline and advance of a character, at a font size of 1.
public struct FontGlyph: Sendable, Hashable {
  /// Advance width in em.
  public var advance: Double
  /// Outline in em; y points down, and the origin is on the baseline.
  public var outline: Path
  /// Whether no font contains the character; the outline is then the font's missing-glyph shape, often a box.
  public var isMissing: Bool

  /// A glyph with an advance and outline in em.
  public init(advance: Double, outline: Path, isMissing: Bool = false) {
    self.advance = advance
    self.outline = outline
    self.isMissing = isMissing
  }
}

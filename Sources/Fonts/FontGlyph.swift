public import Geometry

/// A character as a font draws it, at a size of one em.
public struct FontGlyph: Sendable, Hashable {
  /// Distance to the next character in em.
  public var advance: Double
  /// In em, y down, with the origin on the baseline.
  public var outline: Path
  /// Whether no font has the character: the outline is what the font draws instead, often a box.
  public var isMissing: Bool

  /// A character.
  public init(advance: Double, outline: Path, isMissing: Bool = false) {
    self.advance = advance
    self.outline = outline
    self.isMissing = isMissing
  }
}

public import Geometry

/// A font that a document names but does not hold.
public struct LottieFontQuery: Sendable, Hashable {
  /// Names of families; the first one that exists counts.
  public var families: [String]
  /// 1…1000, as in CSS.
  public var weight: Int
  /// Whether letters are slanted.
  public var isItalic: Bool
}

/// A character of a font at a size of one pixel.
public struct LottieFontGlyph: Sendable {
  /// Distance to the next character.
  public var advance: Double
  /// With the origin on the baseline, y down.
  public var outline: Path
  /// Whether the font lacks the character: the outline is what is drawn instead.
  public var isMissing: Bool

  /// A character.
  public init(advance: Double, outline: Path, isMissing: Bool = false) {
    self.advance = advance
    self.outline = outline
    self.isMissing = isMissing
  }
}

/// A font from outside a document.
public protocol LottieFontFace: Sendable {
  /// Its family.
  var family: String { get }
  /// Whether it is of a family asked for, and not one that stands in.
  var isRequested: Bool { get }

  /// Why the font stands in for one that is missing, such as `a serif font, too`; nil if that is not known, or if it is
  /// of a family asked for.
  var substitutionReason: String? { get }

  /// What is drawn for a character.
  func glyph(for character: String) -> LottieFontGlyph
}

extension LottieFontFace {
  /// No reason is known.
  public var substitutionReason: String? { nil }
}

/// Finds a font for texts whose letters are not in the document; nil if there is none.
public typealias LottieFontLoader = @Sendable (LottieFontQuery) -> (any LottieFontFace)?

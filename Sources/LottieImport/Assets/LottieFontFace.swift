public import Geometry

/// A font that a document names but does not hold.
public struct LottieFontQuery: Sendable, Hashable {
  /// Names of families; the first one that exists counts.
  public var families: [String]
  /// 1…1000, as in CSS.
  public var weight: Int
  /// Whether an italic or oblique face is asked for.
  public var isItalic: Bool
}

/// A character of a font at a size of one pixel.
public struct LottieFontGlyph: Sendable {
  /// Distance to the next character in shares of the font size.
  public var advance: Double
  /// For a font size of one pixel, with the origin on the baseline, y down.
  public var outline: Path
  /// Whether the font lacks the character; `outline` is then that of its replacement.
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
  /// Family name of the font that was found.
  var family: String { get }
  /// Whether the family is one of those asked for, not a substitute.
  var isRequested: Bool { get }

  /// Why the font stands in for one that is missing, such as `a serif font, too`; nil if that is not known, or if it is
  /// of a family asked for.
  var substitutionReason: String? { get }

  /// The glyph of a character, also of one that the font lacks.
  func glyph(for character: String) -> LottieFontGlyph
}

extension LottieFontFace {
  /// No reason is known.
  public var substitutionReason: String? { nil }
}

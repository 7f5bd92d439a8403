public import KilnGeometry
public import KilnTimeline

/// A font that a document names but does not hold.
public struct LottieFontQuery: Sendable, Hashable {
  /// Names of families; the first one that exists counts.
  public var families: [String]
  /// 1…1000, as in CSS.
  public var weight: Int
  /// Whether an italic or oblique face is asked for.
  public var isItalic: Bool
  /// Name of the font's file as the document writes it; empty if it names none that could be on this machine.
  public var file = ""
  /// The font's file, if the document or its archive holds it.
  public var bytes: [UInt8]?
  /// Whether the file counts as regular and upright whatever it is, as lottie-web declares it to browsers, which then make it
  /// bolder or slant it.
  public var isDeclaredRegular = false
}

/// A character of a font, or a line of text, at a size of one pixel.
public struct LottieFontGlyph: Sendable {
  /// A part in a colour of its own.
  public struct Layer: Sendable {
    /// As `outline` of the glyph.
    public var outline: Path
    /// Colour or gradient of the font; nil for the colour of the text.
    public var paint: Paint?

    /// A part.
    public init(outline: Path, paint: Paint?) {
      self.outline = outline
      self.paint = paint
    }

    /// The part in another size.
    func scaled(by scale: Double) -> Layer {
      let transform = Affine.scale(scale, scale)
      var layer = Layer(outline: outline.transformed(by: transform), paint: paint)
      if case .gradient(var gradient) = paint {
        gradient.geometry = gradient.geometry.transformed(by: transform)
        layer.paint = .gradient(gradient)
      }
      return layer
    }
  }

  /// A bitmap of the font.
  public struct Picture: Sendable {
    /// A PNG file.
    public var png: [UInt8]
    /// The bitmap's pixels → the glyph's space.
    public var transform: Affine

    /// A bitmap.
    public init(png: [UInt8], transform: Affine) {
      self.png = png
      self.transform = transform
    }
  }

  /// Distance to the next character in shares of the font size.
  public var advance: Double
  /// For a font size of one pixel, with the origin on the baseline, y down.
  public var outline: Path
  /// Whether the font lacks the character; `outline` is then that of its replacement.
  public var isMissing: Bool
  /// Parts in colours of their own, from back to front, drawn instead of `outline`; empty for most fonts.
  public var layers: [Layer] = []
  /// Bitmaps, drawn above it; empty for most fonts.
  public var pictures: [Picture] = []
  /// Whether the font has more to see than `layers` have, such as blended parts.
  public var isSimplified = false
  /// Whether characters that fonts combine are drawn one after the other.
  public var isUnshaped = false
  /// The outline with its edges on whole pixels, given the font's size in pixels.
  public var fitted: (@Sendable (_ pixels: Double) -> Path?)?

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

  /// Whether the font is one of the machine's, not of the animation's.
  var isInstalled: Bool { get }

  /// Why the font stands in for one that is missing, such as `a serif font, too`; nil if that is not known, or if it is
  /// of a family asked for.
  var substitutionReason: String? { get }

  /// Glyph of a character or of a line of text, also of characters that the font lacks.
  func glyph(for text: String) -> LottieFontGlyph
}

extension LottieFontFace {
  /// True.
  public var isInstalled: Bool { true }

  /// No reason is known.
  public var substitutionReason: String? { nil }
}

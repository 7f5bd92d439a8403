package import KilnDiagnostics
package import KilnGeometry
package import KilnLottieFormat
package import KilnTimeline

/// A character of a typeface, or a line of text, at one size.
package struct Glyph {
  /// Distance to the next character in pixels.
  var advance: Double
  /// In pixels, with the origin on the baseline.
  var outline: Path
  /// Parts in colours of their own, drawn instead of the outline.
  var layers: [LottieFontGlyph.Layer] = []
  /// Bitmaps of the font.
  var pictures: [LottieFontGlyph.Picture] = []
  /// Letter to which the shapes belong; nil if the glyph is no letter.
  var letter: Letter?
  /// Animated composition that is drawn instead, for a size of 100.
  var composition: LottieCharacterComposition?

  package init(
    advance: Double, outline: Path, layers: [LottieFontGlyph.Layer] = [], pictures: [LottieFontGlyph.Picture] = [],
    letter: Letter? = nil, composition: LottieCharacterComposition? = nil
  ) {
    self.advance = advance
    self.outline = outline
    self.layers = layers
    self.pictures = pictures
    self.letter = letter
    self.composition = composition
  }
}

/// Source of a text's glyphs.
package protocol Typeface {
  /// Height above the baseline of a box's first line, in percent of the size; not a number if the file does not say, so that
  /// letters lose their places.
  var ascent: Double { get }

  /// A character's glyph; nil if there is none.
  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph?

  /// Whether lines without tracking and animators are drawn as one glyph each, shaped as a whole.
  var shapesLines: Bool { get }
}

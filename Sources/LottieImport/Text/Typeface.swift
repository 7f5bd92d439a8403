internal import Diagnostics
internal import Geometry

/// A character of a typeface at one size.
struct Glyph {
  /// Distance to the next character in pixels.
  var advance: Double
  /// In pixels, with the origin on the baseline.
  var outline: Path
}

/// Where a text gets its characters from.
protocol Typeface {
  /// Height above the baseline of a box's first line, in percent of the size.
  var ascent: Double { get }

  /// A character's glyph; nil if there is none.
  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph?
}

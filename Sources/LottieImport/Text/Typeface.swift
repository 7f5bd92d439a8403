internal import Diagnostics
internal import Geometry
internal import LottieFormat

/// A character of a typeface at one size.
struct Glyph {
  /// Distance to the next character in pixels.
  var advance: Double
  /// In pixels, with the origin on the baseline.
  var outline: Path
  /// What moves in its place, for a size of 100.
  var composition: LottieCharacterComposition?
}

/// Where a text gets its characters from.
protocol Typeface {
  /// Height above the baseline of a box's first line, in percent of the size.
  var ascent: Double { get }

  /// A character's glyph; nil if there is none.
  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph?
}

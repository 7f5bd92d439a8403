public import KilnGeometry

/// Text attributes of a shape that draws one or several letters, with the x axis of shape space as baseline.
public struct Letter: Sendable, Hashable {
  /// Size of the font in shape space.
  public let size: Double
  /// Whether the letter is drawn from a font file: browsers then put the baseline on whole pixels, and fit the letter to them,
  /// where the baseline is horizontal or vertical. Letters that a document holds as outlines stay where they are.
  public let isAligned: Bool
  /// The outline in shape space with its horizontal edges on whole pixels, given the font's size in pixels; nil if it stays as
  /// it is. Not part of the value: equal outlines have equal ones. Files do not hold it.
  public let fitted: (@Sendable (_ pixels: Double) -> Path?)?

  /// Maximum distance that aligned letters are drawn beyond their bounds, in pixels: half a pixel because of their
  /// baseline, up to two because FreeType scales small letters to whole heights, and half of one because it moves edges
  /// to whole pixels.
  public static let overhang = 3.0

  /// Size in pixels above which browsers draw letters like other shapes.
  public static let largestSize = 256.0

  /// A letter of a size, with what fits its outline to pixels, if that is known.
  public init(size: Double, isAligned: Bool, fitted: (@Sendable (_ pixels: Double) -> Path?)? = nil) {
    self.size = size
    self.isAligned = isAligned
    self.fitted = fitted
  }

  /// Whether the values are equal.
  public static func == (a: Letter, b: Letter) -> Bool { a.size == b.size && a.isAligned == b.isAligned }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(isAligned)
  }
}

public import Geometry

/// A letter or several that are drawn from a font file, with the x axis of shape space as baseline.
///
/// Browsers put baselines on whole pixels, and fit letters to them, where the baseline is horizontal or vertical; other
/// shapes stay where they are.
public struct Letter: Sendable, Hashable {
  /// Size of the font in shape space.
  public let size: Double
  /// The outline in shape space with its horizontal edges on whole pixels, given the font's size in pixels; nil if it stays as
  /// it is. Not part of the value: equal outlines have equal ones. Files do not hold it.
  public let fitted: (@Sendable (_ pixels: Double) -> Path?)?

  /// Size in pixels above which browsers draw letters like other shapes.
  public static let largestSize = 256.0

  /// A letter of a size, with what fits its outline to pixels, if that is known.
  public init(size: Double, fitted: (@Sendable (_ pixels: Double) -> Path?)? = nil) {
    self.size = size
    self.fitted = fitted
  }

  /// Whether the sizes are equal.
  public static func == (a: Letter, b: Letter) -> Bool { a.size == b.size }

  /// Hashes the size.
  public func hash(into hasher: inout Hasher) { hasher.combine(size) }
}

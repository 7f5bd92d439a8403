/// Font request of a text.
public struct FontQuery: Sendable, Hashable {
  /// Names of families in order of preference; the first installed one is used.
  public var families: [String]
  /// Weight 1…1000 as in CSS: 400 is regular, 700 is bold.
  public var weight: Int
  /// Whether an italic or oblique font is requested.
  public var isItalic: Bool
  /// Whether the standard font of browsers substitutes families that are not installed, regardless of their class.
  public var usesBrowserFallback: Bool

  /// A query for the first installed family of a list; by default regular, with substitution by class.
  public init(families: [String], weight: Int = 400, isItalic: Bool = false, usesBrowserFallback: Bool = false) {
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
    self.usesBrowserFallback = usesBrowserFallback
  }
}

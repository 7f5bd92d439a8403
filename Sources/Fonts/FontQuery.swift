/// The font that a text asks for.
public struct FontQuery: Sendable, Hashable {
  /// Names of families; the first one that is installed counts.
  public var families: [String]
  /// 1…1000, as in CSS: 400 is regular, 700 is bold.
  public var weight: Int
  /// Whether letters are slanted.
  public var isItalic: Bool
  /// Whether browsers' standard font stands in for families that are not installed, whatever their class.
  public var usesBrowserFallback: Bool

  /// A font of one of some families.
  public init(families: [String], weight: Int = 400, isItalic: Bool = false, usesBrowserFallback: Bool = false) {
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
    self.usesBrowserFallback = usesBrowserFallback
  }
}

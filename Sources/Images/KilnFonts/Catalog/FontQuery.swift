/// Font request of a text.
package struct FontQuery: Sendable, Hashable {
  /// Names of families in order of preference; the first installed one is used.
  package var families: [String]
  /// Weight 1…1000 as in CSS: 400 is regular, 700 is bold.
  package var weight: Int
  /// Whether an italic or oblique font is requested.
  package var isItalic: Bool
  /// Whether the standard font of browsers substitutes families that are not installed, regardless of their class.
  package var usesBrowserFallback: Bool

  /// A query for the first installed family of a list; by default regular, with substitution by class.
  package init(families: [String], weight: Int = 400, isItalic: Bool = false, usesBrowserFallback: Bool = false) {
    self.families = families
    self.weight = weight
    self.isItalic = isItalic
    self.usesBrowserFallback = usesBrowserFallback
  }
}

/// Why a font stands in for one that is not installed.
public enum FontSubstitution: Sendable, Hashable {
  /// The machine's configuration takes both families for the same, because their letters are as wide.
  case equivalent
  /// It is what browsers use for all families that are not installed, a serif font.
  case browserStandard
  /// It is of the same class.
  case sameClass(FontClass)
  /// It is what stands in for all else, a sans-serif font if there is one: no font of the class asked for is installed, or
  /// that class is not known, if nil.
  case standard(FontClass?)
}

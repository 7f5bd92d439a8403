/// Why a font stands in for one that is not installed.
public enum FontSubstitution: Sendable, Hashable {
  /// The machine's configuration takes both families for the same, because their letters are as wide.
  case equivalent
  /// It is of the same class.
  case sameClass(FontClass)
  /// It is what browsers use for families that do not exist: the class asked for is not known, if nil, or no font of it
  /// is installed.
  case standard(FontClass?)
}

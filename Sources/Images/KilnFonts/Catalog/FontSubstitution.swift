/// Reason why a font substitutes a family that is not installed.
package enum FontSubstitution: Sendable, Hashable {
  /// The system's configuration declares the families equivalent (metric-compatible).
  case equivalent
  /// The standard font of browsers, a serif font.
  case browserStandard
  /// A font of the same class.
  case sameClass(FontClass)
  /// The general substitute, a sans-serif font if there is one: no font of the requested class is installed, or the class
  /// is unknown (nil).
  case standard(FontClass?)
}

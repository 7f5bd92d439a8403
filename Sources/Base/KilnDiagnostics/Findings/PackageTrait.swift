/// A trait of Kiln's package without which a part of what files hold is lost. All are on unless a package names those it needs.
package enum PackageTrait: String, Sendable {
  case colorProfiles = "ColorProfiles"
  case expressionEngine = "ExpressionEngine"
  case fonts = "Fonts"
  case jpeg = "JPEG"

  private static let enabled: Set<PackageTrait> = {
    var traits: Set<PackageTrait> = []
    #if ColorProfiles
      traits.insert(.colorProfiles)
    #endif
    #if ExpressionEngine
      traits.insert(.expressionEngine)
    #endif
    #if Fonts
      traits.insert(.fonts)
    #endif
    #if JPEG
      traits.insert(.jpeg)
    #endif
    return traits
  }()

  /// Whether the program was built with it.
  package var isEnabled: Bool { Self.enabled.contains(self) }

  /// Advice to have it, for findings of a program that was built without it.
  package var advice: String { "build with the trait `\(rawValue)` of the package kiln" }
}

package import KilnJSON

/// A use of a feature that not all players have, in a document.
///
/// Functions of extensions look for uses in the parts of a document. All of them look at one part alone, so that whoever
/// walks through a document, a rule or a rewrite, sees the same.
package struct FeatureUse {
  /// ID of the feature in the support table.
  package let feature: String
  /// What is there, such as “paths are merged”.
  package let text: String
  /// The value that uses the feature; nil if it is the one that was looked at.
  package let value: JSONValue?

  init(_ feature: String, _ text: String, at value: JSONValue? = nil) {
    (self.feature, self.text, self.value) = (feature, text, value)
  }
}

extension JSONValue {
  /// Whether a property is not always about 0.
  package func isNonzeroProperty(above least: Double = 0.001) -> Bool {
    guard let content = self["k"] else { return false }
    if self["x"]?.kind == .string { return true }
    guard content.first?.kind == .object else { return content.isNonzero(least) }
    return content.children.contains { keyframe in
      [keyframe["s"], keyframe["e"]].contains { $0.map { $0.isNonzero(least) } ?? false }
    }
  }

  /// Whether a property has a number at all times.
  func isAlways(_ number: Double) -> Bool {
    self["x"]?.kind != .string && (self["k"]?.number ?? self["k"]?.numbers?.first) == number
  }

  private func isNonzero(_ least: Double) -> Bool {
    if let number { return number.magnitude > least }
    return numbers?.contains { $0.magnitude > least } ?? false
  }

  /// Whether a property is not always about 0; false for a missing one.
  func isNonzero(_ name: Name, above least: Double = 0.001) -> Bool {
    self[name].map { $0.isNonzeroProperty(above: least) } ?? false
  }
}

extension FeatureUse {
  /// The use that a blend mode is, by its number.
  static func blendMode(_ mode: Int) -> FeatureUse? {
    switch mode {
    case 1...5: FeatureUse("blendModes", "the blend mode is \(blendNames[mode])")
    case 6...15: FeatureUse("blendModesOther", "the blend mode is \(blendNames[mode])")
    case 16: FeatureUse("blendAdd", "the blend mode is Add")
    case 17: FeatureUse("blendHardMix", "the blend mode is Hard Mix")
    default: nil
    }
  }

  private static let blendNames = [
    "Normal", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "Color Dodge", "Color Burn", "Hard Light",
    "Soft Light", "Difference", "Exclusion", "Hue", "Saturation", "Color", "Luminosity",
  ]
}

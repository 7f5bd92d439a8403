public import Diagnostics

/// What is checked, and how strictly.
public struct ValidationOptions: Sendable {
  /// Whether a rule is checked, and the severity of its findings.
  public enum Setting: Sendable, Hashable {
    case off
    case severity(Rule.Severity)
  }

  /// Players that must show the animation; empty for a note about every player that does not.
  public var targets: [Target] = []
  /// Settings of rules by their IDs.
  public var settings: [String: Setting] = [:]
  /// Values of rules' options, by `rule.option`.
  public var values: [String: Double] = [:]
  /// Whether frames are drawn for the rules that look at pictures.
  public var rendersFrames = true
  /// Maximum number of findings of one rule in a file; others are counted.
  public var maximumFindingsOfOneRule = 20
  /// Upper bounds of inputs.
  public var limits = Limits()

  /// The standard options.
  public init() {}

  /// Value of an option of a rule.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double {
    values.isEmpty ? option.standard : values["\(rule.id).\(option.name)"] ?? option.standard
  }
}

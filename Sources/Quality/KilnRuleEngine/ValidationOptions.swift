public import KilnDiagnostics
public import KilnLottieImport
public import KilnPlayers

/// Options of validation: players, rules and severities.
public struct ValidationOptions: Sendable, Codable {
  /// Whether a rule is checked, and the severity of its findings.
  public enum Setting: Sendable, Hashable {
    /// Not checked.
    case off
    /// Checked; its findings have this severity.
    case severity(Rule.Severity)
  }

  /// Players that must show the animation; empty for a note about every player that does not.
  public var targets: [Target] = []
  /// Settings of rules by their IDs.
  public var settings: [String: Setting] = [:]
  /// Values of rules' options, by `rule.option`.
  public var values: [String: Double] = [:]
  /// Demands of a project on the file; later levels override earlier ones, and the properties above take precedence.
  public var levels: [ValidationSettings] = []
  /// Name of the file, without folders; nil if it has none.
  public var fileName: String?
  /// Whether frames are drawn for the rules that look at pictures.
  public var rendersFrames = true
  /// Maximum number of findings of one rule in a file; others are counted.
  public var maximumFindingsOfOneRule = 20
  /// Whether features of the support table are findings even if every target has them. Not encoded.
  public var reportsAllFeatures = false
  /// Upper bounds of inputs. They are not encoded.
  public var limits = Limits()
  /// Handling of scripts in Lottie files. Not encoded.
  public var expressions = LottieExpressions.run
  /// All `levels` that hold for the file's format, as one.
  package private(set) var demands = ValidationSettings()

  private enum CodingKeys: String, CodingKey {
    case targets, settings, values, levels, fileName, rendersFrames, maximumFindingsOfOneRule
  }

  /// The standard options.
  public init() {}

  /// Value of an option of a rule.
  package func value(_ option: ValidationRule.Option, of rule: Rule) -> Double {
    values.isEmpty ? option.standard : values["\(rule.id).\(option.name)"] ?? option.standard
  }

  /// Whether the options enable an opt-in rule: by a severity, or by a budget that the project sets.
  package func enables(_ rule: ValidationRule) -> Bool {
    settings[rule.rule.id] != nil
      || rule.category == .budgets && demands.values["\(rule.rule.id).limit"] != nil
  }

  /// The same with the levels that hold for a format put into effect.
  ///
  /// - Parameter format: The format of the file; only asked for if a level depends on it.
  public func resolved(for format: @autoclosure () -> String) -> ValidationOptions {
    guard !levels.isEmpty else { return self }
    let format = levels.allSatisfy(\.formats.isEmpty) ? "" : format()
    var result = self
    result.levels = []
    for level in levels where level.formats.isEmpty || level.formats.contains(format) { result.demands.merge(level) }
    if targets.isEmpty { result.targets = result.demands.targets ?? [] }
    result.settings = result.demands.settings.merging(settings) { $1 }
    result.values = result.demands.values.merging(values) { $1 }
    return result
  }
}

extension ValidationOptions.Setting: RawRepresentable, Codable {
  /// `off`, or a severity; nil for other texts.
  public init?(rawValue: String) {
    if rawValue == "off" {
      self = .off
    } else if let severity = Rule.Severity(rawValue: rawValue) {
      self = .severity(severity)
    } else {
      return nil
    }
  }

  /// `off`, or the name of the severity.
  public var rawValue: String {
    switch self {
    case .off: "off"
    case .severity(let severity): severity.rawValue
    }
  }

  /// All names.
  public static let names = ["off"] + Rule.Severity.allCases.map(\.rawValue)
}

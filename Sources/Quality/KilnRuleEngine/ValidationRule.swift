public import KilnDiagnostics

/// A rule that validation checks: its documentation, and how a project can tune it.
public struct ValidationRule: Sendable {
  /// Subject of a rule.
  public enum Category: String, Sendable, CaseIterable {
    /// Required members, and consistency of the parts of a file.
    case structure
    /// Features that some players do not have.
    case players
    /// Images and other parts that layers refer to.
    case assets
    /// Frame rate, duration, keyframes and markers.
    case timing
    /// Upper bounds that a project sets.
    case budgets
    /// Names, sizes and other forms that a project demands.
    case policy
    /// Time and memory that players need.
    case performance
    /// Problems for engineers who work with the file.
    case handoff
    /// Archives and Telegram's stickers.
    case containers
    /// SVGA files.
    case svga
    /// Pictures that were made of an animation.
    case outputs
    /// Problems that are visible when the animation is drawn.
    case rendering
  }

  /// A number that a project can set.
  public struct Option: Sendable, Hashable {
    /// Name, such as `factor`.
    public let name: String
    /// Value where nothing else is set.
    public let standard: Double
    /// Description of the number, with its unit.
    public let summary: String

    /// An option.
    public init(_ name: String, _ standard: Double, _ summary: String) {
      self.name = name
      self.standard = standard
      self.summary = summary
    }
  }

  /// ID, severity and documentation.
  public let rule: Rule
  /// Subject of the rule.
  public let category: Category
  /// Numbers that decide when it fires.
  public let options: [Option]
  /// Whether it is only checked on demand.
  public let isOptIn: Bool
  /// The feature of the support table that it looks for; nil for rules that are not about players.
  public let feature: String?

  package init(
    _ rule: Rule, _ category: Category, options: [Option] = [], isOptIn: Bool = false, feature: String? = nil
  ) {
    self.rule = rule
    self.category = category
    self.options = options
    self.isOptIn = isOptIn
    self.feature = feature
  }
}

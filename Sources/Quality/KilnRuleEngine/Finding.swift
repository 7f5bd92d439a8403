public import KilnDiagnostics
public import KilnPlayers

/// A finding of validation.
public struct Finding: Sendable {
  /// A player that does not show what the finding is about as it was meant.
  public typealias Failure = SupportTable.Failure

  /// Rule, message and location.
  public var diagnostic: Diagnostic
  /// Severity by the options and targets; the rule's own if they say nothing.
  public var severity: Rule.Severity
  /// The players that fail, in the order of the support table.
  public var failures: [Failure] = []
  /// Line and column in a file that is plain JSON; nil in others, and for findings about the whole file.
  public var place: TextLocation?
  /// Appearance in those players; nil for findings that are not about players.
  public var appearance: String?

  /// The rule that was broken.
  public var rule: Rule { diagnostic.rule }
}

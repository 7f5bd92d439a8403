public import KilnDiagnostics

/// Sums over the results of a batch.
public struct BatchSummary: RunSummary, Sendable, Codable {
  /// Number of conversions that were planned.
  public var planned: Int
  /// Conversions with a result.
  public var converted = 0
  /// Conversions whose result of an earlier run still holds.
  public var upToDate = 0
  /// Conversions without a result.
  public var failed = 0
  /// Files in folders that are no animations.
  public var skipped = 0
  /// Bytes of the inputs that have a result.
  public var inputBytes = 0
  /// Bytes of the outputs.
  public var outputBytes = 0
  /// Bytes of the decoded pictures of all results.
  public var decodedBytes = 0
  /// Wall time from start to end in milliseconds.
  public var milliseconds = 0
  /// Number of findings by rule, by ID; of failed files the error is one.
  public var rules = RuleTally()

  /// Conversions that were not begun or not finished.
  public var unfinished: Int { max(0, planned - converted - upToDate - failed - skipped) }

  /// No results yet.
  public init(planned: Int) { self.planned = planned }

  /// Adds a result.
  public mutating func add(_ result: BatchResult) {
    switch result.status {
    case .converted, .upToDate:
      if result.status == .converted { converted += 1 } else { upToDate += 1 }
      inputBytes = inputBytes.addingClamped(result.inputBytes)
      outputBytes = outputBytes.addingClamped(result.outputBytes)
      decodedBytes = decodedBytes.addingClamped(result.decodedBytes)
    case .failed: failed += 1
    case .skipped:
      skipped += 1
      return
    }
    rules.add(contentsOf: result.rules)
    // An error that is one of the findings is counted already.
    if let error = result.error, !result.rules.contains(error.rule) { rules.add(error) }
  }
}

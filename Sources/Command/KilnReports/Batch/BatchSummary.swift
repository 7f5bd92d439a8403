package import KilnDiagnostics

/// Sums over the results of a batch.
package struct BatchSummary: RunSummary, Sendable, Codable {
  /// Number of conversions that were planned.
  package var planned: Int
  /// Conversions with a result.
  package var converted = 0
  /// Conversions whose result of an earlier run still holds.
  package var upToDate = 0
  /// Conversions without a result.
  package var failed = 0
  /// Files in folders that are no animations.
  package var skipped = 0
  /// Bytes of the inputs that have a result.
  package var inputBytes = 0
  /// Bytes of the outputs.
  package var outputBytes = 0
  /// Bytes of the decoded pictures of all results.
  package var decodedBytes = 0
  /// Wall time from start to end in milliseconds.
  package var milliseconds = 0
  /// Number of findings by rule, by ID; of failed files the error is one.
  package var rules = RuleTally()

  /// Conversions that were not begun or not finished.
  package var unfinished: Int { max(0, planned - converted - upToDate - failed - skipped) }

  /// No results yet.
  package init(planned: Int) { self.planned = planned }

  /// Adds a result.
  package mutating func add(_ result: BatchResult) {
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

public import KilnDiagnostics

/// Totals of a validation over its files.
public struct ValidationRunSummary: RunSummary, Sendable, Codable {
  /// Number of files that were to be checked.
  public var planned: Int
  /// Files that were checked.
  public var checked = 0
  /// Files without findings, those of the baseline not counted.
  public var clean = 0
  /// Files that cannot be read, or whose worker was lost.
  public var failed = 0
  /// Files in folders that are no animations.
  public var skipped = 0
  /// Findings that are errors; files that cannot be read are errors.
  public var errors = 0
  /// Findings that are warnings.
  public var warnings = 0
  /// Findings that are notes.
  public var notes = 0
  /// Findings that stand in the baseline; no others count them.
  public var known = 0
  /// Findings of the baseline that are no longer there.
  public var stale = 0
  /// Number of findings by rule, without those of the baseline.
  public var rules = RuleTally()

  /// Files that were not begun or not finished.
  public var unfinished: Int { max(0, planned - checked - failed - skipped) }

  /// No files yet.
  public init(planned: Int) { self.planned = planned }

  /// Adds a file.
  public mutating func add(_ file: ValidatedFile) {
    switch file.status {
    case .checked: checked += 1
    case .failed: failed += 1
    case .skipped:
      skipped += 1
      return
    }
    let findings = file.findings
    known += findings.count(where: \.isKnown)
    if !findings.contains(where: { !$0.isKnown }) { clean += 1 }
    errors += file.count(.error)
    warnings += file.count(.warning)
    notes += file.count(.note)
    for finding in findings where !finding.isKnown { rules.add(finding.finding) }
  }
}

package import KilnDiagnostics

/// Totals of a validation over its files.
package struct ValidationRunSummary: RunSummary, Sendable, Codable {
  /// Number of files that were to be checked.
  package var planned: Int
  /// Files that were checked.
  package var checked = 0
  /// Files without findings, those of the baseline not counted.
  package var clean = 0
  /// Files that cannot be read, or whose worker was lost.
  package var failed = 0
  /// Files in folders that are no animations.
  package var skipped = 0
  /// Findings that are errors; files that cannot be read are errors.
  package var errors = 0
  /// Findings that are warnings.
  package var warnings = 0
  /// Findings that are notes.
  package var notes = 0
  /// Findings that stand in the baseline; no others count them.
  package var known = 0
  /// Findings of the baseline that are no longer there.
  package var stale = 0
  /// Number of findings by rule, without those of the baseline.
  package var rules = RuleTally()

  /// Files that were not begun or not finished.
  package var unfinished: Int { max(0, planned - checked - failed - skipped) }

  /// No files yet.
  package init(planned: Int) { self.planned = planned }

  /// Adds a file.
  package mutating func add(_ file: ValidatedFile) {
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

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
  /// Files with an error.
  package private(set) var filesWithErrors = 0
  /// Files with a warning, whatever else they have.
  package private(set) var filesWithWarnings = 0
  /// Files with nothing above a note, and a note.
  private var filesWithNotesOnly = 0
  /// Why files cannot be read.
  private var faults: [Rule.Fault] = []

  /// The members of the JSON form; the files of a report say the others.
  private enum CodingKeys: String, CodingKey {
    case planned, checked, clean, failed, skipped, errors, warnings, notes, known, stale, rules
  }

  /// Files that were checked or cannot be read.
  package var all: Int { checked.addingClamped(failed) }

  /// Number of files that pass if findings of a severity and above fail.
  package func passing(failOn severity: Rule.Severity) -> Int {
    switch severity {
    case .error: all - filesWithErrors
    case .warning: clean + filesWithNotesOnly
    case .note: clean
    }
  }

  /// Whether some files have findings that fail, which can be accepted; that a file cannot be read is none.
  package func hasFailingFindings(failOn severity: Rule.Severity) -> Bool {
    passing(failOn: severity).addingClamped(failed) < all
  }

  /// 0, 1 if there is a finding that fails, 2 if some files cannot be read; if none can, why.
  package func exitCode(failOn severity: Rule.Severity) -> Int32 {
    guard let first = faults.first else { return hasFailingFindings(failOn: severity) ? 1 : 0 }
    guard checked == 0, unfinished == 0 else { return 2 }
    return faults.allSatisfy { $0 == .missingInput } ? 66 : first == .bug ? 70 : 65
  }

  /// Files that were not begun or not finished.
  package var unfinished: Int { max(0, planned - checked - failed - skipped) }

  /// No files yet.
  package init(planned: Int) { self.planned = planned }

  /// Adds a file.
  package mutating func add(_ file: ValidatedFile) {
    switch file.status {
    case .checked: checked += 1
    case .failed:
      failed += 1
      faults.append(file.failure.flatMap { ValidationRunReport.rule($0.rule)?.fault } ?? .input)
    case .skipped:
      skipped += 1
      return
    }
    let findings = file.findings
    known += findings.count(where: \.isKnown)
    if !findings.contains(where: { !$0.isKnown }) { clean += 1 }
    let counts = (errors: file.count(.error), warnings: file.count(.warning), notes: file.count(.note))
    errors += counts.errors
    warnings += counts.warnings
    notes += counts.notes
    if counts.errors > 0 { filesWithErrors += 1 }
    if counts.warnings > 0 { filesWithWarnings += 1 }
    if counts.errors == 0, counts.warnings == 0, counts.notes > 0 { filesWithNotesOnly += 1 }
    for finding in findings where !finding.isKnown { rules.add(finding.finding) }
  }
}

package import KilnDiagnostics
package import KilnJSON

/// Collects the findings about one file, of each rule only so many.
///
/// A class, because all rules report to the same one.
package final class FindingCollector {
  package let options: ValidationOptions
  package private(set) var findings: [Finding] = []
  /// The parsed file, if it is plain JSON.
  package var tree: JSONTree?
  private var counts: [Rule: Int] = [:]
  /// Rules that are not checked.
  private let silent: Set<String>

  /// IDs of features of the support table by the IDs of the rules of imports that are about them.
  private let importedFeatures: [String: String]

  package init(_ options: ValidationOptions, silent: Set<String>, importedFeatures: [String: String]) {
    self.options = options
    self.silent = silent
    self.importedFeatures = importedFeatures
  }

  /// Value of a rule's option.
  package func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { options.value(option, of: rule) }

  /// Whether findings of a rule are wanted.
  package func isWanted(_ rule: Rule) -> Bool { !silent.contains(rule.id) }

  /// Adds a finding. Message and location are only made if it is kept.
  package func report(
    _ rule: Rule, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath = .root,
    advice: @autoclosure () -> String? = nil
  ) {
    guard isWanted(rule), count(rule) else { return }
    add(Diagnostic(rule, message(), at: path(), advice: advice()))
  }

  /// Adds a finding about a feature that not all players have, if one of the targets is among them.
  package func reportFeature(
    _ rule: Rule, _ feature: String, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath
  ) {
    guard isWanted(rule), let feature = SupportTable.standard.feature(feature) else { return }
    let failures = feature.failures(in: options.targets)
    guard options.reportsAllFeatures || !failures.isEmpty, count(rule) else { return }
    add(Diagnostic(rule, message(), at: path()), failures, feature)
  }

  /// Adds findings that reading or baking the file made.
  package func add(contentsOf log: DiagnosticLog) {
    for diagnostic in log.diagnostics where isWanted(diagnostic.rule) {
      guard let feature = importedFeatures[diagnostic.rule.id].flatMap(SupportTable.standard.feature) else {
        if count(diagnostic.rule, 1 + diagnostic.repetitions) { add(diagnostic) }
        continue
      }
      let failures = feature.failures(in: options.targets)
      guard options.reportsAllFeatures || !failures.isEmpty else { continue }
      if count(diagnostic.rule, 1 + diagnostic.repetitions) { add(diagnostic, failures, feature) }
    }
  }

  /// Number of findings of each rule that were counted but not kept, by the rules' IDs.
  package var omitted: [(rule: Rule, count: Int)] {
    var kept: [Rule: Int] = [:]
    for finding in findings { kept[finding.rule, default: 0] += 1 + finding.diagnostic.repetitions }
    return counts.map { ($0.key, $0.value - (kept[$0.key] ?? 0)) }.filter { $0.1 > 0 }.sorted { $0.0.id < $1.0.id }
  }

  private func count(_ rule: Rule, _ occurrences: Int = 1) -> Bool {
    let known = counts[rule, default: 0]
    counts[rule] = known + occurrences
    return known < options.maximumFindingsOfOneRule
  }

  private func add(_ diagnostic: Diagnostic, _ failures: [Finding.Failure] = [], _ feature: SupportTable.Feature? = nil)
  {
    var severity = diagnostic.rule.severity
    if feature != nil {
      // Without targets nobody has asked for the players that fail. A player that shows a part of it is a warning at most.
      if options.targets.isEmpty {
        severity = .note
      } else if failures.allSatisfy(\.isPartial) {
        severity = min(severity, .warning)
      } else {
        severity = max(severity, .warning)
      }
    }
    if case .severity(let chosen) = options.settings[diagnostic.rule.id] { severity = chosen }
    findings.append(
      Finding(diagnostic: diagnostic, severity: severity, failures: failures, appearance: feature?.appearance))
  }
}

package import KilnDiagnostics
package import KilnJSON
internal import KilnPlayers

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
  /// IDs of rules of imports that are about this machine more than about the file: in a validation they are notes.
  private let localRules: Set<String>

  package init(
    _ options: ValidationOptions, silent: Set<String>, importedFeatures: [String: String], localRules: Set<String>
  ) {
    self.options = options
    self.silent = silent
    self.importedFeatures = importedFeatures
    self.localRules = localRules
  }

  /// Value of a rule's option.
  package func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { options.value(option, of: rule) }

  /// Whether findings of a rule are wanted.
  package func isWanted(_ rule: Rule) -> Bool { !silent.contains(rule.id) }

  /// Adds a finding, with the rule's severity or a higher one. Message and location are only made if it is kept.
  package func report(
    _ rule: Rule, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath = .root,
    advice: @autoclosure () -> String? = nil, atLeast severity: Rule.Severity = .note
  ) {
    guard isWanted(rule), count(rule) else { return }
    add(Diagnostic(rule, message(), at: path(), advice: advice()), max(rule.severity, severity))
  }

  /// Adds a finding about a feature that not all players have, if one of the targets is among them.
  ///
  /// - Parameter most: Highest severity: a note where such players show the same as others.
  package func reportFeature(
    _ rule: Rule, _ feature: String, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath,
    atMost most: Rule.Severity = .error
  ) {
    guard isWanted(rule), let feature = SupportTable.standard.feature(feature) else { return }
    let failures = feature.failures(in: options.targets)
    guard options.reportsAllFeatures || !failures.isEmpty, count(rule) else { return }
    add(Diagnostic(rule, message(), at: path()), min(severity(of: rule, failures), most), failures, feature)
  }

  /// Adds findings that reading or baking the file made.
  package func add(contentsOf log: DiagnosticLog) {
    for diagnostic in log.diagnostics where isWanted(diagnostic.rule) {
      guard let feature = importedFeatures[diagnostic.rule.id].flatMap(SupportTable.standard.feature) else {
        if count(diagnostic.rule, 1 + diagnostic.repetitions) {
          add(diagnostic, localRules.contains(diagnostic.rule.id) ? .note : diagnostic.rule.severity)
        }
        continue
      }
      let failures = feature.failures(in: options.targets)
      guard options.reportsAllFeatures || !failures.isEmpty else { continue }
      if count(diagnostic.rule, 1 + diagnostic.repetitions) {
        add(diagnostic, severity(of: diagnostic.rule, failures), failures, feature)
      }
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

  /// Severity of a feature that some players lack. Without targets nobody has asked for these; a player that shows a part
  /// of it is a warning at most.
  private func severity(of rule: Rule, _ failures: [Finding.Failure]) -> Rule.Severity {
    if options.targets.isEmpty { return .note }
    return failures.allSatisfy(\.isPartial) ? min(rule.severity, .warning) : max(rule.severity, .warning)
  }

  private func add(
    _ diagnostic: Diagnostic, _ severity: Rule.Severity, _ failures: [Finding.Failure] = [],
    _ feature: SupportTable.Feature? = nil
  ) {
    var severity = severity
    if case .severity(let chosen) = options.settings[diagnostic.rule.id] { severity = chosen }
    findings.append(
      Finding(diagnostic: diagnostic, severity: severity, failures: failures, appearance: feature?.appearance))
  }
}

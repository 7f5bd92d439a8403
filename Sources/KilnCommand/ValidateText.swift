internal import Diagnostics
internal import Kiln
internal import Validation

/// The findings of a validation for people: by file, worst first, the same finding in several places once.
struct ValidationText {
  /// Groups of findings of one rule that are printed for a file; `-v` prints all findings.
  private static let groupsOfOneRule = 3

  private(set) var lines: [String] = []
  private let printer: Printer
  private let verbose: Bool
  private let quiet: Bool

  init(_ outcome: ValidationOutcome, _ printer: Printer, verbose: Bool, quiet: Bool) {
    self.printer = printer
    self.verbose = verbose
    self.quiet = quiet
    for file in outcome.files { add(file) }
    let counts = [
      Self.counted(outcome.count(.error), "error"), Self.counted(outcome.count(.warning), "warning"),
      Self.counted(outcome.count(.note), "note"),
    ].compactMap { $0 }
    let notes = !verbose && outcome.count(.note) > 0 ? "; -v prints notes" : ""
    let clean = outcome.files.count { $0.report.worst == nil }
    if !quiet {
      let files = Self.counted(outcome.files.count, "file") ?? "no file"
      lines.append(
        counts.isEmpty
          ? "\(files), nothing found" : "\(files), \(clean) without findings: \(counts.joined(separator: ", "))\(notes)"
      )
    }
  }

  private static func counted(_ count: Int, _ name: String) -> String? {
    count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  private func isWanted(_ severity: Rule.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: !quiet
    case .note: verbose && !quiet
    }
  }

  private mutating func add(_ file: ValidatedFile) {
    let findings = file.report.findings.filter { isWanted($0.severity) }
    guard !findings.isEmpty || file.report.failure != nil else { return }
    lines.append(file.path)
    if let failure = file.report.failure { lines.append("  \(printer.label(.error)) \(failure) [\(failure.rule.id)]") }
    for severity in Rule.Severity.allCases.reversed() {
      add(findings.filter { $0.severity == severity }, severity)
    }
    let shown = Set(findings.map(\.rule))
    for (rule, count) in file.report.omitted where shown.contains(rule) {
      lines.append("  \(count) more of \(rule.id) are not listed")
    }
    lines.append("")
  }

  private mutating func add(_ findings: [Finding], _ severity: Rule.Severity) {
    var counts: [Rule: Int] = [:]
    var hidden: [(rule: Rule, count: Int)] = []
    for group in FindingGroup.groups(findings.map(\.diagnostic)) {
      let rule = group.first.rule
      counts[rule, default: 0] += 1
      if !verbose, counts[rule, default: 0] > Self.groupsOfOneRule {
        if let index = hidden.firstIndex(where: { $0.rule == rule }) {
          hidden[index].count += group.count
        } else {
          hidden.append((rule, group.count))
        }
        continue
      }
      lines.append("  \(printer.label(severity)) \(group.text) [\(rule.id)]")
      guard let finding = findings.first(where: { $0.diagnostic == group.first }) else { continue }
      lines += details(of: finding).map { "      \($0)" }
    }
    for (rule, count) in hidden {
      lines.append("  \(printer.label(severity)) \(count) more of \(rule.id); -v lists them")
    }
  }

  /// How it looks where, and what to do.
  private func details(of finding: Finding) -> [String] {
    var details: [String] = []
    if let appearance = finding.appearance {
      let failing = finding.failures.filter { !$0.isPartial }.map(\.target)
      let partial = finding.failures.filter(\.isPartial).map { "\($0.target) (in part)" }
      details.append("In \((failing + partial).joined(separator: ", ")): \(appearance)")
    }
    details.append(finding.rule.remedy)
    return details
  }
}

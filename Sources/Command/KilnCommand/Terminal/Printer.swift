internal import KilnDiagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Prints results on standard output, findings and progress on standard error.
struct Printer {
  /// Groups of findings of one rule that are printed; `-v` prints all findings.
  private static let groupsOfOneRule = 3

  let options: PrintingOptions
  private let isColored: Bool
  /// Whether results on standard output are coloured.
  let colorsOutput: Bool
  /// Whether somebody sits at a terminal who did not ask for silence.
  let isInteractive: Bool

  init(_ options: PrintingOptions) {
    self.options = options
    let environment = ProcessInfo.processInfo.environment
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isTerminal = StandardStreams.isErrorTerminal && !isSet("CI") && environment["TERM"] != "dumb"
    isInteractive = isTerminal && !options.quiet
    let isOutputTerminal = StandardStreams.isOutputTerminal && environment["TERM"] != "dumb"
    (isColored, colorsOutput) =
      switch options.color {
      case .always: (true, true)
      case .never: (false, false)
      case .auto: (isTerminal && !isSet("NO_COLOR"), isOutputTerminal && !isSet("NO_COLOR"))
      }
  }

  /// Whether results are printed as JSON.
  var printsJSON: Bool { options.json }

  /// A line of progress, if somebody sits at a terminal who did not ask for silence.
  func progressLine(for file: String) -> ProgressLine? { isInteractive ? ProgressLine(file: file) : nil }

  /// Takes away a line of progress that another thread has drawn.
  func removeProgressLine() {
    if isInteractive { StandardStreams.printError("\r\u{1B}[K", end: "") }
  }

  /// Prints findings, of each rule only a few, those that matter most last. With `--json` they are part of the report.
  ///
  /// - Parameter error: The error that is printed last. Findings of its rule that its message contains are left out.
  func print(_ log: DiagnosticLog, _ policy: RulePolicy, for file: String, except error: Diagnostic? = nil) {
    guard !options.json else { return }
    let wanted = log.diagnostics.filter {
      isWanted(severity(of: $0.rule, policy))
        && !($0.rule == error?.rule && error?.message.contains($0.message) == true)
    }.map(\.namingOptions)
    for findings in Self.byWeight(wanted.groups(by: \.rule), policy) {
      if options.verbose {
        for finding in findings { print(finding.description, finding.rule, policy, for: file) }
      } else {
        printGroups(of: findings, policy, for: file)
      }
    }
  }

  /// Prints findings of one rule: the first groups, and the number of the others.
  private func printGroups(of findings: [Diagnostic], _ policy: RulePolicy, for file: String) {
    let groups = FindingGroup.groups(findings)
    for group in groups.prefix(Self.groupsOfOneRule) { print(group.text, group.first.rule, policy, for: file) }
    let hidden = groups.dropFirst(Self.groupsOfOneRule)
    guard let rule = hidden.first?.first.rule else { return }
    let count = hidden.reduce(0) { $0.addingClamped($1.count) }
    StandardStreams.printError("\(file): \(count) more of \(rule.id); -v lists them")
  }

  /// The findings of each rule, those of the rules that matter most last.
  private static func byWeight(_ rules: [[Diagnostic]], _ policy: RulePolicy) -> [[Diagnostic]] {
    func weight(_ findings: [Diagnostic]) -> Int {
      findings.first.map { policy.isDenied($0.rule) ? .max : $0.rule.weight } ?? 0
    }
    return rules.enumerated().sorted { (weight($0.element), $0.offset) < (weight($1.element), $1.offset) }
      .map(\.element)
  }

  /// Prints a line that helps to read what follows, unless the user asked for silence.
  func printRemark(_ text: String) {
    if !options.quiet { StandardStreams.printError("\(text)") }
  }

  /// Prints a warning about what is no input, unless the user asked for silence.
  func printWarning(_ warning: Diagnostic) {
    guard !options.quiet else { return }
    write(warning.rule.severity, "\(warning.namingOptions)", warning.rule, for: nil)
  }

  /// Prints what ended the command. Nothing suppresses it.
  ///
  /// - Parameter file: File or command that the error is about; nil if the message names it.
  func print(_ error: Diagnostic, for file: String?) {
    let error = error.namingOptions
    write(.error, "\(options.verbose ? error : error.withoutPointer)", error.rule, for: file)
  }

  /// Prints why a command cannot run. What is wrong with a project file names its place itself.
  func print(_ error: Diagnostic, ofCommand name: String) {
    print(error, for: error.rule.fault == .configuration ? nil : name)
  }

  private func print(_ text: String, _ rule: Rule, _ policy: RulePolicy, for file: String) {
    write(severity(of: rule, policy), text, rule, for: file)
  }

  private func write(_ severity: Rule.Severity, _ text: String, _ rule: Rule, for file: String?) {
    let subject = file.map { $0 + ": " } ?? ""
    StandardStreams.printError("\(label(severity)) \(subject)\(text)\(options.verbose ? " [\(rule.id)]" : "")")
  }

  /// Prints what is good to know and no finding.
  func printNote(_ text: String) {
    guard !options.quiet else { return }
    StandardStreams.printError("\(label(.note)) \(text)")
  }

  /// `error:` and its like, coloured where that is wanted.
  func label(_ severity: Rule.Severity) -> PrintedLine { Self.label(severity, isColored: isColored) }

  /// `error:` and its like, coloured or not.
  static func label(_ severity: Rule.Severity, isColored: Bool) -> PrintedLine {
    let code = severity == .error ? "31" : severity == .warning ? "33" : "36"
    return colored("\(severity.rawValue):", code: code, isColored: isColored)
  }

  /// Text in a colour of the terminal, or without one.
  static func colored(_ text: String, code: String, isColored: Bool) -> PrintedLine {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : "\(text)"
  }

  private func severity(of rule: Rule, _ policy: RulePolicy) -> Rule.Severity {
    switch policy.verdict(on: rule) {
    case .allowed: .note
    case .reported: rule.severity
    // A finding refused by `--strict` alone keeps its severity: the error that follows says that it is refused.
    case .refused: policy.isDenied(rule) ? .error : rule.severity
    }
  }

  private func isWanted(_ severity: Rule.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: !options.quiet
    case .note: options.verbose && !options.quiet
    }
  }

  /// Prints what a command has made.
  func print(_ result: CommandResult) throws(Diagnostic) {
    guard !options.quiet || result.isAnswer else { return }
    try StandardStreams.printOutput(result.lines, wraps: result.canBeWrapped)
  }
}

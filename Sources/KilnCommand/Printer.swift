internal import Diagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Puts results on standard output and findings on standard error.
struct Printer {
  private let options: PrintingOptions
  private let isColored: Bool

  init(_ options: PrintingOptions) {
    self.options = options
    let environment = ProcessInfo.processInfo.environment
    switch options.color {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      isColored =
        StandardStreams.isErrorTerminal && (environment["NO_COLOR"] ?? "").isEmpty
        && (environment["CI"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }

  /// Findings, as loud as was asked for, of each kind only a few. With `--json` they are part of the result, if there is
  /// one.
  func print(_ log: DiagnosticLog, for file: String, isFailure: Bool = false) {
    guard isFailure || !options.json else { return }
    let most = options.verbose ? Int.max : 3
    var counts: [Rule: Int] = [:]
    for diagnostic in log.diagnostics where isWanted(diagnostic.rule.severity) {
      counts[diagnostic.rule, default: 0] += 1
      if counts[diagnostic.rule, default: 0] <= most { print(diagnostic, for: file) }
    }
    for (rule, count) in counts.sorted(by: { $0.key.id < $1.key.id }) where count > most {
      StandardStreams.writeError("\(file): \(count - most) more of the kind \(rule.id); -v lists them all\n")
    }
  }

  private func isWanted(_ severity: Rule.Severity) -> Bool {
    if severity == .error { return true }
    if options.quiet { return false }
    return severity == .warning || options.verbose
  }

  func print(_ diagnostic: Diagnostic, for file: String) {
    let severity = diagnostic.rule.severity
    let word = colored("\(severity.rawValue):", severity == .error ? "31" : severity == .warning ? "33" : "36")
    StandardStreams.writeError("\(word) \(file): \(diagnostic)\(options.verbose ? " [\(diagnostic.rule.id)]" : "")\n")
  }

  func say(_ text: String) {
    guard !options.quiet, !options.json else { return }
    Swift.print(text)
  }

  func answer(_ text: String) { Swift.print(text) }

  func report(_ value: some Encodable) throws(Diagnostic) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw Diagnostic(.internalError, "the result cannot be encoded as JSON: \(error)")
    }
  }

  private func colored(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

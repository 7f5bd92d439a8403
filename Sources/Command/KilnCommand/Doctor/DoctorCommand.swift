internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln

/// `kiln doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell what this machine has and lacks.",
    usage: """
      kiln doctor
      kiln doctor --strict
      kiln doctor --json
      """,
    discussion: """
      Kiln works without the libraries, programs and fonts in this list; then some animations look otherwise, or cannot \
      be converted, and findings say so.

      Exit codes: 0 fine, 1 something is missing and --strict is given, 64 wrong usage.
      """)

  @Flag(help: "End with exit code 1 if something is missing.")
  var strict = false

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let report = DoctorReport()
    try Printer(printing).print(
      printing.json ? CommandResult(json: report) : CommandResult(json: report, texts: report.lines, isAnswer: true))
    if strict, !report.isComplete { throw ExitCode(1) }
  }
}

/// Output of `kiln doctor`.
private struct DoctorReport: Encodable {
  var version = KilnCommand.configuration.version
  var parts = OptionalPart.all

  var isComplete: Bool { parts.allSatisfy(\.isFound) }

  /// A line for each part, and two more for a missing one.
  var lines: [String] {
    let width = parts.map(\.name.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 2)
    return parts.flatMap { part in
      let start = part.name.padded(to: width) + "  "
      guard !part.isFound else {
        return [start + "fine: " + (part.detail.map { "\($0), " } ?? "") + "for \(part.purpose)"]
      }
      return [
        start + "missing: for \(part.purpose)", "\(indent)without it: \(part.without)",
        "\(indent)\(part.installation)",
      ]
    }
  }
}

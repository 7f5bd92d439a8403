internal import ArgumentParser
internal import Diagnostics
internal import Kiln
internal import TimelineModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One run of a command: opens the input, collects findings, prints them, and knows the exit code.
struct Session {
  private let input: InputOptions
  private let printer: Printer
  var log = DiagnosticLog()

  init(_ input: InputOptions, _ printing: PrintingOptions) {
    self.input = input
    printer = Printer(printing)
  }

  /// What the input is called in messages.
  var inputName: String { input.input == "-" ? "standard input" : input.input }

  /// The input's name without folders and extension.
  var stem: String {
    if input.input == "-" { return "animation" }
    return URL(filePath: input.input).deletingPathExtension().lastPathComponent
  }

  /// Opens the input.
  mutating func open() throws(Diagnostic) -> any AnimationSource {
    let isStandardInput = input.input == "-"
    let bytes = isStandardInput ? try StandardStreams.readInput() : try Files.read(input.input)
    let assets = AssetFolders(named: input.assets, forInput: isStandardInput ? nil : input.input)
    return try AnimationFile.open(
      bytes, format: input.from, animation: input.animation, theme: input.theme, fidelity: input.fidelity,
      assets: assets, log: &log)
  }

  /// Runs the body and ends the command with the exit code of what it throws.
  mutating func run(_ body: (inout Session) throws(Diagnostic) -> Void) throws {
    do throws(Diagnostic) {
      try body(&self)
    } catch {
      // There is no result that could hold the findings.
      printer.print(log, for: inputName, isFailure: true)
      printer.print(error, for: inputName)
      throw ExitCode(error.rule.fault.exitCode)
    }
    printer.print(log, for: inputName)
  }

  /// Throws if a file is missing that the animation needs, or under `strict` if anything was lost. Called before anything
  /// is written.
  func checkFindings(strict: Bool) throws(Diagnostic) {
    if let missing = log.diagnostics.first(where: { $0.rule.fault == .missingInput }) {
      throw Diagnostic(missing.rule, "a file that the animation needs is missing; nothing was written")
    }
    if strict && log.isLossy {
      throw Diagnostic(
        .strictLoss, "something was lost or approximated, and --strict forbids that; nothing was written")
    }
  }

  /// Prints what was done, for people.
  func say(_ text: String) { printer.say(text) }

  /// Prints what was asked for, for people.
  func answer(_ text: String) { printer.answer(text) }

  /// Prints the result as JSON.
  func report(_ value: some Encodable) throws(Diagnostic) { try printer.report(value) }
}

extension Rule {
  /// `--strict` and a lossy conversion.
  static let strictLoss = Rule(
    "strict.loss", .error, .rejected, fault: .demand,
    "Something was lost or approximated, which --strict forbids.")
}

extension Rule.Fault {
  /// As in `sysexits.h`, and 1 for what is no error of anybody.
  var exitCode: Int32 {
    switch self {
    case .demand: 1
    case .usage: 64
    case .input: 65
    case .missingInput: 66
    case .bug: 70
    case .output: 73
    }
  }
}

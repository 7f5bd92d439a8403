internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnLottieImport
internal import KilnTimeline

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One run of a command on one input: opens it, collects findings, shows progress, prints the result or the error, and
/// ends with the exit code.
struct CommandRun {
  let input: String
  /// Options of reading the input; others for each of its parts.
  var source: SourceOptions
  /// Limits of the input, and trust in it.
  let filePolicy: FilePolicy
  private let findings: FindingOptions?
  private let printer: Printer
  private let line: ProgressLine?
  /// Notes the files that are read and written; nil if nobody asks.
  let uses: FileAccessRecord?
  private let fonts: InstalledFonts
  /// Ends the process when a script does not end; nil to do so as the run ends.
  private let endProcess: (@Sendable (Diagnostic) -> Void)?
  /// Whether the options that choose or change something in the input hold for this one.
  var usesInputOptions = true
  /// Name of the player of SVGA files whose drawing is reproduced; nil for none.
  var player: String?
  /// Frames per second of pictures whose files do not say; nil to assume a rate.
  var pictureFrameRate: Double?
  /// Findings so far.
  var log = DiagnosticLog()

  init(_ input: InputOptions, _ printing: PrintingOptions, _ findings: FindingOptions? = nil) {
    self.init(input.input, input.source, printing, findings)
  }

  init(
    _ input: String, _ source: SourceOptions, _ printing: PrintingOptions, _ findings: FindingOptions?,
    policy: FilePolicy? = nil, uses: FileAccessRecord? = nil, fonts: InstalledFonts = InstalledFonts(),
    endProcess: (@Sendable (Diagnostic) -> Void)? = nil
  ) {
    self.input = input
    self.source = source
    filePolicy = policy ?? source.limits.policy
    self.findings = findings
    self.uses = uses
    self.fonts = fonts
    self.endProcess = endProcess
    printer = Printer(printing)
    line = printer.progressLine(for: input == "-" ? "standard input" : input)
  }

  /// Name of the input in messages.
  var inputName: String { input == "-" ? "standard input" : input }

  /// The format of the input that is asked for; nil to go by its content.
  var format: AnimationFormat? { usesInputOptions ? source.from : nil }

  /// The policy that decides which findings make the command fail.
  private var policy: RulePolicy { findings?.policy ?? RulePolicy() }

  /// Receives reports of progress.
  var progress: ProgressReporter { WorkWatch.noting(line?.reporter) }

  /// Limits of the input and of what is made of it.
  var limits: Limits { filePolicy.limits }

  /// Reads the input.
  func read() throws(Diagnostic) -> [UInt8] {
    WorkWatch.enter("reading the file")
    guard input != "-" else { return try StandardStreams.readInput(limits: limits) }
    do throws(Diagnostic) {
      let bytes = try Files.read(input, limits: limits, followsLinks: filePolicy.followsLinks)
      uses?.read(input, bytes)
      return bytes
    } catch {
      guard error.rule == .inputNotFound else { throw error }
      uses?.read(input, nil)
      throw Files.notFound(input)
    }
  }

  /// Opens the animation to draw in the input's bytes.
  mutating func openDrawn(_ bytes: [UInt8]) throws(Diagnostic) -> any AnimationSource {
    WorkWatch.enter("opening the animation")
    return try AnimationFile.open(
      bytes, format: format, animation: usesInputOptions ? source.animation : nil,
      theme: usesInputOptions ? source.theme : nil, fidelity: source.fidelity,
      player: try player.map { name throws(Diagnostic) in try SVGAPlayer(name: name) }, expressions: expressions,
      overrides: try changes(), assets: assets, limits: limits, log: &log)
  }

  /// Treatment of the scripts in the input.
  var expressions: LottieExpressions {
    if let endProcess { return source.expressions.mode(filePolicy, endProcess: endProcess) }
    let (input, printer, line, log, policy) = (inputName, printer, line, log, policy)
    return source.expressions.mode(filePolicy) { error in
      _exit(Self.report(error, log, policy, of: input, printer, line))
    }
  }

  /// Finds images, data and fonts that are not in the input.
  var assets: LocalAssets {
    LocalAssets(
      folders: source.assets, besideFile: input == "-" ? nil : input, fontFolders: source.fonts,
      fidelity: source.fidelity, drawsPlaceholders: findings?.missingImages == .placeholder, limits: limits,
      fonts: filePolicy.fonts(fonts), followsLinks: filePolicy.followsLinks, uses: uses)
  }

  /// Changes to the input; none if the options are not for this input.
  func changes() throws(Diagnostic) -> AnimationOverrides {
    usesInputOptions ? try source.changes.resolved(uses) : AnimationOverrides()
  }

  /// Runs the body, prints what it made after all findings, and throws the exit code of what it throws.
  mutating func run(_ body: (inout CommandRun) throws(Diagnostic) -> CommandResult) throws {
    let refusal: Diagnostic?
    do throws(Diagnostic) {
      let result = try body(&self)
      WorkWatch.stop()
      line?.remove()
      printer.print(log, policy, for: inputName)
      refusal = result.refusal
      if printer.printsJSON {
        let code = refusal?.rule.fault.exitCode ?? 0
        let report = CommandReport(input: inputName, exitCode: code, error: refusal, log: log, result: result.json)
        try printer.print(CommandResult(json: report))
      } else {
        try printer.print(result)
      }
    } catch {
      throw fail(error)
    }
    guard let refusal else { return }
    printer.print(refusal, for: inputName)
    throw ExitCode(refusal.rule.fault.exitCode)
  }

  /// Runs the body for one of several inputs, prints its findings, and throws the exit code of what it throws.
  mutating func collect<Result>(_ body: (inout CommandRun) throws(Diagnostic) -> Result) throws -> Result {
    do throws(Diagnostic) {
      let result = try body(&self)
      line?.remove()
      printer.print(log, policy, for: inputName)
      return result
    } catch {
      throw fail(error)
    }
  }

  private func fail(_ error: Diagnostic) -> ExitCode {
    ExitCode(Self.report(error, log, policy, of: inputName, printer, line))
  }

  /// Prints an error after all findings; returns the exit code.
  private static func report(
    _ error: Diagnostic, _ log: DiagnosticLog, _ policy: RulePolicy, of input: String, _ printer: Printer,
    _ line: ProgressLine?
  ) -> Int32 {
    line?.remove()
    printer.print(log, policy, for: input, except: error)
    // Messages about an output name it themselves.
    printer.print(error, for: error.rule.namesOutput ? nil : input)
    let code = error.rule.fault.exitCode
    if printer.printsJSON {
      let report = CommandReport(input: input, exitCode: code, error: error, log: log)
      // The exit code says that something failed, even if standard output is closed.
      try? printer.print(CommandResult(json: report))
    }
    return code
  }

  /// Throws if a finding is refused, or if an image is missing and may not be. Called before anything is written.
  ///
  /// - Parameter missingImages: Treatment of missing images without `--missing-images`.
  func checkFindings(whenImagesAreMissing missingImages: FindingOptions.MissingImages) throws(Diagnostic) {
    if findings?.missingImages ?? missingImages == .error,
      let missing = log.diagnostics.first(where: {
        $0.rule.fault == .missingImage && policy.verdict(on: $0.rule) != .allowed
      })
    {
      throw Diagnostic(
        missing.rule, "a file that the animation needs is missing: \(missing.message); nothing was written",
        at: missing.path,
        advice: (missing.advice.map { $0 + ", or " } ?? "") + "choose --missing-images skip or placeholder")
    }
    let refused = log.diagnostics.filter { policy.verdict(on: $0.rule) == .refused }
    if let error = refused.first(where: { $0.rule.severity == .error && !policy.isDenied($0.rule) }) {
      throw Diagnostic(error.rule, error.message + "; nothing was written", at: error.path, advice: error.advice)
    }
    guard !refused.isEmpty else { return }
    let ids = Set(refused.map(\.rule.id)).sorted()
    let isDenied = refused.contains { policy.isDenied($0.rule) }
    throw Diagnostic(
      isDenied ? .deniedFinding : .strictLoss,
      isDenied
        ? "there are findings that --deny names; nothing was written"
        : "something was lost or approximated, and --strict forbids that; nothing was written",
      advice: "--allow \(ids.joined(separator: " --allow ")) accepts \(ids.count == 1 ? "it" : "them")")
  }
}

extension Rule {
  /// `--strict` and a lossy conversion.
  static let strictLoss = Rule(
    "strict.loss", .error, .rejected, fault: .policy,
    "Something was lost or approximated, which --strict forbids.",
    why: "The caller wants an exact result or none.",
    remedy: "Mend what the findings name, accept their rules with --allow, or leave --strict out.")
  /// A finding that `--deny` names.
  static let deniedFinding = Rule(
    "strict.denied", .error, .rejected, fault: .policy,
    "There is a finding that --deny names.",
    why: "The caller wants no result with such a finding.",
    remedy: "Mend what the findings name, or leave their rules out of --deny.")
}

extension Rule {
  /// Whether its messages name the file or folder that was to be written.
  fileprivate var namesOutput: Bool { [.outputExists, .outputUnwritable, .outputDiskFull].contains(self) }
}

extension Rule.Fault {
  /// Exit code as in `sysexits.h`; 1 for a condition that the caller set.
  var exitCode: Int32 {
    switch self {
    case .policy: 1
    case .usage: 64
    case .input, .missingImage: 65
    case .missingInput: 66
    case .bug: 70
    case .system: 71
    case .output: 73
    case .configuration: 78
    }
  }
}

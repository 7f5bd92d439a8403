internal import KilnAtlasExport
internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnReports

/// A job of a worker whose inputs become one atlas.
struct PackingJob {
  private let job: BatchJob
  private let command: BatchCommand
  private let setup: WorkerSetup
  private let fonts: InstalledFonts
  private let uses = FileAccessRecord()
  private let inputs: [FoundFile]
  private let task: AtlasTask

  init(_ job: BatchJob, _ command: BatchCommand, _ setup: WorkerSetup, _ fonts: InstalledFonts) {
    self.job = job
    self.command = command
    self.setup = setup
    self.fonts = fonts
    inputs = [FoundFile(path: job.input, isNamed: job.isNamed)] + (job.others ?? [])
    var task = AtlasTask(
      inputs: inputs.map(\.path), output: job.output, options: command.conversion, threads: setup.threads,
      isOfBatch: true, replaces: job.replaces)
    task.boundary = setup.boundary
    self.task = task
  }

  /// Packs the files; errors are in the result.
  func answer() -> WorkerAnswer {
    var findings = DiagnosticLog()
    var result: BatchResult
    // A second run without --dry-run has work to do.
    var isRepeatable = !command.conversion.dryRun && !job.wantsPosterOnly
    do throws(Diagnostic) {
      result = try packed(animations(&findings), &findings)
    } catch {
      result = BatchResult(.failed, of: job)
      result.setError(error.namingOptions)
      if error.rule.fault == .output { isRepeatable = false }
    }
    result.setFindings(findings.diagnostics.map(\.namingOptions))
    return WorkerAnswer(result, uses, fonts: fonts, isRepeatable: isRepeatable)
  }

  private func animations(_ findings: inout DiagnosticLog) throws(Diagnostic) -> [AtlasAnimation] {
    var animations: [AtlasAnimation] = []
    for input in inputs {
      var commandRun = commandRun(input.path)
      defer { findings.add(contentsOf: commandRun.log) }
      do throws(Diagnostic) {
        animations.append(try task.animation(&commandRun))
      } catch {
        // A folder of designs has other JSON files, too.
        if !input.isNamed, AnimationFile.isNoAnimation(error) { continue }
        throw Diagnostic(error.rule, "\(input.path): \(error.message)", at: error.path, advice: error.advice)
      }
    }
    guard !animations.isEmpty else {
      throw Diagnostic(
        .inputUnknownFormat, "none of the inputs is an animation: \(inputs.map(\.path).joined(separator: ", "))")
    }
    return animations
  }

  private func packed(
    _ animations: [AtlasAnimation], _ findings: inout DiagnosticLog
  ) throws(Diagnostic) -> BatchResult {
    var result = BatchResult(job.wantsPosterOnly ? .upToDate : .converted, of: job)
    if setup.makesPosters || job.wantsPosterOnly {
      result.poster = animations.first.flatMap { WorkerCommand.poster(of: $0.timeline) }
    }
    guard !job.wantsPosterOnly else { return result }
    var commandRun = commandRun(job.input)
    defer { findings.add(contentsOf: commandRun.log) }
    try task.checkFree()
    let written = try task.write(animations, &commandRun)
    result.setOutputs(written.files.map { BatchResult.Output(path: $0.path, bytes: $0.bytes) })
    result.decodedBytes = written.decodedBytes
    return result
  }

  private func commandRun(_ input: String) -> CommandRun {
    CommandRun(
      input, command.source, command.printing, command.conversion.findings, uses: uses, fonts: fonts,
      endProcess: WorkerCommand.end(over: job))
  }
}

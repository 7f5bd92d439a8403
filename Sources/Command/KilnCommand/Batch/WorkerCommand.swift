internal import ArgumentParser
internal import KilnBatch
internal import KilnDiagnostics
internal import Dispatch
internal import Kiln
internal import KilnReports
internal import Synchronization
internal import KilnTimeline

internal import KilnPlatform
internal import KilnPrograms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `kiln worker`: works on what a batch or validation sends, one file after the other. See `WorkerProtocol`.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Convert what a batch sends.", shouldDisplay: false)

  func run() throws {
    Allocator.keepFreedMemory()
    RunningPrograms.stayInGroup()
    let lines = WorkerInput()
    guard let line = lines.next(), let setup = try? JSONDecoder().decode(WorkerSetup.self, from: Data(line)) else {
      throw ValidationError("This command is for the workers of kiln batch; use that.")
    }
    let fonts = InstalledFonts()
    var tasks: [Int: (BatchJob) -> WorkerAnswer] = [:]
    while let line = lines.next() {
      guard let job = try? JSONDecoder().decode(BatchJob.self, from: Data(line)),
        setup.optionLists.indices.contains(job.options)
      else { throw ExitCode(70) }
      let task = try tasks[job.options] ?? Self.task(setup.optionLists[job.options], setup, fonts)
      tasks[job.options] = task
      try Self.write(task(job))
    }
  }

  private static func write(_ answer: WorkerAnswer) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    try StandardStreams.writeOutput(Array(try encoder.encode(answer)) + [UInt8(ascii: "\n")])
  }

  /// Answers that a file failed and ends the process, when the thread that works on it is stuck in a script.
  static func end(over job: BatchJob) -> @Sendable (Diagnostic) -> Void {
    { error in
      try? write(WorkerAnswer(stuck: error, in: job))
      _exit(error.rule.fault.exitCode)
    }
  }

  /// Returns a handler of the jobs that have these options.
  private static func task(
    _ arguments: [String], _ setup: WorkerSetup, _ fonts: InstalledFonts
  ) throws -> (BatchJob) -> WorkerAnswer {
    switch setup.work {
    case .conversion:
      let command = try BatchArguments.parseVariant(arguments)
      return { $0.others == nil ? convert($0, command, setup, fonts) : PackingJob($0, command, setup, fonts).answer() }
    case .validation:
      let command = try BatchArguments.parseValidation(arguments)
      let task = ValidationTask(
        command, try command.openProject(), fonts: fonts, makesPictures: setup.makesPosters)
      return { task.answer(to: $0, endProcess: end(over: $0)) }
    }
  }

  /// Converts one file; whatever goes wrong is in the result.
  private static func convert(
    _ job: BatchJob, _ command: BatchCommand, _ setup: WorkerSetup, _ fonts: InstalledFonts
  ) -> WorkerAnswer {
    let uses = FileAccessRecord()
    var commandRun = CommandRun(
      job.input, command.source, command.printing, command.conversion.findings, uses: uses, fonts: fonts,
      endProcess: end(over: job))
    var task = ConversionTask(
      input: job.input, output: job.output, format: command.conversion.to ?? .svga, options: command.conversion,
      threads: setup.threads, isOfBatch: true, replaces: job.replaces)
    task.boundary = setup.boundary
    var result: BatchResult
    // A second run without --dry-run has work to do.
    var isRepeatable = !command.conversion.dryRun
    do throws(Diagnostic) {
      guard !job.wantsPosterOnly else {
        result = BatchResult(.upToDate, of: job)
        result.poster = try poster(of: task.timeline(&commandRun))
        return WorkerAnswer(result, uses, fonts: fonts, isRepeatable: false)
      }
      var poster: String?
      let report = try task.run(&commandRun, show: setup.makesPosters ? { poster = Self.poster(of: $0) } : nil)
      result = BatchResult(.converted, of: job)
      result.poster = poster
      result.setOutputs(report.outputs.map { BatchResult.Output(path: $0.path, bytes: $0.bytes) })
      result.decodedBytes = report.decodedBytes
      (result.width, result.height) = (report.width, report.height)
      (result.frameRate, result.frameCount) = (report.frameRate, report.frameCount)
    } catch {
      result = BatchResult(job.isForeign(error) ? .skipped : .failed, of: job)
      result.setError(error.namingOptions)
      if error.rule.fault == .output { isRepeatable = false }
    }
    result.setFindings(commandRun.log.diagnostics.map(\.namingOptions))
    return WorkerAnswer(result, uses, fonts: fonts, isRepeatable: isRepeatable)
  }

  /// A poster in Base64; nil if nothing is seen.
  static func poster(of timeline: Timeline) -> String? {
    TimelinePoster.webp(of: timeline).map { Data($0).base64EncodedString() }
  }
}

/// Lines from the batch, read on a thread of its own, so that its end is seen while a file is worked on.
private final class WorkerInput: Sendable {
  private let lines = Mutex<[[UInt8]]>([])
  private let available = DispatchSemaphore(value: 0)

  /// Ends the process with the code of what the system refuses, if it gives no thread.
  init() {
    let thread = SystemThread { [self] in
      StandardStreams.readInputLines { line in
        lines.withLock { $0.append(line) }
        available.signal()
      }
      // The batch is gone, and nobody waits for what is being worked on.
      available.signal()
      RunningPrograms.endAll()
      _exit(0)
    }
    guard let thread else { _exit(71) }
    thread.detach()
  }

  /// The next line; nil when there is none left.
  func next() -> [UInt8]? {
    available.wait()
    return lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

import Foundation
import Kiln
import KilnBatch
import KilnDiagnostics
import KilnDigests
import KilnReports
import KilnTestSupport
import Testing

/// The runner with workers that are shell scripts.
@Suite struct BatchRunnerTests {
  private final class Observer: BatchObserver {
    var results: [BatchResult] = []
    var isInterrupted: Bool { false }

    func finished(_ result: BatchResult) {}
    func delivered(_ result: BatchResult) { results.append(result) }
    func working(on inputs: [String]) {}
  }

  private static func job(_ index: Int, in folder: String = "") -> BatchJob {
    BatchJob(
      index: index, input: "\(folder)\(index).json", output: "\(folder)\(index).svga", options: 0, inputBytes: 1,
      isNamed: true)
  }

  private let jobs = (0..<5).map { job($0) }

  /// Settings of a worker that reads its setup, and then does `work` with each `$job` before it gives the same answer.
  private static func settings(_ result: BatchResult, doing work: String = "") throws -> BatchRunner.Settings {
    let answer = WorkerAnswer(result, FileAccessRecord(), fonts: InstalledFonts(), isRepeatable: false)
    let line = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    let script = "read -r setup; while read -r job; do \(work)\nprintf '%s\\n' \"$0\"; done"
    return BatchRunner.Settings(executable: "/bin/sh", arguments: ["-c", script, line])
  }

  /// Runs five jobs with a worker that gives the same answer to all.
  private func run(_ error: Diagnostic) throws -> (BatchRunner.Outcome, [BatchResult]) {
    var result = BatchResult(.failed, of: jobs[0])
    result.setError(error)
    let observer = Observer()
    let plan = BatchPlan(optionLists: [[]], jobs: jobs)
    let outcome = try BatchRunner(plan, try Self.settings(result)).run(observer)
    return (outcome, observer.results)
  }

  /// A worker that crashes, hangs, or takes memory without end costs its own file only.
  @Test(arguments: [1, 2])
  func aLostWorkerCostsOneFile(_ workers: Int) throws {
    let jobs = (0..<8).map { Self.job($0) }
    let faults = #"""
      case $job in
      *'"1.json"'*) kill -ABRT $$ ;;
      *'"3.json"'*) exec sleep 60 ;;
      *'"5.json"'*)
        bytes=0123456789abcdef
        while [ ${#bytes} -lt 100000000 ]; do bytes=$bytes$bytes; done
        while :; do sleep 1; done ;;
      esac
      """#
    var settings = try Self.settings(BatchResult(.converted, of: jobs[0]), doing: faults)
    settings.workers = workers
    settings.fileTimeout = .seconds(4)
    settings.fileMemory = 80_000_000
    let observer = Observer()
    #expect(try BatchRunner(BatchPlan(optionLists: [[]], jobs: jobs), settings).run(observer) == .finished)
    let rules = observer.results.map { $0.error?.rule ?? "" }
    #expect(rules == ["", "batch.worker.crashed", "", "batch.worker.timeout", "", "batch.worker.memory", "", ""])
    try #require(observer.results.count == 8)
    #expect(observer.results[1].error?.message.contains("signal 6") == true)
    #expect([1, 3, 5].allSatisfy { observer.results[$0].input == jobs[$0].input })
  }

  /// Also one that answers with something else.
  @Test func wrongAnswersAreCrashes() throws {
    var settings = BatchRunner.Settings(
      executable: "/bin/sh", arguments: ["-c", "while read -r job; do echo {}; done"])
    settings.workers = 2
    let observer = Observer()
    _ = try BatchRunner(BatchPlan(optionLists: [[]], jobs: jobs), settings).run(observer)
    #expect(observer.results.map(\.error?.rule) == jobs.map { _ in "batch.worker.crashed" })
  }

  #if os(Linux)
    /// The programs that a worker has started end with it.
    @Test func programsOfACrashedWorkerEnd() throws {
      let duration = "98764.\(getpid())"
      let settings = try Self.settings(
        BatchResult(.converted, of: jobs[0]), doing: "sleep \(duration) > /dev/null & kill -ABRT $$")
      let observer = Observer()
      _ = try BatchRunner(BatchPlan(optionLists: [[]], jobs: [jobs[0]]), settings).run(observer)
      #expect(observer.results.map(\.error?.rule) == ["batch.worker.crashed"])
      #expect(!RunningProcesses.remain(withArgument: duration))
    }
  #endif

  /// A worker that was lost is not lost again, unless limits change or it is asked for.
  @Test func lostWorkersAreRemembered() throws {
    try Fixture.withTemporaryFolder { folder in
      let job = Self.job(0, in: folder + "/")
      try Data("{}".utf8).write(to: URL(filePath: job.input))
      let converted = BatchResult(.converted, of: job)
      func status(_ work: String = "", _ change: (inout BatchRunner.Settings) -> Void = { _ in }) throws -> String {
        var settings = try Self.settings(converted, doing: work)
        settings.digests = [SHA256Digest(ofTexts: ["options"])]
        change(&settings)
        let observer = Observer()
        let state = try BatchState(folder: folder, shard: nil)
        _ = try BatchRunner(BatchPlan(optionLists: [[]], jobs: [job]), settings, state: state).run(observer)
        let result = try #require(observer.results.first)
        return result.error?.rule ?? result.status.rawValue
      }
      // Schedulers end all processes of a job: that says nothing about the file.
      #expect(try status("kill -TERM $$") == "batch.worker.crashed")
      #expect(try status() == "converted")
      #expect(try status("kill -ABRT $$") == "batch.worker.crashed")
      #expect(try status() == "batch.worker.crashed")
      #expect(try status { $0.fileTimeout = .seconds(9) } == "converted")
      #expect(try status() == "batch.worker.crashed")
      #expect(try status { $0.retriesFailures = true } == "converted")
    }
  }

  @Test func aFailedFileIsOneOfMany() throws {
    let (outcome, results) = try run(Diagnostic(.outputUnwritable, "permission denied"))
    #expect(outcome == .finished)
    #expect(results.count == 5)
  }

  /// Every other file would fail, too.
  @Test func aFullDiskEndsTheBatch() throws {
    let (outcome, results) = try run(Files.unwritable("0.svga", POSIXError(.ENOSPC)))
    #expect(outcome == .stoppedByFullDisk)
    #expect(results.map(\.error?.rule) == ["output.diskFull"])
    #expect(results.first?.error?.message == "0.svga cannot be written: no space left")
  }
}

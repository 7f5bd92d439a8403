import KilnDiagnostics
import Foundation
import Kiln
import Testing

@testable import KilnBatch

/// The runner with workers that are shell scripts.
@Suite struct BatchRunnerTests {
  private final class Observer: BatchObserver {
    var results: [BatchResult] = []
    var isInterrupted: Bool { false }

    func finished(_ result: BatchResult) {}
    func delivered(_ result: BatchResult) { results.append(result) }
    func working(on inputs: [String]) {}
  }

  private let jobs = (0..<5).map {
    BatchJob(index: $0, input: "\($0).json", output: "\($0).svga", options: 0, inputBytes: 1, isNamed: true)
  }

  /// Runs five jobs with a worker that gives the same answer to all.
  private func run(_ error: Diagnostic) throws -> (BatchRunner.Outcome, [BatchResult]) {
    var result = BatchResult(.failed, of: jobs[0])
    result.setError(error)
    let answer = WorkerAnswer(result, FileUses(), fonts: InstalledFonts(), isRepeatable: false)
    let line = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    let script = #"read setup; while read job; do printf '%s\n' "$0"; done"#
    let settings = BatchRunner.Settings(executable: "/bin/sh", arguments: ["-c", script, line])
    let observer = Observer()
    let outcome = try BatchRunner(BatchPlan(optionLists: [[]], jobs: jobs), settings).run(observer)
    return (outcome, observer.results)
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

import Kiln
import KilnDiagnostics
import Synchronization
import Testing

@Suite("Work with events")
struct WorkTests {
  private static let finding = Diagnostic(.animationChosen, "one of two is taken")

  @Test("Findings come once each, the result last")
  func eventsEndWithTheResult() async throws {
    let work = Work { progress throws(Diagnostic) in
      var log = DiagnosticLog()
      for step in 1...3 {
        try progress.report("stepping", step, of: 3)
        log.add(Self.finding)
        progress.found(log)
      }
      return 42
    }
    var findings: [Diagnostic] = []
    var last: ProgressReporter.Update?
    var results: [Int] = []
    for try await event in work {
      #expect(results.isEmpty, "The result is the last event")
      switch event {
      case .finding(let finding): findings.append(finding)
      case .progress(let update): last = update
      case .result(let value): results.append(value)
      }
    }
    #expect(findings.map(\.message) == ["one of two is taken"])
    #expect(last?.completed == 3)
    #expect(results == [42])
    #expect(try await work.value == 42)
  }

  @Test("The sequence throws what the work throws, and is over then")
  func errorsAreThrown() async throws {
    let iterator = Work<Int> { _ throws(Diagnostic) in throw Self.finding }.makeAsyncIterator()
    await #expect(throws: Self.finding) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("Leaving the loop ends the work")
  func leavingTheLoopCancels() async throws {
    let pool = WorkPool(width: 1)
    let ended = Atomic(false)
    let work = Work<Int>(on: pool) { progress throws(Diagnostic) in
      defer { ended.store(true, ordering: .relaxed) }
      while true { try progress.report("working") }
    }
    for try await _ in work { break }
    // The only thread of the pool is free again.
    #expect(try await pool.run { _ in 7 } == 7)
    let hasEnded = ended.load(ordering: .relaxed)
    #expect(hasEnded)
  }

  @Test("A cancelled task ends the work that it reads")
  func cancelledReaderCancels() async throws {
    let begun = Atomic(false)
    let work = Work<Int> { progress throws(Diagnostic) in
      begun.store(true, ordering: .relaxed)
      while true { try progress.check() }
    }
    let task = Task { for try await _ in work {} }
    while !begun.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    let error = await #expect(throws: Diagnostic.self) { try await task.value }
    #expect(error?.rule == .workCancelled)
  }
}

import Foundation
import Kiln
import KilnDiagnostics
import Synchronization
import Testing

@Suite("Work pool")
struct WorkPoolTests {
  /// Waits on the thread of the caller until a condition holds.
  private func wait(until condition: () -> Bool) {
    while !condition() { usleep(200) }
  }

  @Test("No more than the width runs at the same time, and all is done")
  func widthIsABound() async throws {
    let pool = WorkPool(width: 3)
    let counts = Counts()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask {
          try await pool.run { _ in
            counts.enter()
            usleep(500)
            counts.leave()
            return number
          }
        }
      }
      var sum = 0
      for try await number in group { sum += number }
      #expect(sum == 60 * 59 / 2)
    }
    #expect(counts.values.done == 60)
    #expect(counts.values.most <= 3)
    #expect(pool.load.waiting == 0)
  }

  @Test("Work that waits is done in the order in which it came")
  func orderIsKept() async throws {
    let pool = WorkPool(width: 1)
    let gate = Atomic(false)
    let order = Mutex([Int]())
    async let first: Void = pool.run { _ in self.wait { gate.load(ordering: .relaxed) } }
    while pool.load.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let tasks = try await startInOrder(0..<5, on: pool) { number in order.withLock { $0.append(number) } }
    gate.store(true, ordering: .relaxed)
    try await first
    for task in tasks { try await task.value }
    #expect(order.withLock(\.self) == [0, 1, 2, 3, 4])
  }

  private func startInOrder(
    _ numbers: Range<Int>, on pool: WorkPool, _ body: @escaping @Sendable (Int) -> Void
  ) async throws -> [Task<Void, any Error>] {
    var tasks: [Task<Void, any Error>] = []
    for number in numbers {
      let before = pool.load.waiting
      tasks.append(Task { try await pool.run { _ in body(number) } })
      while pool.load.waiting == before { try await Task.sleep(for: .milliseconds(1)) }
    }
    return tasks
  }

  @Test("A full pool refuses at once")
  func fullPoolRefuses() async throws {
    let pool = WorkPool(width: 1, maximumWaiting: 1)
    let gate = Atomic(false)
    async let running: Void = pool.run { _ in self.wait { gate.load(ordering: .relaxed) } }
    while pool.load.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
    async let waiting: Void = pool.run { _ in }
    while pool.load.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let error = await #expect(throws: Diagnostic.self) { try await pool.run { _ in } }
    #expect(error?.rule == .workRefused)
    #expect(error?.failureKind == .busy)
    gate.store(true, ordering: .relaxed)
    try await running
    try await waiting
  }

  @Test("Work that a new thread is about to take does not wait")
  func newThreadsTakeTheirWork() async throws {
    for _ in 0..<200 {
      let pool = WorkPool(width: 1, maximumWaiting: 1)
      async let first: Void = pool.run { _ in }
      async let second: Void = pool.run { _ in }
      try await first
      try await second
    }
  }

  @Test("Cancelled work that waits ends at once and is never begun")
  func waitingWorkIsCancelled() async throws {
    let pool = WorkPool(width: 1)
    let gate = Atomic(false)
    let begun = Atomic(false)
    async let running: Void = pool.run { _ in self.wait { gate.load(ordering: .relaxed) } }
    while pool.load.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let task = Task { try await pool.run { _ in begun.store(true, ordering: .relaxed) } }
    while pool.load.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    let error = await #expect(throws: Diagnostic.self) { try await task.value }
    #expect(error?.failureKind == .cancelled)
    gate.store(true, ordering: .relaxed)
    try await running
    let wasBegun = begun.load(ordering: .relaxed)
    #expect(!wasBegun)
  }

  @Test("Cancelled work ends at its next check")
  func runningWorkIsCancelled() async throws {
    let pool = WorkPool(width: 1)
    let begun = Atomic(false)
    let task = Task {
      try await pool.run { progress throws(Diagnostic) in
        begun.store(true, ordering: .relaxed)
        while true { try progress.check() }
      }
    }
    while !begun.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    let error = await #expect(throws: Diagnostic.self) { try await task.value }
    #expect(error?.rule == .workCancelled)
    #expect(try await pool.run { _ in 7 } == 7)
  }

  @Test("Work ends when the time of its limits is over, by the clock of the pool")
  func timeIsALimit() async throws {
    let clock = HandClock()
    let pool = WorkPool(width: 1, clock: clock)
    var limits = Limits()
    limits[.time] = 30
    let bounds = limits
    let error = await #expect(throws: Diagnostic.self) {
      try await pool.run(limits: bounds) { progress throws(Diagnostic) in
        for _ in 0..<30 { clock.advance(by: .seconds(1)) }
        try progress.report("working")
        clock.advance(by: .milliseconds(1))
        while true { try progress.report("working") }
      }
    }
    #expect(error?.rule == .limitExceeded)
    #expect(error?.message == "the time in seconds is 31, above the limit of 30")
    #expect(error?.failureKind == .limit)
  }
}

/// Counts of work that runs, and the most at the same time.
private final class Counts: Sendable {
  private let state = Mutex((now: 0, most: 0, done: 0))

  var values: (now: Int, most: Int, done: Int) { state.withLock(\.self) }

  func enter() { state.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) } }
  func leave() { state.withLock { ($0.now, $0.done) = ($0.now - 1, $0.done + 1) } }
}

/// A clock that moves when it is told to.
private final class HandClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private let start = ContinuousClock.now
  private let passed = Mutex(Duration.zero)

  var now: Instant { start.advanced(by: passed.withLock(\.self)) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) { passed.withLock { $0 += duration } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

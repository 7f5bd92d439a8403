internal import Dispatch
internal import Synchronization

internal import KilnPlatform

/// Notices calls that go on far beyond the limits of their engine, from a thread of its own.
///
/// Engines look at their limits between the steps of a script only. Nothing but the end of the process ends a step.
package final class ScriptWatchdog: Sendable {
  /// Resource of which a call takes too much.
  package enum Overrun: Sendable {
    case time
    case memory
  }

  /// State of the thread that calls, for the thread that watches it.
  private final class Shared: Sendable {
    /// Number of the call; odd while it runs.
    let call = Atomic<UInt64>(0)
    /// The caller's number for what it calls, for `report`.
    let subject = Atomic<Int>(0)
    /// The clock of the thread that calls.
    let clock = Atomic<Int>(0)
    let end = DispatchSemaphore(value: 0)
    let time: Double
    let memory: Int
    let report: @Sendable (Int, Overrun) -> Void

    init(_ time: Double, _ memory: Int, _ report: @escaping @Sendable (Int, Overrun) -> Void) {
      self.time = time
      self.memory = memory
      self.report = report
    }

    /// Until the watchdog is gone.
    func watch() {
      var seen: UInt64 = 0
      var reported: UInt64 = 0
      var start = 0.0
      var memoryBefore = SystemMemory.resident
      var memoryAtStart = memoryBefore
      while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
        let memory = SystemMemory.resident ?? memoryBefore
        defer { memoryBefore = memory }
        let number = call.load(ordering: .acquiring)
        guard number & 1 == 1, number != reported, let now = CallClock.time(of: clock.load(ordering: .acquiring)) else {
          continue
        }
        let about = subject.load(ordering: .acquiring)
        // The clock and the subject may be those of a later call.
        guard call.load(ordering: .acquiring) == number else { continue }
        if number != seen { (seen, start, memoryAtStart) = (number, now, memoryBefore) }
        let growth = memory.flatMap { now in memoryAtStart.map { now - $0 } } ?? 0
        guard now - start > time || growth > self.memory else { continue }
        reported = number
        report(about, now - start > time ? .time : .memory)
      }
    }
  }

  private let shared: Shared

  /// A watchdog that watches all calls from now on.
  ///
  /// - Parameters:
  ///   - time: Processor time of a call in seconds; on macOS, time.
  ///   - memory: Growth of the process's resident memory during a call, in bytes.
  ///   - report: Called once for such a call, on the thread of the watchdog, while the call still runs.
  /// - Throws: `noRoom` if no thread can be started.
  package init(
    time: Double, memory: Int, report: @escaping @Sendable (_ subject: Int, Overrun) -> Void
  ) throws(ScriptError) {
    shared = Shared(time, memory, report)
    guard let thread = SystemThread({ [shared] in shared.watch() }) else {
      throw .noRoom("no more threads can be started")
    }
    thread.detach()
  }

  deinit { shared.end.signal() }

  /// - Parameter subject: Number that is passed to `report` if the call does not end.
  package func callBegins(about subject: Int) {
    shared.clock.store(CallClock.own, ordering: .releasing)
    shared.subject.store(subject, ordering: .releasing)
    shared.call.add(1, ordering: .acquiringAndReleasing)
  }

  /// To be called on the thread on which the call began.
  package func callEnds() { shared.call.add(1, ordering: .acquiringAndReleasing) }
}

/// Clocks of threads that other threads can read.
private enum CallClock {
  #if canImport(Darwin)
    static let own = 0

    static func time(of clock: Int) -> Double? { Double(clock_gettime_nsec_np(CLOCK_UPTIME_RAW)) * 1e-9 }
  #else
    /// The clock of the processor time of this thread.
    static var own: Int {
      var clock = clockid_t()
      return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? Int(clock) : Int(CLOCK_MONOTONIC)
    }

    /// Seconds; nil if the thread is gone.
    static func time(of clock: Int) -> Double? { SystemClock.seconds(clockid_t(clock)) }
  #endif
}

internal import Dispatch
internal import Synchronization

internal import KilnPlatform

/// Runs library code that cannot be interrupted on a thread of its own, which is abandoned after a time limit.
enum TimedThread {
  /// Stack of the thread: libraries recurse over nested elements.
  private static let stackSize = 8 << 20
  /// Interval in milliseconds at which the spent time is checked.
  private static let interval = 20

  /// The result of some work, and the time that it took; nil if that is more than given, or no thread can be started.
  ///
  /// The time is the processor time of the process, because libraries have threads of their own, or the time on the clock where
  /// that is less, because callers have. Work that is given up goes on until it or the process ends; it must own what it uses.
  ///
  /// - Parameter time: In seconds.
  static func run<Output: Sendable>(
    time: Double, _ work: @escaping @Sendable () -> Output
  ) -> (output: Output?, seconds: Double) {
    let output = Slot<Output>()
    let job = Job {
      let result = work()
      output.value.withLock { $0 = result }
    }
    let start = (work: SystemClock.processTime, clock: SystemClock.steadyTime)
    func spent() -> Double { min(SystemClock.processTime - start.work, SystemClock.steadyTime - start.clock) }
    guard let thread = SystemThread(stackSize: stackSize, { job.run() }) else { return (nil, 0) }
    while job.isDone.wait(timeout: .now() + .milliseconds(interval)) == .timedOut {
      guard spent() > time else { continue }
      thread.detach()
      return (nil, spent())
    }
    thread.join()
    return (output.value.withLock { $0 }, spent())
  }
}

/// Work on a thread.
private final class Job: Sendable {
  let isDone = DispatchSemaphore(value: 0)
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  func run() {
    work()
    isDone.signal()
  }
}

/// Result of a job, shared between threads.
private final class Slot<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Runs work of a library that cannot be interrupted on a thread of its own, which is left alone when it takes too long.
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
    let start = (work: seconds(CLOCK_PROCESS_CPUTIME_ID), clock: seconds(CLOCK_MONOTONIC))
    func spent() -> Double {
      min(seconds(CLOCK_PROCESS_CPUTIME_ID) - start.work, seconds(CLOCK_MONOTONIC) - start.clock)
    }
    guard let thread = started(job) else { return (nil, 0) }
    while job.isDone.wait(timeout: .now() + .milliseconds(interval)) == .timedOut {
      guard spent() > time else { continue }
      pthread_detach(thread)
      return (nil, spent())
    }
    pthread_join(thread, nil)
    return (output.value.withLock { $0 }, spent())
  }

  private static func started(_ job: Job) -> pthread_t? {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
      guard let attributes = memory.baseAddress, pthread_attr_init(attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      let context = Unmanaged.passRetained(job).toOpaque()
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread: pthread_t = 0
      #endif
      guard pthread_create(&thread, attributes, { TimedThread.body($0) }, context) == 0 else {
        Unmanaged<Job>.fromOpaque(context).release()
        return nil
      }
      return thread
    }
  }

  private static func body(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
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

/// Clocks of the system, in seconds.
package enum SystemClock {
  /// Processor time of the calling thread: other work of the machine does not count.
  package static var threadTime: Double { seconds(CLOCK_THREAD_CPUTIME_ID) ?? 0 }

  /// Processor time of all threads of the process.
  package static var processTime: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) ?? 0 }

  /// Time that never goes back, from an unknown start.
  package static var steadyTime: Double { seconds(CLOCK_MONOTONIC) ?? 0 }

  /// The time of a clock; nil if there is none, such as that of a thread that has ended.
  package static func seconds(_ clock: clockid_t) -> Double? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

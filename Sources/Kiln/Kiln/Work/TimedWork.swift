internal import KilnDiagnostics

/// Time since a moment, by any clock.
struct Stopwatch: Sendable {
  /// The time since the stopwatch was made.
  let elapsed: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }
}

/// Work that ends when it is cancelled or takes too long.
struct TimedWork: Sendable {
  private let cancellation: Cancellation
  private let limits: Limits
  private let stopwatch: Stopwatch

  init(_ cancellation: Cancellation, _ limits: Limits, _ stopwatch: Stopwatch) {
    (self.cancellation, self.limits, self.stopwatch) = (cancellation, limits, stopwatch)
  }

  func run<Output>(
    _ progress: ProgressReporter, _ work: (ProgressReporter) throws(Diagnostic) -> Output
  ) throws(Diagnostic) -> Output {
    let watched = progress.cancelled(when: { cancellation.isRequested || isLate })
    do throws(Diagnostic) {
      // It may have been cancelled before its thread began.
      try watched.check()
      let output = try watched.withCancellation { () throws(Diagnostic) in try work(watched) }
      // What was cut short inside of the work may have been taken for a picture that cannot be smaller.
      try watched.check()
      return output
    } catch {
      guard error.rule == .workCancelled, !cancellation.isRequested, isLate else { throw error }
      let seconds = Int(clamping: stopwatch.elapsed().components.seconds)
      try limits.check(max(seconds, limits[.time] + 1), atMost: .time, "the time in seconds")
      throw error
    }
  }

  private var isLate: Bool { stopwatch.elapsed() > .seconds(limits[.time]) }
}

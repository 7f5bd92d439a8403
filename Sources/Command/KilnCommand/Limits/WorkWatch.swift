internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnPlatform
internal import KilnPrograms
internal import Synchronization

/// Ends this process when it takes more time or memory for a file than it may, from a thread of its own: nothing else ends work
/// that does not look whether it is wanted.
enum WorkWatch {
  /// Time and memory that the work may take.
  struct Bounds {
    /// From the start of the watch; nil for any.
    var seconds: Double?
    /// Resident memory of the process and of the programs that it has started; nil for any.
    var bytes: Int?
    /// Options that raise the bounds.
    var options = (time: Limit.time.limitOption, memory: Limit.memory.limitOption)
    /// Further advice; empty for none.
    var advice = ""

    /// Whether there are none.
    var isEmpty: Bool { seconds == nil && bytes == nil }
  }

  /// Microseconds between two looks.
  private static let interval: UInt32 = 20_000

  private struct State {
    var phase = "starting"
    var start = 0.0
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Notes what the process does from now on, for the message.
  static func enter(_ phase: String) { state.withLock { $0.phase = phase } }

  /// Receives reports of progress, notes what is done, and passes them on.
  static func noting(_ reporter: ProgressReporter?) -> ProgressReporter {
    ProgressReporter { update in
      enter(update.activity)
      reporter?.pass(update)
    }
  }

  /// Begins to watch. Ends the process if that is not possible: what is promised is kept, or there is no result.
  ///
  /// - Parameter report: Reports the error, and returns the exit code. Called on another thread while the work goes on.
  static func begin(_ bounds: Bounds, report: @escaping @Sendable (Diagnostic) -> Int32) {
    guard !bounds.isEmpty else { return }
    restart()
    let thread = SystemThread {
      while !state.withLock(\.isOver) {
        guard let error = violation(of: bounds) else {
          usleep(interval)
          continue
        }
        return end(error, report)
      }
    }
    guard let thread else {
      let advice = "raise the limits that the system sets on the process (`ulimit -a` prints them)"
      _exit(report(Diagnostic(.limitExceeded, "no thread can be started that watches its limits", advice: advice)))
    }
    thread.detach()
  }

  /// Counts the time anew, for the next of several files.
  static func restart() { state.withLock { $0.start = SystemClock.steadyTime } }

  /// Ends the watch: what follows is no work on a file.
  static func stop() { state.withLock { $0.isOver = true } }

  private static func violation(of bounds: Bounds) -> Diagnostic? {
    if let seconds = bounds.seconds, SystemClock.steadyTime - state.withLock(\.start) > seconds {
      return error("it took longer than \(seconds.shortDescription) s", bounds.options.time, bounds)
    }
    if let bytes = bounds.bytes, let own = SystemMemory.resident, own + RunningPrograms.residentBytes > bytes {
      return error("it took more than \(ByteCount(bytes)) of memory", bounds.options.memory, bounds)
    }
    return nil
  }

  private static func error(_ what: String, _ option: String, _ bounds: Bounds) -> Diagnostic {
    Diagnostic(
      .limitExceeded, "\(what) and was ended while it was \(state.withLock(\.phase)); nothing was written",
      advice: "raise \(option)\(bounds.advice)")
  }

  private static func end(_ error: Diagnostic, _ report: @Sendable (Diagnostic) -> Int32) {
    // First nothing more is brought to its place; then it is known whether the work was faster.
    UnfinishedFiles.abandon()
    guard !state.withLock(\.isOver) else { return }
    RunningPrograms.endAll()
    _exit(report(error))
  }
}

extension WorkWatch {
  /// Begins to watch a command that works on a file and ends with it.
  ///
  /// - Parameter bounds: Options of the command for this; nil if it has none.
  static func begin(
    _ policy: FilePolicy, _ bounds: FileBoundOptions? = nil, for input: String, _ printing: PrintingOptions
  ) {
    var watched = Bounds()
    if let bounds {
      (watched.seconds, watched.bytes) = (bounds.seconds(policy), bounds.bytes(policy))
      watched.options = (Limit.time.option, Limit.memory.option)
      watched.advice = ", or choose a smaller --scale or a part with --frames"
    } else {
      (watched.seconds, watched.bytes) = (policy.processLimit(.time).map(Double.init), policy.processLimit(.memory))
    }
    let input = input == "-" ? "standard input" : input
    begin(watched) { error in
      let printer = Printer(printing)
      let code = error.rule.fault.exitCode
      printer.removeProgressLine()
      printer.print(error, for: input)
      if printer.printsJSON {
        // The exit code says that something failed, even if standard output is closed.
        try? printer.print(CommandResult(json: CommandReport(input: input, exitCode: code, error: error)))
      }
      return code
    }
  }
}

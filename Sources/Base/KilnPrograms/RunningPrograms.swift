internal import KilnPlatform
internal import Synchronization

/// The programs that this process has started and that have not ended.
package enum RunningPrograms {
  private struct State {
    var processes: [pid_t: SystemProcess] = [:]
    /// Whether this process is about to end.
    var isEnding = false
    /// Process group of the programs that are started from now on.
    var group = SystemProcess.Group.own
  }

  private static let state = Mutex(State())

  /// Starts a program and notes it in one step: an `endAll` between the two would miss it. Ends it at once if this process is
  /// about to end.
  static func start(
    _ start: (SystemProcess.Group) throws(SystemProcess.Failure) -> SystemProcess
  ) throws(SystemProcess.Failure) -> SystemProcess {
    try state.withLock { state throws(SystemProcess.Failure) in
      let process = try start(state.group)
      state.processes[process.identifier] = process
      if state.isEnding { process.kill() }
      return process
    }
  }

  /// Keeps the programs that are started from now on in the process group of this process, whose parent ends all of the group.
  package static func stayInGroup() { state.withLock { $0.group = .inherited } }

  /// Resident memory of all of them together in bytes.
  package static var residentBytes: Int {
    state.withLock { state in state.processes.keys.reduce(0) { $0 + (SystemMemory.resident(of: $1) ?? 0) } }
  }

  /// Asks whether a program has ended, or waits for it, and forgets it once it has: its ID may be another's from then on.
  static func collect(_ process: SystemProcess, waits: Bool) -> ProcessEnding? {
    if waits {
      // The lock is not held meanwhile: `endAll` must not wait for it.
      process.waitUntilOver()
    }
    return state.withLock { state in
      guard let ending = process.endingIfOver() else { return nil }
      state.processes[process.identifier] = nil
      return ending
    }
  }

  /// Ends all of them because this process ends.
  package static func endAll() {
    state.withLock { state in
      state.isEnding = true
      for process in state.processes.values { process.kill() }
    }
  }
}

internal import Kiln
internal import KilnPrograms
internal import Synchronization

internal import KilnPlatform

/// Interrupts from the terminal (SIGINT), its end (SIGHUP) and requests to end (SIGTERM): the first signal is noted, the second
/// ends the process at once.
enum Interruption {
  /// The first signal; 0 if there was none.
  private static let received = Atomic<Int32>(0)
  /// The ends of a pipe to the thread that waits for the first signal; below 0 if there is none.
  private static let source = Atomic<Int32>(-1)
  private static let wake = Atomic<Int32>(-1)

  /// Installs handlers for commands on one file: a signal removes unfinished files and ends the process with 128 plus
  /// its number.
  static func installEndingHandler() {
    var ends: [Int32] = [-1, -1]
    // Without room for a pipe signals end the process as the system does it.
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    source.store(ends[0], ordering: .sequentiallyConsistent)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // A thread, because a handler may neither wait for a lock nor remove folders.
    let code = pthread_create(
      &thread, nil,
      { _ in
        Interruption.handleEndingSignal()
        return nil
      }, nil)
    guard code == 0 else { return }
    wake.store(ends[1], ordering: .sequentiallyConsistent)
    // Signals that the caller ignores for this process, as shells do for background jobs, stay ignored.
    note(numbers.filter { !isIgnored($0) })
  }

  private static func handleEndingSignal() {
    var byte: UInt8 = 0
    while read(source.load(ordering: .sequentiallyConsistent), &byte, 1) < 0, errno == EINTR {}
    guard isPending else { return }
    UnfinishedFiles.abandon()
    RunningPrograms.endAll()
    _exit(exitCode)
  }

  /// Begins to note signals instead of ending.
  static func install() {
    wake.store(-1, ordering: .sequentiallyConsistent)
    // Shells let what runs in the background ignore interrupts, but a batch can be ended.
    note(numbers.filter { $0 != SIGHUP || !isIgnored($0) })
  }

  private static let numbers = [SIGHUP, SIGINT, SIGTERM]

  private static func note(_ numbers: [Int32]) {
    // Made here, not in the handler.
    _ = received.load(ordering: .relaxed)
    for number in numbers {
      signal(number) { number in
        let (isFirst, first) = Interruption.received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
        // The end of a terminal is told twice: by its shell and by the system.
        if !isFirst, number == SIGHUP { return }
        if !isFirst { _exit(128 + first) }
        let wake = Interruption.wake.load(ordering: .sequentiallyConsistent)
        var byte: UInt8 = 0
        if wake >= 0 { _ = write(wake, &byte, 1) }
      }
    }
    // A parent that blocks them hands that down.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether there was a signal.
  static var isPending: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 128 and the number of the signal: 130 after SIGINT.
  static var exitCode: Int32 { 128 + received.load(ordering: .sequentiallyConsistent) }
}

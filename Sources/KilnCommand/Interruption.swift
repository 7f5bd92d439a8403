internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Interrupts from the terminal (SIGINT) and requests to end (SIGTERM): the first is noted, the second ends at once.
enum Interruption {
  /// The first signal; 0 if there was none.
  private static let received = Atomic<Int32>(0)

  /// Begins to note signals instead of ending.
  static func install() {
    // Made here, not in the handler.
    _ = received.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        let (isFirst, first) = Interruption.received.compareExchange(
          expected: 0, desired: number, ordering: .sequentiallyConsistent)
        if !isFirst { _exit(128 + first) }
      }
    }
    // A parent that blocks them hands that down.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether there was a signal.
  static var isPending: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 130 after SIGINT, 143 after SIGTERM.
  static var exitCode: Int32 { 128 + received.load(ordering: .sequentiallyConsistent) }
}

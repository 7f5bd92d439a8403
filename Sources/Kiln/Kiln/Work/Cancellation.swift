internal import Synchronization

/// A request to end work, made once and from any thread.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Whether the work should end.
  var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks the work to end.
  func request() { flag.store(true, ordering: .relaxed) }
}

internal import Synchronization

/// Context groups of JavaScriptCore that no engine uses at the moment: heaps, with a timer that watches scripts.
///
/// They are used again and never released. The timer may fire while a group is being released, and JavaScriptCore ends the
/// process then; the time that a script may take cannot be limited without the timer. There are as many groups as there ever
/// were engines at the same time.
final class IdleContextGroups: Sendable {
  // Pointers, which are not sendable.
  private let groups = Mutex<[UInt]>([])

  /// A group that nobody uses; nil if there is none.
  func take() -> OpaquePointer? {
    groups.withLock { $0.popLast() }.flatMap(OpaquePointer.init(bitPattern:))
  }

  /// - Parameter group: One without contexts, and without the time limit of an engine.
  func add(_ group: OpaquePointer) {
    groups.withLock { $0.append(UInt(bitPattern: group)) }
  }
}

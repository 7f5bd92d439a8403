internal import Dispatch
internal import Synchronization

/// Work that several threads do together.
package enum SharedWork {
  /// The most threads beside the caller's that the system has given at the same time.
  private static let given = Mutex(0)

  /// Calls `body` on the thread of the caller and up to `threads` - 1 others, and returns when all calls have.
  ///
  /// Each call has to take parts of the work until none is left: where the system gives no thread, there are fewer calls, and
  /// the caller's does it all.
  package static func run(threads: Int, _ body: @Sendable () -> Void) {
    guard threads > 1 else { return body() }
    guard let isCancelled = CancellationScope.isCancelled else { return share(threads, body) }
    // The other threads can be cancelled, too.
    share(threads) { CancellationScope.$isCancelled.withValue(isCancelled, operation: body) }
  }

  private static func share(_ threads: Int, _ body: @Sendable () -> Void) {
    // Its threads are there already or start faster, but it waits without end for one that the system refuses.
    if threads - 1 <= given.withLock(\.self) {
      return DispatchQueue.concurrentPerform(iterations: threads) { _ in body() }
    }
    // The check that it does not escape holds a path: without folders, the program is the same wherever it is built.
    #sourceLocation(file:"shared-work",line:27)
    withoutActuallyEscaping(body) { body in
      var others: [SystemThread] = []
      while others.count + 1 < threads, let thread = SystemThread({ body() }) { others.append(thread) }
      given.withLock { $0 = max($0, others.count) }
      body()
      for thread in others { thread.join() }
    }
    #sourceLocation()
  }
}

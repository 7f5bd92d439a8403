/// Work that several threads do together.
package enum SharedWork {
  /// Calls `body` on the thread of the caller and up to `threads` - 1 others, and returns when all calls have.
  ///
  /// Each call has to take parts of the work until none is left: where the system gives no thread, there are fewer calls, and
  /// the caller's does it all. Dispatch would wait for such a thread without end.
  package static func run(threads: Int, _ body: @Sendable () -> Void) {
    // The check that it does not escape holds a path: without folders, the program is the same wherever it is built.
    #sourceLocation(file:"shared-work",line:10)
    withoutActuallyEscaping(body) { body in
      var others: [SystemThread] = []
      while others.count + 1 < threads, let thread = SystemThread({ body() }) { others.append(thread) }
      body()
      for thread in others { thread.join() }
    }
    #sourceLocation()
  }
}

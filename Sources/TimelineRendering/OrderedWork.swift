internal import Dispatch
public import Diagnostics
internal import Synchronization

/// Parallel work on numbered items, with results delivered in order.
public enum OrderedWork {
  /// Calls `work` for 0 ..< `count` on up to `threads` threads, and `consume` with each result, in order, on the calling
  /// thread.
  ///
  /// Each thread has a `worker` of its own, which `work` may use as scratch memory; results must not depend on earlier
  /// items of the worker.
  ///
  /// - Parameters:
  ///   - waiting: Maximum number of results for each thread that wait to be consumed, so that memory does not grow with
  ///     `count`. Threads synchronize after that many items, so that small values limit the gain for short items.
  /// - Throws: What `work` throws for the first failing item in order, or what `consume` throws.
  public static func run<Worker: Sendable, Output: Sendable>(
    count: Int, threads: Int, waiting: Int = 4, worker: @autoclosure @Sendable () -> Worker,
    work: @Sendable (inout Worker, Int) throws(Diagnostic) -> Output,
    consume: (Int, Output) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let threads = max(1, min(threads, count))
    guard threads > 1 else {
      var worker = worker()
      for index in 0..<count { try consume(index, work(&worker, index)) }
      return
    }
    let window = min(count, threads * min(count, waiting))
    let workers = Mutex<[Worker]>([])
    for start in stride(from: 0, to: count, by: window) {
      let results = Mutex([Result<Output, Diagnostic>?](repeating: nil, count: min(window, count - start)))
      let rest = Mutex(0..<min(window, count - start))
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        var mine = workers.withLock { $0.popLast() } ?? worker()
        while case let share = rest.withLock({ $0.takeShare(of: threads) }), !share.isEmpty {
          for offset in share {
            let result = Result { () throws(Diagnostic) in try work(&mine, start + offset) }
            results.withLock { $0[offset] = result }
          }
        }
        workers.withLock { [mine] in $0.append(mine) }
      }
      for (offset, result) in results.withLock({ $0 }).enumerated() {
        guard let result else { continue }
        try consume(start + offset, result.get())
      }
    }
  }
}

extension Range<Int> {
  /// Removes from the start the next share of one of several threads: adjacent items, because frames resemble the one
  /// before, and fewer towards the end, so that all threads finish at about the same time.
  fileprivate mutating func takeShare(of threads: Int) -> Range<Int> {
    let share = prefix((count + 2 * threads - 1) / (2 * threads))
    self = share.upperBound..<upperBound
    return share
  }
}

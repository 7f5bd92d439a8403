internal import Dispatch
public import Diagnostics
internal import Synchronization

/// Work on numbered items, several at a time, with results that come in order.
public enum OrderedWork {
  /// Calls `work` for 0 ..< `count` on up to `threads` threads and `consume` with each result, in order, on this one.
  ///
  /// Each thread makes a `worker` of its own, which `work` may use as scratch memory; what it computes must not depend
  /// on what that worker did before. Stops at the first item, in order, that throws.
  ///
  /// - Parameters:
  ///   - waiting: How many results for each thread wait at most, so that memory does not grow with `count`. Threads
  ///     wait for each other after so many items: with few, many short ones gain nothing from a second thread.
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
  /// Takes from the start what one of several threads does next: neighbours, because frames have much in common with
  /// the one before, and fewer towards the end, so that all threads end at about the same time.
  fileprivate mutating func takeShare(of threads: Int) -> Range<Int> {
    let share = prefix((count + 2 * threads - 1) / (2 * threads))
    self = share.upperBound..<upperBound
    return share
  }
}

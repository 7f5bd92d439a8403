internal import KilnDiagnostics
internal import KilnPlatform
internal import Synchronization

/// Parallel work on a few large items.
enum Concurrent {
  /// The results for some items in their order.
  ///
  /// - Throws: The error of `work` for the first failing item in order.
  static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], threads: Int, _ work: @Sendable (Item) throws(Diagnostic) -> Output
  ) throws(Diagnostic) -> [Output] {
    var outputs: [Output] = []
    guard threads > 1, items.count > 1 else {
      for item in items {
        try checkCancellation()
        outputs.append(try work(item))
      }
      return outputs
    }
    let results = Mutex([Result<Output, Diagnostic>?](repeating: nil, count: items.count))
    let next = Mutex(0)
    SharedWork.run(threads: min(threads, items.count)) {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < items.count else { return }
        let result = Result { () throws(Diagnostic) in
          try checkCancellation()
          return try work(items[index])
        }
        results.withLock { $0[index] = result }
      }
    }
    for result in results.withLock({ $0 }) {
      if let result { outputs.append(try result.get()) }
    }
    return outputs
  }
}

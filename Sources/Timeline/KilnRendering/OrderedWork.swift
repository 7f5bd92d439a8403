internal import Dispatch
public import KilnDiagnostics
internal import KilnPlatform
internal import Synchronization

/// Parallel work on numbered items, with results delivered in order.
public enum OrderedWork {
  /// Calls `work` for 0 ..< `count` on up to `threads` threads, and `consume` with each result: in order, one after the
  /// other, on the thread that has just finished an item.
  ///
  /// Each thread has a `worker` of its own, which `work` may use as scratch memory; results must not depend on earlier
  /// items of the worker.
  ///
  /// - Parameters:
  ///   - waiting: Maximum number of results for each thread that wait to be consumed, so that memory does not grow with
  ///     `count`. A thread that is further ahead than that waits for the others.
  /// - Throws: The error of `work` for the first failing item in order, or the error of `consume`.
  public static func run<Worker: Sendable, Output: Sendable>(
    count: Int, threads: Int, waiting: Int = 4, worker: @autoclosure @Sendable () -> Worker,
    work: @Sendable (inout Worker, Int) throws(Diagnostic) -> Output,
    consume: (Int, Output) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let threads = max(1, min(threads, count))
    guard threads > 1 else {
      var worker = worker()
      for index in 0..<count {
        try checkCancellation()
        try consume(index, work(&worker, index))
      }
      return
    }
    let queue = OrderedQueue<Output>(count: count, threads: threads, waiting: min(count, waiting))
    // The check that it does not escape holds a path: without folders, the program is the same wherever it is built.
    #sourceLocation(file:"ordered-work",line:35)
    withoutActuallyEscaping(consume) { consume in
      // The queue lets only one thread at a time call it.
      nonisolated(unsafe) let consume = consume
      SharedWork.run(threads: threads) {
        guard var share = queue.take() else { return }
        // A lazy variable would hand out a copy for each item, and writing to the copy would copy its pictures.
        var mine = worker()
        while true {
          for index in share {
            let result = Result { () throws(Diagnostic) in
              try checkCancellation()
              return try work(&mine, index)
            }
            queue.put(result, at: index)
            queue.deliver(to: consume)
          }
          guard let next = queue.take() else { return }
          share = next
        }
      }
    }
    #sourceLocation()
    try queue.check()
  }
}

/// Numbered items that threads take, and their results until these are consumed.
private final class OrderedQueue<Output: Sendable>: Sendable {
  private struct State {
    /// The first item that no thread has taken.
    var next = 0
    /// Number of items whose results are consumed.
    var consumedCount = 0
    /// Results of the items from `consumedCount` on, by their numbers modulo the size of the window.
    var results: [Result<Output, Diagnostic>?]
    var isConsuming = false
    var failure: Diagnostic?
    /// Number of threads that wait until more is consumed.
    var sleepers = 0
  }

  private enum Share {
    case items(Range<Int>)
    case nothingYet
    case end
  }

  private let count: Int
  /// Number of items that may be taken beyond those that are consumed.
  private let window: Int
  private let threads: Int
  private let longestShare: Int
  private let state: Mutex<State>
  private let moreIsConsumed = DispatchSemaphore(value: 0)

  init(count: Int, threads: Int, waiting: Int) {
    self.count = count
    self.threads = threads
    window = min(count, threads * waiting)
    longestShare = max(1, waiting / 2)
    state = Mutex(State(results: Array(repeating: nil, count: window)))
  }

  /// Items for a thread, which waits until there are some; nil if there are none any more.
  func take() -> Range<Int>? {
    while true {
      switch state.withLock({ share(&$0) }) {
      case .items(let items): return items
      case .nothingYet: moreIsConsumed.wait()
      case .end: return nil
      }
    }
  }

  /// Adjacent items, because frames resemble the one before, and fewer towards the end, so that all threads finish at
  /// about the same time.
  private func share(_ state: inout State) -> Share {
    guard state.next < count, state.failure == nil else { return .end }
    let available = min(count, state.consumedCount + window) - state.next
    guard available > 0 else {
      state.sleepers += 1
      return .nothingYet
    }
    let fairShare = (count - state.next + 2 * threads - 1) / (2 * threads)
    let start = state.next
    state.next += min(available, longestShare, fairShare)
    return .items(start..<state.next)
  }

  func put(_ result: Result<Output, Diagnostic>, at index: Int) {
    state.withLock { $0.results[index % window] = result }
  }

  /// Consumes the results whose turn it is, unless another thread does so.
  func deliver(to consume: (Int, Output) throws(Diagnostic) -> Void) {
    while let (index, result) = state.withLock({ startConsuming(&$0) }) {
      let consumed = Result { () throws(Diagnostic) in try consume(index, result.get()) }
      let sleepers = state.withLock { finishConsuming(consumed, &$0) }
      for _ in 0..<sleepers { moreIsConsumed.signal() }
    }
  }

  private func startConsuming(_ state: inout State) -> (index: Int, result: Result<Output, Diagnostic>)? {
    let index = state.consumedCount
    guard !state.isConsuming, state.failure == nil, index < count, let result = state.results[index % window] else {
      return nil
    }
    state.results[index % window] = nil
    state.isConsuming = true
    return (index, result)
  }

  /// Returns the number of threads to wake.
  private func finishConsuming(_ result: Result<Void, Diagnostic>, _ state: inout State) -> Int {
    state.isConsuming = false
    state.consumedCount += 1
    if case .failure(let failure) = result { state.failure = failure }
    defer { state.sleepers = 0 }
    return state.sleepers
  }

  /// Throws the first error of the work.
  func check() throws(Diagnostic) {
    if let failure = state.withLock(\.failure) { throw failure }
  }
}

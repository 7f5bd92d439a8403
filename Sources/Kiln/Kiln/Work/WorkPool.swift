public import KilnDiagnostics
internal import KilnPlatform
internal import Synchronization

/// Threads on which conversions run, a few at a time. The others wait, in the order in which they came.
///
/// Converting takes seconds of a processor. On the threads of Swift's concurrency it would keep all other tasks of the
/// program waiting, and a hundred conversions at once would take a hundred times the memory of one. A pool has its own
/// threads, which end when there is nothing to do.
public final class WorkPool: Sendable {
  /// The pool that is used where none is named: one conversion for each processor, and any number that wait.
  public static let shared = WorkPool()

  /// Conversions that run at the same time.
  public let width: Int
  /// Conversions that wait, at most; more are refused.
  public let maximumWaiting: Int
  private let stopwatch: @Sendable () -> Stopwatch
  private let state = Mutex(State())

  /// A pool.
  ///
  /// - Parameters:
  ///   - width: Conversions that run at the same time, 1 or more; nil for the number of processors.
  ///   - maximumWaiting: Conversions that wait, at most: a server that is asked for more says so at once, by
  ///     `work.refused`. Nil for any number.
  ///   - clock: Measures `Limit.time`. Tests pass one of their own.
  public init(width: Int? = nil, maximumWaiting: Int? = nil, clock: some Clock<Duration> = ContinuousClock()) {
    self.width = max(1, width ?? SystemProcessors.available)
    self.maximumWaiting = max(0, maximumWaiting ?? .max)
    stopwatch = { Stopwatch(clock) }
  }

  /// Numbers of conversions that run and that wait.
  public var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

  /// Runs work that blocks its thread, such as the synchronous functions of this library.
  ///
  /// When the task is cancelled, work that waits ends at once, and other work at its next report or check of `progress`.
  ///
  /// - Parameters:
  ///   - limits: Their `Limit.time` holds for the work from its beginning, without the time that it waits.
  ///   - work: Called once, on a thread of the pool. Its argument receives progress and answers whether to end.
  /// - Throws: What `work` throws; `work.cancelled`; `work.refused` if too many wait; `limit.exceeded` after the time.
  public func run<Output: Sendable>(
    limits: Limits = Limits(), progress: ProgressReporter = .silent,
    _ work: @escaping @Sendable (ProgressReporter) throws(Diagnostic) -> Output
  ) async throws(Diagnostic) -> Output {
    let cancellation = Cancellation()
    let id = newID()
    let result: Result<Output, Diagnostic> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(id, cancellation, limits, progress, work) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel(id, cancellation)
    }
    return try result.get()
  }

  /// A number for work that is about to be started.
  func newID() -> UInt64 { state.withLock { $0.newID() } }

  /// Ends work: at once if it waits, else soon.
  func cancel(_ id: UInt64, _ cancellation: Cancellation) {
    cancellation.request()
    state.withLock { $0.remove(id) }?.refuse(.cancelledWork)
  }

  /// Starts work or lets it wait. `finish` is called once, on any thread.
  func start<Output: Sendable>(
    _ id: UInt64, _ cancellation: Cancellation, _ limits: Limits, _ progress: ProgressReporter,
    _ work: @escaping @Sendable (ProgressReporter) throws(Diagnostic) -> Output,
    finish: @escaping @Sendable (Result<Output, Diagnostic>) -> Void
  ) {
    let job = Job(
      run: { [stopwatch] in
        let watch = TimedWork(cancellation, limits, stopwatch())
        finish(Result { () throws(Diagnostic) in try watch.run(progress, work) })
      }, refuse: { finish(.failure($0)) })
    guard let refusal = enter(id, job, cancellation) else { return }
    job.refuse(refusal)
  }

  /// Lets a job wait, or runs it on a thread of its own if there are too few; the reason if that is not possible.
  private func enter(_ id: UInt64, _ job: Job, _ cancellation: Cancellation) -> Diagnostic? {
    enum Answer { case waits, needsThread, isFull, isCancelled }
    let answer = state.withLock { state -> Answer in
      // After this, cancelling finds the job.
      if cancellation.isRequested { return .isCancelled }
      if state.running < width {
        state.running += 1
        return .needsThread
      }
      guard state.waiting.count < maximumWaiting else { return .isFull }
      state.add(id, job)
      return .waits
    }
    switch answer {
    case .waits: return nil
    case .isCancelled: return .cancelledWork
    case .isFull:
      return Diagnostic(.workRefused, "\(width) conversions run and \(maximumWaiting) wait", advice: "ask again later")
    case .needsThread: return startThread(with: job) ? nil : abandon(id, job)
    }
  }

  /// Stack of a thread, in bytes: that of a program's first thread on most systems.
  private static let stackSize = 8 << 20

  private func startThread(with job: Job) -> Bool {
    guard let thread = SystemThread(stackSize: Self.stackSize, { self.runJobs(from: job) }) else { return false }
    thread.detach()
    return true
  }

  /// Gives up a thread that the system refused. Its job waits for another one; if there is none, all that wait are refused.
  ///
  /// - Returns: Why the job is refused.
  private func abandon(_ id: UInt64, _ job: Job) -> Diagnostic? {
    let lost: [Job]? = state.withLock { state in
      state.running -= 1
      if state.running == 0 { return state.removeAll() }
      state.add(id, job)
      return nil
    }
    guard let lost else { return nil }
    let refusal = Diagnostic(.workRefused, "the system gives no thread", advice: "ask again later")
    for job in lost { job.refuse(refusal) }
    return refusal
  }

  private func runJobs(from first: Job) {
    first.run()
    while let job = state.withLock({ $0.next() }) { job.run() }
  }

  /// Work of any kind.
  private struct Job: Sendable {
    let run: @Sendable () -> Void
    let refuse: @Sendable (Diagnostic) -> Void
  }

  private struct State: Sendable {
    /// Threads that were started and have not ended.
    var running = 0
    /// Jobs that wait, by number.
    private(set) var waiting: [UInt64: Job] = [:]
    /// Numbers in the order of coming; those of jobs that were removed are left in it.
    private var order: [UInt64] = []
    private var first = 0
    private var lastID: UInt64 = 0

    mutating func newID() -> UInt64 {
      lastID += 1
      return lastID
    }

    mutating func add(_ id: UInt64, _ job: Job) {
      waiting[id] = job
      order.append(id)
    }

    mutating func remove(_ id: UInt64) -> Job? { waiting.removeValue(forKey: id) }

    /// Removes all jobs, in the order in which they came.
    mutating func removeAll() -> [Job] {
      defer { (waiting, order, first) = ([:], [], 0) }
      return order[first...].compactMap { waiting[$0] }
    }

    /// The job that has waited longest; nil, and one thread less, if there is none.
    mutating func next() -> Job? {
      while first < order.count {
        let job = remove(order[first])
        first += 1
        if first * 2 > order.count {
          order.removeFirst(first)
          first = 0
        }
        if let job { return job }
      }
      running -= 1
      return nil
    }
  }
}

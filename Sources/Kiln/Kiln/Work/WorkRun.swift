internal import KilnDiagnostics
internal import Synchronization

/// One run of some work, with the events that wait to be read. It ends when nobody holds it any more.
final class WorkRun<Output: Sendable>: Sendable {
  typealias Event = Work<Output>.Event
  typealias Body = @Sendable (ProgressReporter) throws(Diagnostic) -> Output

  private let pool: WorkPool
  private let limits: Limits
  private let body: Body
  private let id: UInt64
  private let cancellation = Cancellation()
  private let mailbox = Mailbox()

  init(_ pool: WorkPool, _ limits: Limits, _ body: @escaping Body) {
    (self.pool, self.limits, self.body) = (pool, limits, body)
    id = pool.newID()
  }

  deinit { cancel() }

  private func cancel() { pool.cancel(id, cancellation) }

  func next() async throws(Diagnostic) -> Event? {
    if mailbox.open() { start() }
    let event = await withTaskCancellationHandler {
      await withCheckedContinuation { mailbox.wait(for: $0) }
    } onCancel: {
      cancel()
    }
    return try event?.get()
  }

  private func start() {
    let mailbox = mailbox
    let progress = ProgressReporter(findings: { mailbox.add($0) }) { mailbox.add($0) }
    pool.start(id, cancellation, limits, progress, body) { mailbox.end($0) }
  }

  /// Events between the thread that works and the task that reads.
  private final class Mailbox: Sendable {
    private struct State: Sendable {
      var isOpen = false
      var isOver = false
      var findings: [Diagnostic] = []
      /// Findings that were passed on.
      var known: Set<Diagnostic> = []
      var progress: ProgressReporter.Update?
      var result: Result<Output, Diagnostic>?
      var reader: CheckedContinuation<Result<Event, Diagnostic>?, Never>?

      /// The event to read now, findings first; nil if none waits.
      mutating func take() -> Result<Event, Diagnostic>? {
        if !findings.isEmpty { return .success(.finding(findings.removeFirst())) }
        if let update = progress {
          progress = nil
          return .success(.progress(update))
        }
        guard let end = result else { return nil }
        (result, isOver) = (nil, true)
        return end.map { .result($0) }
      }
    }

    private let state = Mutex(State())

    /// Whether nobody has read before.
    func open() -> Bool {
      state.withLock { state in
        defer { state.isOpen = true }
        return !state.isOpen
      }
    }

    /// Resumes a reader with the next event, now or when there is one.
    func wait(for reader: CheckedContinuation<Result<Event, Diagnostic>?, Never>) {
      let answer = state.withLock { state -> Result<Event, Diagnostic>?? in
        if let event = state.take() { return .some(event) }
        if state.isOver { return .some(nil) }
        state.reader = reader
        return nil
      }
      if let answer { reader.resume(returning: answer) }
    }

    func add(_ update: ProgressReporter.Update) { change { $0.progress = update } }

    func add(_ log: DiagnosticLog) {
      change { state in
        for var finding in log.diagnostics {
          // The same finding with another count was told.
          finding.repetitions = 0
          if state.known.insert(finding).inserted { state.findings.append(finding) }
        }
      }
    }

    func end(_ result: Result<Output, Diagnostic>) { change { $0.result = result } }

    private func change(_ body: (inout State) -> Void) {
      let waking = state.withLock {
        state -> (CheckedContinuation<Result<Event, Diagnostic>?, Never>, Result<Event, Diagnostic>)? in
        body(&state)
        guard let reader = state.reader, let event = state.take() else { return nil }
        state.reader = nil
        return (reader, event)
      }
      waking?.0.resume(returning: waking?.1)
    }
  }
}

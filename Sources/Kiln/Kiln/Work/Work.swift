public import KilnDiagnostics

/// Work that runs on a pool when its value or its events are asked for.
///
/// ```swift
/// let result = try await icon.conversion(to: .webp).value
///
/// for try await event in icon.conversion(to: .webp) {
///   switch event {
///   case .progress(let update): show(update)
///   case .finding(let finding): print(finding)
///   case .result(let result): save(result.files)
///   }
/// }
/// ```
///
/// It is done anew each time. Cancelling the task that waits for it, or leaving the loop, ends it.
public struct Work<Output: Sendable>: Sendable {
  private let pool: WorkPool
  private let limits: Limits
  private let body: @Sendable (ProgressReporter) throws(Diagnostic) -> Output

  /// Work on a pool.
  ///
  /// - Parameters:
  ///   - limits: Their `Limit.time` holds for the work.
  ///   - body: Called on a thread of the pool, once for each value or loop that is asked for.
  public init(
    on pool: WorkPool = .shared, limits: Limits = Limits(),
    _ body: @escaping @Sendable (ProgressReporter) throws(Diagnostic) -> Output
  ) {
    (self.pool, self.limits, self.body) = (pool, limits, body)
  }

  /// The result.
  ///
  /// - Throws: As `WorkPool.run` does.
  public var value: Output {
    get async throws(Diagnostic) { try await pool.run(limits: limits, body) }
  }
}

extension Work: AsyncSequence {
  /// What is heard of the work. The last event is the result.
  public enum Event: Sendable {
    /// How far the work is. Those that nobody has read are replaced by newer ones.
    case progress(ProgressReporter.Update)
    /// A finding that does not stop the work, at the end of the phase in which it was made.
    case finding(Diagnostic)
    /// The result.
    case result(Output)
  }

  /// The elements are events.
  public typealias Element = Event
  /// The error is that of the work.
  public typealias Failure = Diagnostic

  /// Starts the work when the first event is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(pool, limits, body) }

  /// Events of one run.
  public struct Iterator: AsyncIteratorProtocol {
    private let run: WorkRun<Output>

    fileprivate init(
      _ pool: WorkPool, _ limits: Limits, _ body: @escaping @Sendable (ProgressReporter) throws(Diagnostic) -> Output
    ) {
      run = WorkRun(pool, limits, body)
    }

    /// The next event; nil after the result.
    public func next() async throws(Diagnostic) -> Event? { try await run.next() }

    /// The next event; nil after the result.
    public func next(isolation actor: isolated (any Actor)?) async throws(Diagnostic) -> Event? { try await run.next() }
  }
}

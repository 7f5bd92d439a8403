internal import KilnPlatform

/// Progress reports and cancellation of long work.
///
/// Passed down by value. Reports are made one at a time on the thread that called the work; they never change the result.
public struct ProgressReporter: Sendable {
  /// State of one activity.
  public struct Update: Sendable, Hashable {
    /// Description for users, such as `encoding frames`.
    public var activity: String
    /// Completed units, 0…`total`.
    public var completed: Int
    /// Total units; 0 if unknown.
    public var total: Int

    /// A state with `completed` of `total` units done.
    public init(activity: String, completed: Int, total: Int) {
      self.activity = activity
      self.completed = completed
      self.total = total
    }
  }

  /// A reporter that ignores all updates and never cancels.
  public static let silent = ProgressReporter { _ in }

  private let receive: @Sendable (Update) -> Void
  private let isCancelled: @Sendable () -> Bool
  private let receiveFindings: @Sendable (DiagnosticLog) -> Void

  /// A reporter that passes every update to a closure.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether the work should stop; called before every report.
  ///   - findings: Called after each phase of the work with all findings up to then.
  ///   - receive: Called with every update. It must be fast: some work reports for every frame.
  public init(
    isCancelled: @escaping @Sendable () -> Bool = { false },
    findings: @escaping @Sendable (DiagnosticLog) -> Void = { _ in }, receive: @escaping @Sendable (Update) -> Void
  ) {
    self.isCancelled = isCancelled
    receiveFindings = findings
    self.receive = receive
  }

  /// Reports a state.
  ///
  /// - Throws: `work.cancelled` if `isCancelled` returns true.
  public func report(_ activity: String, _ completed: Int = 0, of total: Int = 0) throws(Diagnostic) {
    try check()
    receive(Update(activity: activity, completed: completed, total: total))
  }

  /// Ends the work if that was asked for. Long work without anything to report calls it every few milliseconds.
  ///
  /// - Throws: `work.cancelled` if `isCancelled` returns true.
  public func check() throws(Diagnostic) {
    if isCancelled() { throw Diagnostic(.workCancelled, "the work was cancelled") }
  }

  /// Calls `body`, inside of which `checkCancellation` ends the work, too, also on threads that share it.
  package func withCancellation<Output>(
    _ body: () throws(Diagnostic) -> Output
  ) throws(Diagnostic) -> Output {
    // The closure of `withValue` has no typed error.
    let result = CancellationScope.$isCancelled.withValue(isCancelled) {
      Result { () throws(Diagnostic) in try body() }
    }
    return try result.get()
  }

  /// Passes on the findings up to the end of a phase.
  public func found(_ log: DiagnosticLog) { receiveFindings(log) }

  /// Passes on a state that another reporter has received.
  public func pass(_ update: Update) { receive(update) }

  /// A reporter for one part of the work; its activities are prefixed with the part's name.
  public func part(_ name: String) -> ProgressReporter {
    ProgressReporter(isCancelled: isCancelled, findings: receiveFindings) { [receive] update in
      var update = update
      update.activity = "\(name), \(update.activity)"
      receive(update)
    }
  }

  /// The same reporter, whose work ends also when `condition` holds.
  public func cancelled(when condition: @escaping @Sendable () -> Bool) -> ProgressReporter {
    ProgressReporter(
      isCancelled: { [isCancelled] in condition() || isCancelled() }, findings: receiveFindings, receive: receive)
  }
}

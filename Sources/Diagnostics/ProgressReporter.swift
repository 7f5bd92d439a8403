/// Reports how far long work has come, and lets the caller stop it.
///
/// Passed down by value. Reports come from the thread that called the work, one at a time, and change no result.
public struct ProgressReporter: Sendable {
  /// How far one activity has come.
  public struct Update: Sendable, Hashable {
    /// What is being done, for people, for example `encoding frames`.
    public var activity: String
    /// Units of the activity that are done, 0…`total`.
    public var completed: Int
    /// Units of the activity; 0 if their number is not known.
    public var total: Int

    /// An activity of which `completed` of `total` units are done.
    public init(activity: String, completed: Int, total: Int) {
      self.activity = activity
      self.completed = completed
      self.total = total
    }
  }

  /// Reports nothing and never stops.
  public static let silent = ProgressReporter { _ in }

  private let receive: @Sendable (Update) -> Void
  private let isCancelled: @Sendable () -> Bool

  /// Hands every update to a closure.
  ///
  /// - Parameters:
  ///   - isCancelled: Whether the work should stop; asked at every report.
  ///   - receive: Called with every report. It must be fast: some work reports for every frame.
  public init(
    isCancelled: @escaping @Sendable () -> Bool = { false }, receive: @escaping @Sendable (Update) -> Void
  ) {
    self.isCancelled = isCancelled
    self.receive = receive
  }

  /// Reports a state. Throws `work.cancelled` if the caller wants no result any more.
  public func report(_ activity: String, _ completed: Int = 0, of total: Int = 0) throws(Diagnostic) {
    if isCancelled() { throw Diagnostic(.workCancelled, "the work was cancelled") }
    receive(Update(activity: activity, completed: completed, total: total))
  }

  /// A reporter for one part of the work, whose activities start with the name of that part.
  public func part(_ name: String) -> ProgressReporter {
    ProgressReporter(isCancelled: isCancelled) { [receive] update in
      var update = update
      update.activity = "\(name), \(update.activity)"
      receive(update)
    }
  }
}

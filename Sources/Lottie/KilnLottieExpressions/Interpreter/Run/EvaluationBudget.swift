internal import KilnPlatform

/// Limits of the interpreter on steps, processor time, depth and memory.
///
/// An evaluation beyond them is left to the engine, which has limits of its own and computes the same result.
struct EvaluationBudget {
  /// Steps of one evaluation.
  private static let maximumSteps = 10_000
  /// Steps of all evaluations. In long loops the engine soon makes up for its start.
  private static let mostStepsInAll = 10_000_000
  /// Processor time of one evaluation in seconds.
  private static let longestTime = 0.5
  /// Depth of calls, statements and parts of expressions.
  private static let greatestDepth = 300
  /// Results that are kept, in units of about 64 bytes.
  private static let mostKept = 4_000_000

  /// Processor time of all evaluations in seconds.
  private let longestTimeInAll: Double
  private var steps = 0
  private var allSteps = 0
  /// When the evaluation had taken its first steps; nil before.
  private var start: Double?
  private var timeInAll = 0.0
  private var uncountedTime = 0.0
  private var kept = 0
  private var depth = 0

  /// - Parameter longestTime: Time of all evaluations in seconds, if that is less than what is worth an engine.
  init(longestTime: Double) { longestTimeInAll = max(0, min(2, longestTime)) }

  /// Whether something is left for another evaluation.
  var isLeft: Bool { allSteps < Self.mostStepsInAll && timeInAll < longestTimeInAll && kept < Self.mostKept }

  mutating func begin() { (steps, depth, start) = (0, 0, nil) }

  /// Evaluations of few steps are not counted: they are never worth an engine, however many there are.
  mutating func end() {
    guard let start else { return }
    allSteps += steps
    let time = SystemClock.threadTime - start
    timeInAll += time
    uncountedTime += time
  }

  /// Processor time of the evaluations since it was asked for last, in seconds.
  mutating func takeUncountedTime() -> Double {
    defer { uncountedTime = 0 }
    return uncountedTime
  }

  /// Counts what is kept, in units of about 64 bytes.
  mutating func keep(_ size: Int) { kept += size }

  mutating func countStep() throws(NativeStop) {
    steps += 1
    if steps & 63 == 0 { try checkTimeLimit() }
  }

  /// Counts the steps of something that takes longer than one.
  mutating func countSteps(_ count: Int) throws(NativeStop) {
    steps += min(count, Self.maximumSteps)
    try checkTimeLimit()
  }

  private mutating func checkTimeLimit() throws(NativeStop) {
    let now = SystemClock.threadTime
    let start = start ?? now
    self.start = start
    if steps > Self.maximumSteps || now - start > Self.longestTime { throw .unknown }
  }

  mutating func enter() throws(NativeStop) {
    depth += 1
    if depth > Self.greatestDepth { throw .unknown }
  }

  mutating func leave() { depth -= 1 }
}

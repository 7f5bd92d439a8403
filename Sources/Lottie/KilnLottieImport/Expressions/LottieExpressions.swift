public import KilnDiagnostics
package import KilnLottieExpressions
internal import KilnLottieFormat

/// Whether and how the scripts in a Lottie file are run.
public struct LottieExpressions: Sendable {
  let engine: (@Sendable () throws(ScriptError) -> any ScriptEngine)?
  private(set) var limits = ScriptLimits()
  /// Advice of the errors about time.
  private(set) var advice = (moreTime: "allow more time", without: "do not run them")
  /// Called with the error when a script does not end.
  public private(set) var whenStuck: (@Sendable (Diagnostic) -> Void)?

  /// Expressions are run in a context that has access to nothing but the document, within limits of time and memory.
  public static let run: LottieExpressions = .run(totalTime: 10)
  /// Expressions are not run; properties keep their keyframes.
  public static let ignore = LottieExpressions(engine: nil)

  /// Expressions are run in a context that has access to nothing but the document, within limits of time and memory.
  ///
  /// A call of a script ends after a second of processor time, and its property keeps its keyframes; above the total there
  /// is no timeline (`lottie.expressionTime`). The engine looks at both between the steps of a script. One step, such as a
  /// regular expression on a long text, may go beyond them without end, and nothing but the end of the process ends it.
  ///
  /// - Parameters:
  ///   - totalTime: Processor time of all scripts of a file in seconds.
  ///   - advice: Advice in the error on allowing more time, and on not running scripts; nil for general words.
  ///   - whenStuck: Called with the error, on a thread of its own, when a call has taken two seconds or 512 MB and has not
  ///     ended. The thread that bakes is still in the script, so that a program can report the error and end the process. By
  ///     default nothing happens.
  public static func run(
    totalTime: Double, advice: (moreTime: String, without: String)? = nil,
    whenStuck: (@Sendable (Diagnostic) -> Void)? = nil
  ) -> LottieExpressions {
    var limits = ScriptLimits()
    limits.totalTime = totalTime
    var expressions = run(
      by: { [limits] () throws(ScriptError) in try JavaScriptCoreEngine(limits: limits) }, limits: limits,
      whenStuck: whenStuck)
    if let advice { expressions.advice = advice }
    return expressions
  }

  /// Expressions are run by an engine.
  ///
  /// - Parameter limits: Limits of the engine.
  package static func run(
    by engine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine, limits: ScriptLimits = ScriptLimits(),
    whenStuck: (@Sendable (Diagnostic) -> Void)? = nil
  ) -> LottieExpressions {
    var expressions = LottieExpressions(engine: engine)
    expressions.limits = limits
    expressions.whenStuck = whenStuck
    return expressions
  }

  private init(engine: (@Sendable () throws(ScriptError) -> any ScriptEngine)?) { self.engine = engine }

  // MARK: - Findings

  /// The error when all scripts of a file together take longer than they may.
  ///
  /// - Parameter path: The expression that ran then.
  func timeError(at path: DocumentPath) -> Diagnostic {
    Diagnostic(
      .lottieExpressionTime,
      "the expressions of the file together take more than \(limits.totalTime.shortDescription) s of processor time",
      at: path, advice: "\(advice.moreTime) if they are right, or \(advice.without)")
  }

  /// Calls `whenStuck` with the error about an expression of a document; nil if nobody asks for that.
  func reportingStuck(
    in document: LottieDocument
  ) -> (@Sendable (_ expression: Int, ScriptWatchdog.Overrun) -> Void)? {
    guard let whenStuck else { return nil }
    return { [limits, advice] expression, overrun in
      let (time, memory) = limits.unexpected
      let what = overrun == .time ? "\(time.shortDescription) s of processor time" : "\(ByteCount(memory)) of memory"
      whenStuck(
        Diagnostic(
          .lottieExpressionTime, "the expression does not end: one step of it has taken more than \(what)",
          at: document.path(to: expression),
          advice: "look for a regular expression on a long text, or the like; or \(advice.without)"))
    }
  }
}

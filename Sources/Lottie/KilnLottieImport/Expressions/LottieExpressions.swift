public import KilnDiagnostics
package import KilnLottieExpressions
internal import KilnLottieFormat

#if ExpressionEngine
  internal import KilnExpressionEngine
#endif

/// Whether and how the scripts in a Lottie file are run.
public struct LottieExpressions: Sendable {
  /// Makes the engine; nil to run nothing.
  private(set) var makeEngine: (@Sendable (ScriptLimits) throws(ScriptError) -> any ScriptEngine)?
  private(set) var limits = ScriptLimits()
  /// Whether `limits` are those of the engine, and not those of the document.
  private var hasOwnLimits = false
  /// Processor time of all scripts of a file in seconds; nil for `Limit.expressionTime`.
  private var totalTime: Double?
  /// Whether scripts that the interpreter does not know start the engine.
  private(set) var mayStartEngine = true
  /// Advice of the errors about time.
  private(set) var advice = (moreTime: "raise \(Limit.expressionTime)", without: "do not run them")
  /// Called with the error when a script does not end.
  public private(set) var whenStuck: (@Sendable (Diagnostic) -> Void)?

  /// Expressions are run in a context that has access to nothing but the document, within limits of time and memory.
  public static let run: LottieExpressions = .run(totalTime: nil)
  /// As `run`, but without the script engine: expressions that Kiln's own interpreter does not know are not run.
  public static let interpret: LottieExpressions = run.withoutEngine
  /// Expressions are not run; properties keep their keyframes.
  public static let ignore = LottieExpressions(makeEngine: nil)

  /// Expressions are run in a context that has access to nothing but the document, within limits of time and memory.
  ///
  /// A call of a script ends after a second of processor time, and its property keeps its keyframes; above the total there
  /// is no timeline (`lottie.expressionTime`). The engine looks at both between the steps of a script. One step, such as a
  /// regular expression on a long text, may go beyond them without end, and nothing but the end of the process ends it.
  ///
  /// - Parameters:
  ///   - totalTime: Processor time of all scripts of a file in seconds; nil for `Limit.expressionTime` of the document.
  ///   - advice: Advice in the error on allowing more time, and on not running scripts; nil for general words.
  ///   - whenStuck: Called with the error, on a thread of its own, when a call has taken two seconds or 512 MB and has not
  ///     ended. The thread that bakes is still in the script, so that a program can report the error and end the process. By
  ///     default nothing happens.
  public static func run(
    totalTime: Double?, advice: (moreTime: String, without: String)? = nil,
    whenStuck: (@Sendable (Diagnostic) -> Void)? = nil
  ) -> LottieExpressions {
    var expressions = LottieExpressions(makeEngine: Self.makeDefaultEngine)
    (expressions.totalTime, expressions.whenStuck) = (totalTime, whenStuck)
    if let advice { expressions.advice = advice }
    return expressions.keeping(to: Limits())
  }

  private static func makeDefaultEngine(_ limits: ScriptLimits) throws(ScriptError) -> any ScriptEngine {
    #if ExpressionEngine
      try JavaScriptCoreEngine(limits: limits)
    #else
      throw .leftOut
    #endif
  }

  /// Expressions are run by an engine.
  ///
  /// - Parameter limits: Limits of the engine.
  package static func run(
    by engine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine, limits: ScriptLimits = ScriptLimits(),
    whenStuck: (@Sendable (Diagnostic) -> Void)? = nil
  ) -> LottieExpressions {
    var expressions = LottieExpressions { _ throws(ScriptError) in try engine() }
    (expressions.limits, expressions.hasOwnLimits) = (limits, true)
    expressions.whenStuck = whenStuck
    return expressions
  }

  private init(makeEngine: (@Sendable (ScriptLimits) throws(ScriptError) -> any ScriptEngine)?) {
    self.makeEngine = makeEngine
  }

  /// The same without the script engine, as `interpret`.
  public var withoutEngine: LottieExpressions {
    guard makeEngine != nil else { return self }
    var expressions = self
    expressions.makeEngine = { _ throws(ScriptError) in throw .refused }
    expressions.mayStartEngine = false
    return expressions
  }

  /// The same with the limits of a document, unless the engine has its own.
  func keeping(to limits: Limits) -> LottieExpressions {
    guard !hasOwnLimits else { return self }
    var expressions = self
    expressions.limits = ScriptLimits(limits)
    if let totalTime { expressions.limits.totalTime = totalTime }
    return expressions
  }

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

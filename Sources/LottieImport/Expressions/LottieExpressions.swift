package import Expressions

/// What becomes of the scripts in a Lottie file.
public struct LottieExpressions: Sendable {
  let engine: (@Sendable () throws(ScriptError) -> any ScriptEngine)?

  /// They are run, in a context that reaches nothing but the document, within limits of time and memory.
  public static let run = LottieExpressions { () throws(ScriptError) in try JavaScriptCoreEngine() }
  /// They are not run; properties keep their keyframes.
  public static let ignore = LottieExpressions(engine: nil)

  /// They are run by an engine.
  package static func run(by engine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine)
    -> LottieExpressions
  {
    LottieExpressions(engine: engine)
  }

  private init(engine: (@Sendable () throws(ScriptError) -> any ScriptEngine)?) { self.engine = engine }

  private init(_ engine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine) { self.engine = engine }
}

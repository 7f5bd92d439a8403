internal import KilnDiagnostics

/// Why no engine runs, and what to do about it.
package struct NoEngine: Sendable {
  /// Reason, for a sentence.
  package let reason: String
  /// Remedy for the user.
  package let advice: String

  /// The reason that an error gives.
  package init(_ error: ScriptError) {
    switch error {
    case .unavailable(let what):
      reason = "there is no JavaScript engine (\(what))"
      advice = Self.installationAdvice
    case .leftOut:
      reason = "this program was built without a JavaScript engine"
      advice = "\(PackageTrait.expressionEngine.advice), or bake them into keyframes"
    case .refused:
      reason = "they need a JavaScript engine, which may not be started"
      advice = "bake them into keyframes where the file is trusted, or leave them out with \(Choice.withoutExpressions)"
    case .noRoom(let what):
      reason = "the JavaScript engine cannot start (\(what))"
      advice = "raise the limits that the system sets on the process (`ulimit -a` prints them)"
    case .outOfTime, .outOfTotalTime:
      reason = "reading the document takes the engine too long"
      advice = Limit.expressionTime.advice("leave the expressions out with \(Choice.withoutExpressions)")
    case .outOfMemory:
      reason = "reading the document takes the engine too much memory"
      advice = Limit.expressionMemory.advice("leave the expressions out with \(Choice.withoutExpressions)")
    case .thrown(let what):
      reason = "the engine does not start (\(what))"
      advice = "leave the expressions out with \(Choice.withoutExpressions)"
    }
  }

  private static var installationAdvice: String {
    #if canImport(Darwin)
      "the library is part of macOS"
    #else
      "install JavaScriptCore (Debian and Ubuntu: apt-get install libjavascriptcoregtk-4.1-0), or say "
        + "\(Choice.withoutExpressions)"
    #endif
  }
}

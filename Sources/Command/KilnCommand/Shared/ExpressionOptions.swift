internal import ArgumentParser
internal import KilnDiagnostics
internal import KilnLottieImport

/// Whether and how long the scripts of Lottie files are run.
struct ExpressionOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-expressions"),
    help: "Do not run the scripts in a Lottie file; properties keep their keyframes.")
  var areIgnored = false

  @Option(
    help: ArgumentHelp(
      "Processor time that the scripts in a Lottie file may take together. (default: \(Limit.expressionTime.row.standard))",
      valueName: "seconds"))
  var expressionTime: Double?

  func validate() throws {
    if let expressionTime, !(expressionTime > 0 && expressionTime <= 1e6) {
      throw ValidationError("--expression-time takes a number above 0 and at most 1000000.")
    }
  }

  /// Treatment of the scripts of a Lottie file: run within a time limit, or ignored.
  ///
  /// - Parameters:
  ///   - policy: Says whether the script engine may be started.
  ///   - endProcess: Called on a thread of its own if a script does not end, which nothing but the end of the process ends.
  func mode(_ policy: FilePolicy, endProcess: @escaping @Sendable (Diagnostic) -> Void) -> LottieExpressions {
    guard !areIgnored else { return .ignore }
    return policy.expressions(
      .run(
        totalTime: expressionTime,
        advice: ("raise --expression-time", "leave the scripts out with --no-expressions"),
        whenStuck: endProcess))
  }
}

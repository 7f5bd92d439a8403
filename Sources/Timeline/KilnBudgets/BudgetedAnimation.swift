package import KilnDiagnostics
package import KilnTimeline

/// An animation of which a search asks for variants, as a conversion shows it.
package protocol BudgetedAnimation {
  /// Length of the part that is shown, in seconds of the source.
  var seconds: Double { get }
  /// Whether a platform demands the size and the budget, so that no others can be advised.
  var isForPlatform: Bool { get }
  /// Whether every frame is asked for as it is in the source.
  var keepsFrames: Bool { get }

  /// The timeline at a frame rate and a factor on the size that is asked for. Findings are also added when it throws.
  ///
  /// - Throws: Errors of the source; `limit.exceeded`.
  mutating func timeline(
    frameRate: Double, scale: Double, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline

  /// Size of the content relative to the source's at a factor on the size that is asked for; nil if it is stretched.
  func contentScale(at factor: Double) -> Double?

  /// Columns of the result at a factor on the size that is asked for.
  func width(at factor: Double) -> Int
}

public import KilnDiagnostics

extension Rule {
  /// A pool of threads takes no more work.
  public static let workRefused = Rule(
    "work.refused", .error, .rejected, fault: .system,
    "Too many conversions wait already, or the system gives no thread.",
    why: "There is no result; the file may be good.",
    remedy: "Ask again later, or give the pool more room.")
}

extension Diagnostic {
  /// The error of work that the caller ended.
  static let cancelledWork = Diagnostic(.workCancelled, "the work was cancelled")
}

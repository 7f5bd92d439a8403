public import KilnDiagnostics

extension Rule {
  /// Something was given up for a budget.
  public static let budgetReduced = Rule(
    "budget.reduced", .warning, .reduced,
    "Quality, colours, resolution, frame rate or size were lowered to keep to --max-bytes or --max-memory.",
    why: "The file fits, and looks less sharp or moves less smoothly than asked for.",
    remedy: "Allow more with --max-bytes and --max-memory, or simplify the animation.")
  /// A budget cannot be met.
  public static let budgetExceeded = Rule(
    "budget.exceeded", .error, .rejected, fault: .policy,
    "The file is above --max-bytes or --max-memory, whatever is given up.",
    why: "The file breaks the limit that the app or the store sets.",
    remedy: "Allow more, choose a smaller --scale or --fps, or simplify the layers that the message names.")
}

/// Rules of exports to any format.
public enum ExportRules {
  /// All rules of this file, for the catalogue.
  public static let all: [Rule] = [.budgetExceeded, .budgetReduced]
}

extension ExportBudget {
  /// The finding when files are larger than the budget.
  public func excess(bytes: Int) -> Diagnostic {
    Diagnostic(
      .budgetExceeded,
      "the file has \(ByteCount(bytes)) at least, above the limit of \(ByteCount(self.bytes ?? bytes))",
      advice: "choose a lower \(Choice.frameRate) or a smaller \(Choice.scale)")
  }

  /// Throws when decoded pictures take more memory than the budget.
  ///
  /// - Throws: `budget.exceeded`.
  public func check(memory: Int) throws(Diagnostic) {
    guard let limit = self.memory, memory > limit else { return }
    throw Diagnostic(
      .budgetExceeded,
      "the decoded pictures take \(ByteCount(memory)) of memory, above the limit of \(ByteCount(limit))",
      advice: "choose a smaller \(Choice.scale)")
  }

  /// Throws as soon as files are larger than the budget.
  ///
  /// - Throws: `budget.exceeded`.
  public func check(bytes: Int) throws(Diagnostic) {
    if let limit = self.bytes, bytes > limit { throw excess(bytes: bytes) }
  }
}

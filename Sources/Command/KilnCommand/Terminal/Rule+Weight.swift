internal import KilnDiagnostics

extension Rule {
  /// Rank by which findings are printed: the higher, the closer to the prompt.
  var weight: Int {
    switch severity {
    case .note: 0
    case .error: 10
    case .warning:
      switch effect {
      // What is missing is worse than what is large, and that worse than what looks a little different.
      case .dropped, .rejected: 5
      case .exact: concernsSize ? 4 : 1
      case .approximated: concernsSize ? 4 : 3
      case .reduced: 2
      }
    }
  }

  /// Whether findings say that phones or apps may not accept the result.
  private var concernsSize: Bool { Self.rulesOnSize.contains(id) }

  private static let rulesOnSize: Set<String> = [
    "svga.size.large", "svga.file.grown", "svga.file.inflated", "lowering.sequence", "lowering.resolution",
    "atlas.large",
  ]
}

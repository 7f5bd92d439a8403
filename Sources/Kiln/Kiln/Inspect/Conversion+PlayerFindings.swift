public import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline
public import KilnValidation

extension Conversion.Result {
  /// Features of the result that some players do not show as intended: a finding of `conversion.players` for each
  /// finding of a validation of the main file about these targets. Both read the same support table.
  ///
  /// - Parameter targets: Players of the result's format.
  public func playerFindings(for targets: [Target]) -> [Diagnostic] {
    guard !targets.isEmpty, let main = files.first else { return [] }
    var options = ValidationOptions()
    options.targets = targets
    options.rendersFrames = false
    return Validator(options).validate(main.bytes).findings.compactMap { finding in
      guard let appearance = finding.appearance, !finding.failures.isEmpty else { return nil }
      let players = finding.failures.map { $0.isPartial ? "\($0.target) (in part)" : $0.target }
      return Diagnostic(
        .conversionPlayers, "\(finding.diagnostic.message) [\(finding.rule.id)]", at: finding.diagnostic.path,
        advice: "in \(players.joined(separator: ", ")): \(appearance)")
    }
  }
}

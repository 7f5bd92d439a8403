internal import KilnDiagnostics
internal import KilnLottieRules
internal import KilnRuleEngine
internal import KilnSVGARules

// Names whose form a project demands.

extension Rule {
  static let nameFile = Rule(
    "policy.name.file", .error, .exact,
    "The file's name has not the form that the project demands.",
    why: "Scripts and apps find files by their names.",
    remedy: "Rename the file as `names: files:` in .kiln.yml says.")
}

extension RuleCheck {
  /// Rules of a project's requirements other than budgets.
  static let policy: [RuleCheck] =
    [fileName, layerName, lottieKeys, movieKeys, markerName, documentSlots, movieSlots] + agreements + exceptions

  private static let fileName = RuleCheck(
    .policy, [.nameFile],
    { (visit: FileVisit) in
      guard let pattern = visit.options.demands.names.files, let name = visit.options.fileName, !pattern.matches(name)
      else { return }
      visit.report(.nameFile, "the name “\(name)” does not match \(pattern.text)")
    })
}

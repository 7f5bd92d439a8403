internal import KilnComparison
internal import KilnDiagnostics
internal import KilnRuleEngine

// The rule about files that were made of others.

extension Rule {
  static let outputUnlikeSource = Rule(
    "output.unlikeSource", .error, .approximated,
    "The file does not show what its source shows.",
    why: "It was made of an older version, with other options, or lost a part on the way.",
    remedy: "Convert the source again; `kiln compare SOURCE FILE --picture worst.png` shows what differs.")
}

extension RuleCheck {
  static let comparison: [RuleCheck] = [contentSimilarity]

  private static let leastSimilarity = ValidationRule.Option(
    "percent", 90,
    "Least similarity of what is drawn, in percent (SSIM over the content of each frame, fg of `kiln compare`).")

  private static let contentSimilarity = RuleCheck(
    [ValidationRule(.outputUnlikeSource, .outputs, options: [leastSimilarity])],
    { (visit: ComparisonVisit) in
      let least = visit.findings.options.value(leastSimilarity, of: .outputUnlikeSource)
      let unlike = visit.frames.filter { $0.difference.contentSimilarity * 100 < least }
      guard let worst = unlike.min(by: { $0.difference.contentSimilarity < $1.difference.contentSimilarity }) else {
        return
      }
      let percent = Int((max(0, worst.difference.contentSimilarity) * 100).rounded(.down))
      visit.findings.report(
        .outputUnlikeSource,
        "\(unlike.count) of \(visit.frames.count) frames are unlike \(visit.source); frame \(worst.moment.second), at "
          + "\(Int(worst.moment.milliseconds.rounded())) ms, is alike to \(percent) %")
    })
}

internal import KilnComparison
internal import KilnDiagnostics
internal import KilnRuleEngine

// The rule about what one player draws of a file.

extension Rule {
  static let svgaPlayerDiffers = Rule(
    "svga.player.differs", .warning, .approximated,
    "A player that is a target draws the file otherwise than iOS and Android agree on.",
    why: "Its users see another picture than the designer.",
    remedy:
      "Look at it with `kiln compare FILE FILE --as PLAYER --picture worst.png`; convert the file with Kiln, which writes "
      + "what all players draw alike.")
}

extension RuleCheck {
  static let playerDrawing: [RuleCheck] = [playerSimilarity]

  private static let leastSimilarity = ValidationRule.Option(
    "percent", 95,
    "Least similarity of what is drawn, in percent (SSIM over the content of each frame, fg of `kiln compare`).")

  private static let playerSimilarity = RuleCheck(
    [ValidationRule(.svgaPlayerDiffers, .players, options: [leastSimilarity])],
    { (visit: PlayerVisit) in
      let least = visit.findings.options.value(leastSimilarity, of: .svgaPlayerDiffers)
      let unlike = visit.frames.filter { $0.difference.contentSimilarity * 100 < least }
      guard let worst = unlike.min(by: { $0.difference.contentSimilarity < $1.difference.contentSimilarity }) else {
        return
      }
      let percent = Int((max(0, worst.difference.contentSimilarity) * 100).rounded(.down))
      visit.findings.report(
        .svgaPlayerDiffers,
        "\(visit.player) draws \(unlike.count) of \(visit.frames.count) frames otherwise; frame \(worst.moment.second) is alike to "
          + "\(percent) %")
    })
}

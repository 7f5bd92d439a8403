internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnRuleEngine
internal import KilnTimeline

// Sizes and frame rates that a project demands, and its exceptions.

extension Rule {
  static let policyCanvas = Rule(
    "policy.canvas", .error, .exact,
    "The canvas has none of the sizes that were agreed.",
    why: "The app has a place of that size for it.",
    remedy: "In After Effects, set the size in Composition › Composition Settings.")
  static let policyFrameRate = Rule(
    "policy.frameRate", .error, .exact,
    "The frame rate is none of those that were agreed.",
    why: "The app or other animations beside it count on it.",
    remedy: "In After Effects, set the frame rate in Composition › Composition Settings.")
  static let policyExpired = Rule(
    "policy.override.expired", .warning, .exact, fault: .configuration,
    "An exception of the project file for this file has ended.",
    why: "What it allowed for some time counts as a finding again.",
    remedy: "Mend the file and delete the override in .kiln.yml, or agree on a later `until:`.")
}

extension RuleCheck {
  static let agreements: [RuleCheck] = [timelineAgreements, pictureAgreements]

  private static let timelineAgreements = RuleCheck(
    .policy, [.policyCanvas, .policyFrameRate],
    { (visit: TimelineVisit) in
      check(visit.timeline.canvas, rate: visit.info.frameRate, visit.findings)
    })

  private static let pictureAgreements = RuleCheck(
    .policy, [.policyCanvas],
    { (visit: PictureVisit) in
      // The page of an atlas has another size than the animation.
      guard visit.atlas == nil else { return }
      check(Size(Double(visit.width), Double(visit.height)), rate: nil, visit.findings)
    })

  private static func check(_ canvas: Size, rate: Double?, _ findings: FindingCollector) {
    let demands = findings.options.demands
    if let sizes = demands.canvases, !sizes.contains(where: { $0.matches(width: canvas.width, height: canvas.height) })
    {
      findings.report(
        .policyCanvas,
        "the canvas is \(canvas.width.shortDescription) × \(canvas.height.shortDescription) px, not "
          + sizes.map(\.title).joined(separator: " or "))
    }
    if let rate, let rates = demands.rates, !rates.contains(where: { NominalFrameRate.isSame($0, rate) }) {
      findings.report(
        .policyFrameRate,
        "the animation has \(rate.shortDescription) frames per second, not "
          + rates.map(\.shortDescription).joined(separator: " or "))
    }
  }

  static let exceptions: [RuleCheck] = [
    RuleCheck(
      .policy, [.policyExpired],
      { (visit: FileVisit) in
        for text in visit.options.demands.expired { visit.report(.policyExpired, text) }
      })
  ]
}

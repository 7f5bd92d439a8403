public import KilnDiagnostics
internal import KilnTimeline

extension Conversion {
  /// Whether a document of the exporter's format is made anew, because something is asked for that no edit of it gives.
  /// That is a finding.
  func isMadeAnew(_ source: any AnimationSource, log: inout DiagnosticLog) -> Bool {
    var reasons: [String] = []
    if options.bounces {
      reasons.append("plays there and back")
    } else if options.isReversed {
      reasons.append("plays backwards")
    }
    if options.background != nil { reasons.append("gets a background") }
    if (source as? OverriddenSource)?.crop != nil { reasons.append("is cropped") }
    if source is TimedOverrides || (source as? OverriddenSource)?.source is TimedOverrides {
      reasons.append("has other values in some frames")
    }
    guard !reasons.isEmpty else { return false }
    log.add(
      .conversionRemade,
      "the document \(reasons.joined(separator: ", and ")), and is made anew from its frames: names and markers stay, texts "
        + "and slots become shapes",
      advice: "do that in the app or in After Effects where the document is to stay as it is")
    return true
  }
}

extension Rule {
  /// A document was not edited, but made anew.
  public static let conversionRemade = Rule(
    "conversion.remade", .warning, .approximated,
    "A document was made anew from its frames, because no edit of it gives what was asked for.",
    why: "It shows what was asked for, within the tolerance. Texts, slots and other parts that apps change are shapes.",
    remedy: "Leave out the direction, background, crop or values in some frames, or make them in After Effects.")
}

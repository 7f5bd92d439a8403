internal import KilnDiagnostics
internal import KilnRuleEngine

extension ValidationCatalogue {
  /// IDs of rules whose findings say again what one of another rule says: a platform's demand comes before what a project has
  /// agreed on, and both before advice that holds for all animations.
  package static let repetitions: [String: [String]] = [
    "tgs.canvas": ["policy.canvas"],
    "tgs.frameRate": [
      "policy.frameRate", "time.frameRate.fractional", "time.frameRate.unusual", "time.frameRate.high",
    ],
    "tgs.duration": ["budget.duration", "time.duration.long"],
    "tgs.size": ["budget.bytes"],
    "policy.frameRate": [
      "time.frameRate.fractional", "time.frameRate.unusual", "time.frameRate.high", "time.frameRate.svga",
      "svga.frameRate.uneven",
    ],
    "budget.duration": ["time.duration.long"],
    "time.static": ["render.still"],
    "budget.frames": ["time.frames.many"],
    "budget.decodedBytes": ["asset.memory"],
    "budget.layers": ["svga.sprite.count"],
    "asset.sequence.fullCanvas": ["asset.memory"],
  ]
}

extension [Finding] {
  /// The findings without those that another one of the same or a higher severity says already.
  var withoutRepetitions: [Finding] {
    var least: [String: Rule.Severity] = [:]
    for finding in self {
      for id in ValidationCatalogue.repetitions[finding.rule.id] ?? [] {
        least[id] = least[id].map { Swift.max($0, finding.severity) } ?? finding.severity
      }
    }
    return filter { finding in least[finding.rule.id].map { finding.severity > $0 } ?? true }
  }
}

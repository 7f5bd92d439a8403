internal import KilnDiagnostics
internal import KilnTimeline

/// Findings about sprites, each rule reported once with its first sprite and the number of others.
struct SpriteFindings {
  /// Sprites that a rule concerns.
  private struct Occurrences {
    /// Number of the last sprite.
    var sprite: Int
    /// The first sprite.
    var origin: SpriteOrigin
    /// Number of sprites after the first.
    var others = 0
  }

  private var order: [Rule] = []
  private var occurrences: [Rule: Occurrences] = [:]
  private var sprite = 0
  private var origin = SpriteOrigin(names: [""])

  /// Starts the findings of another sprite.
  mutating func beginSprite(_ origin: SpriteOrigin) {
    sprite += 1
    self.origin = origin
  }

  /// Adds a finding about the current sprite.
  mutating func note(_ rule: Rule) {
    if let known = occurrences[rule] {
      guard known.sprite != sprite else { return }
      occurrences[rule] = Occurrences(sprite: sprite, origin: known.origin, others: known.others + 1)
    } else {
      order.append(rule)
      occurrences[rule] = Occurrences(sprite: sprite, origin: origin)
    }
  }

  /// Adds what was noted to a log.
  ///
  /// - Parameter withNotes: Whether rules about differences between players, which are notes, are among it.
  func report(to log: inout DiagnosticLog, withNotes: Bool = true) {
    for rule in order where withNotes || rule.severity != .note {
      guard let found = occurrences[rule] else { continue }
      // The summary is the message, but for its full stop.
      var diagnostic = Diagnostic(rule, String(rule.summary.dropLast()), at: found.origin.path())
      diagnostic.repetitions = found.others
      log.add(diagnostic)
    }
  }
}

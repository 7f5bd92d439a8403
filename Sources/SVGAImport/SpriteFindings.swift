internal import Diagnostics
internal import TimelineModel

/// Findings about sprites, each kind reported once a file with the first sprite and the number of others.
struct SpriteFindings {
  private struct Place {
    var sprite: Int
    var origin: SpriteOrigin
    var others = 0
  }

  private var order: [Rule] = []
  private var places: [Rule: Place] = [:]
  private var sprite = 0
  private var origin = SpriteOrigin(names: [""])

  /// What is noted from here on is about another sprite.
  mutating func beginSprite(_ origin: SpriteOrigin) {
    sprite += 1
    self.origin = origin
  }

  /// Notes a finding about the sprite.
  mutating func note(_ rule: Rule) {
    if let place = places[rule] {
      guard place.sprite != sprite else { return }
      places[rule] = Place(sprite: sprite, origin: place.origin, others: place.others + 1)
    } else {
      order.append(rule)
      places[rule] = Place(sprite: sprite, origin: origin)
    }
  }

  /// Adds everything noted to a log.
  func report(to log: inout DiagnosticLog) {
    for rule in order {
      guard let place = places[rule] else { continue }
      // The summary is the message, but for its full stop.
      var diagnostic = Diagnostic(rule, String(rule.summary.dropLast()), at: place.origin.path())
      diagnostic.repetitions = place.others
      log.add(diagnostic)
    }
  }
}

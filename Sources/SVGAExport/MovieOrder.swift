internal import TimelineModel

/// The sprites of a lowered timeline in the order in which a movie has them.
struct MovieOrder {
  /// One sprite of the movie.
  struct Entry {
    var sprite: Sprite
    /// Whether it only cuts others.
    var isMatte = false
    /// Index of the entry that cuts it.
    var matte: Int?
  }

  /// All mattes first, as Android and iOS want them; then what is drawn, from back to front.
  private(set) var entries: [Entry] = []

  init(_ timeline: Timeline) {
    var drawn: [Entry] = []
    for sprite in timeline.sprites {
      guard case .group(let children) = sprite.content, let matte = sprite.matte?.sprites.first else {
        if sprite.isDrawn { drawn.append(Entry(sprite: sprite)) }
        continue
      }
      let parts = children.filter(\.isDrawn)
      guard matte.isDrawn, !parts.isEmpty else { continue }
      drawn += parts.map { Entry(sprite: $0, matte: entries.count) }
      entries.append(Entry(sprite: matte, isMatte: true))
    }
    entries += drawn
  }
}

extension Sprite {
  /// Whether any frame is strong enough for the players.
  fileprivate var isDrawn: Bool { frames.contains { PlayerAlpha.isDrawn($0.opacity) } }
}

internal import TimelineModel

/// The sprites of a lowered timeline in the order of the movie: all mattes first, as Android and iOS require, then all
/// others from back to front.
struct MovieOrder {
  /// One sprite of the movie.
  struct Entry {
    var sprite: Sprite
    /// Whether it is a matte, and not drawn itself.
    var isMatte = false
    /// Index of its matte's entry; nil for none.
    var matte: Int?
  }

  /// The sprites that are drawn in some frame, and their mattes.
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
  /// Whether the players draw any frame.
  fileprivate var isDrawn: Bool { frames.contains { PlayerAlpha.isDrawn($0.opacity) } }
}

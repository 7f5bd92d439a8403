internal import KilnTimeline

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
    /// Position in the timeline.
    var place: SpritePosition
  }

  /// The sprites that are drawn in some frame, and their mattes.
  private(set) var entries: [Entry] = []

  init(_ timeline: Timeline) {
    var drawn: [Entry] = []
    for (index, sprite) in timeline.sprites.enumerated() {
      guard case .group(let children) = sprite.content, let matte = sprite.matte?.sprites.first else {
        if sprite.isDrawn { drawn.append(Entry(sprite: sprite, place: SpritePosition(index: index))) }
        continue
      }
      let parts = children.enumerated().filter(\.element.isDrawn)
      guard matte.isDrawn, !parts.isEmpty else { continue }
      drawn += parts.map { number, part in
        Entry(sprite: part, matte: entries.count, place: SpritePosition(index: index, part: .child(number)))
      }
      entries.append(Entry(sprite: matte, isMatte: true, place: SpritePosition(index: index, part: .matte(0))))
    }
    entries += drawn
  }
}

extension Sprite {
  /// Whether the players draw any frame.
  fileprivate var isDrawn: Bool { frames.contains { PlayerAlpha.isDrawn($0.opacity) } }
}

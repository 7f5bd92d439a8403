internal import KilnTimeline

/// Position of a sprite in a lowered timeline, in which groups are at most one level deep.
struct SpritePosition: Hashable, Sendable {
  /// Part of a sprite of the timeline: the whole sprite, a child of its group, or a sprite of its matte.
  enum Part: Hashable, Sendable {
    case whole
    case child(Int)
    case matte(Int)
  }

  /// Index in `Timeline.sprites`.
  var index: Int
  var part = Part.whole
}

extension Timeline {
  /// Calls `body` with every image and vector sprite of a lowered timeline, back to front.
  func forEachPart(_ body: (SpritePosition, Sprite) -> Void) {
    for (index, sprite) in sprites.enumerated() {
      sprite.forEachPart { body(SpritePosition(index: index, part: $0), $1) }
    }
  }

  /// The timeline with every image and vector sprite of a lowered timeline replaced.
  func mappingParts(_ change: (SpritePosition, Sprite) -> Sprite) -> Timeline {
    replacingSprites(
      sprites.enumerated().map { index, sprite in
        var sprite = sprite
        if let matte = sprite.matte {
          let parts = matte.sprites.enumerated().map { change(SpritePosition(index: index, part: .matte($0)), $1) }
          sprite.matte = Matte(parts, mode: matte.mode)
        }
        guard case .group(let children) = sprite.content else {
          return change(SpritePosition(index: index), sprite)
        }
        sprite.content = .group(
          children.enumerated().map { change(SpritePosition(index: index, part: .child($0)), $1) })
        return sprite
      })
  }
}

extension Sprite {
  /// The bitmap that it draws; nil for what is no bitmap.
  var imageID: ImageID? {
    if case .image(let id) = content { id } else { nil }
  }

  /// Calls `body` with the image and vector sprites that a top-level sprite of a lowered timeline consists of.
  func forEachPart(_ body: (SpritePosition.Part, Sprite) -> Void) {
    for (number, part) in (matte?.sprites ?? []).enumerated() { body(.matte(number), part) }
    if case .group(let children) = content {
      for (number, part) in children.enumerated() { body(.child(number), part) }
    } else {
      body(.whole, self)
    }
  }
}

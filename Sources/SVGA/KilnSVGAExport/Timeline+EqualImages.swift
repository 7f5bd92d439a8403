internal import KilnTimeline

extension Timeline {
  /// The sprites, with one image in place of several equal ones, unless an app may replace them one by one.
  func mergingEqualImages(_ sprites: [Sprite]) -> [Sprite] {
    var replaceable: Set<ImageID> = []
    for sprite in sprites {
      if sprite.replacementKey != nil, case .image(let id) = sprite.content { replaceable.insert(id) }
    }
    var firsts: [[UInt8]: ImageID] = [:]
    return sprites.map { sprite in
      guard case .image(let id) = sprite.content, !replaceable.contains(id) else { return sprite }
      let bytes = self[id].bytes
      guard let first = firsts[bytes] else {
        firsts[bytes] = id
        return sprite
      }
      var sprite = sprite
      sprite.content = .image(first)
      return sprite
    }
  }
}

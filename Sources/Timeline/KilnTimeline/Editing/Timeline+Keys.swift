extension Timeline {
  /// Replacement keys of all sprites, each once, in order of first use.
  public var replacementKeys: [String] {
    var seen: Set<String> = []
    var keys: [String] = []
    forEachSprite { sprite in
      if let key = sprite.replacementKey, seen.insert(key).inserted { keys.append(key) }
    }
    return keys
  }

  /// The timeline with replacement keys renamed; keys without an entry are kept.
  public func renamingKeys(_ names: [String: String]) -> Timeline {
    Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: clips, filterChains: filterChains, sprites: sprites.map { $0.renamingKeys(names) },
      audioClips: audioClips, markers: markers, sourceTimes: sourceTimes)
  }
}

extension Sprite {
  fileprivate func renamingKeys(_ names: [String: String]) -> Sprite {
    var sprite = self
    sprite.replacementKey = replacementKey.map { names[$0] ?? $0 }
    if case .group(let children) = content { sprite.content = .group(children.map { $0.renamingKeys(names) }) }
    if let matte { sprite.matte = Matte(matte.sprites.map { $0.renamingKeys(names) }, mode: matte.mode) }
    return sprite
  }
}

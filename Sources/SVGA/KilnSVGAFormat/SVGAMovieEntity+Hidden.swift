extension SVGASpriteEntity {
  /// Whether no player shows it in any frame.
  public var isHidden: Bool { !frames.contains { $0.alpha > 0 } }
}

extension SVGAMovieEntity {
  /// Whether each sprite can go without a change of the picture, of mattes, or of the keys that apps replace: it is hidden in
  /// all frames, cuts no other one, and shows shapes, or a key that a sprite which stays has, too.
  public var needlessSprites: [Bool] {
    let mattes = Set(sprites.map(\.matteKey))
    var kept = Set(sprites.filter { !$0.isHidden }.map(\.imageKey))
    return sprites.map { sprite in
      guard sprite.isHidden, !mattes.contains(sprite.imageKey) else { return false }
      let isShapes = sprite.imageKey.hasSuffix(SVGAPlayers.vectorSuffix) && images[sprite.imageKey] == nil
      // iOS looks for a bitmap under the key without its end.
      if isShapes, images[SVGABitmapKeys.stem(of: sprite.imageKey)] == nil { return true }
      return !kept.insert(sprite.imageKey).inserted
    }
  }
}

extension SVGAMovieEntity {
  /// Keys under which there is a picture that apps can replace, in order.
  public var pictureKeys: [String] {
    let sounds = Set(audios.map(\.audioKey))
    return images.keys.filter { !sounds.contains($0) }.sorted()
  }

  /// Puts other keys in place of some, wherever they are named.
  public mutating func renameKeys(_ names: [String: String]) {
    images = Dictionary(images.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
    for index in sprites.indices {
      sprites[index].imageKey = Self.renamed(sprites[index].imageKey, names)
      sprites[index].matteKey = Self.renamed(sprites[index].matteKey, names)
    }
  }

  /// The key of a sprite, which may have one of the endings that players know.
  private static func renamed(_ key: String, _ names: [String: String]) -> String {
    if let name = names[key] { return name }
    for suffix in [SVGAPlayers.matteSuffix, SVGAPlayers.vectorSuffix] where key.hasSuffix(suffix) {
      if let name = names[String(key.dropLast(suffix.count))] { return name + suffix }
    }
    return key
  }
}

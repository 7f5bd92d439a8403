extension SVGAMovieEntity {
  /// Keys under which there is a picture that apps can replace, in order.
  public var pictureKeys: [String] {
    let sounds = Set(soundKeys)
    return images.keys.filter { !sounds.contains($0) }.sorted()
  }

  /// Keys of the files that sounds play.
  public var soundKeys: [String] { audios.map(\.audioKey) }

  /// Puts other keys in place of some, wherever they are named.
  public mutating func renameKeys(_ names: [String: String]) {
    // In order, so that of two files that get the same key the same one stays each time.
    let files = images.sorted { $0.key < $1.key }.map { (names[$0.key] ?? $0.key, $0.value) }
    images = Dictionary(files) { first, _ in first }
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

extension SVGAMovieEntity {
  /// Keys of the bitmaps, which apps can replace, ascending.
  public var pictureKeys: [String] {
    let sounds = Set(soundKeys)
    return images.keys.filter { !sounds.contains($0) }.sorted()
  }

  /// Keys of the files that sounds play.
  public var soundKeys: [String] { audios.map(\.audioKey) }

  /// Replaces keys of files and all references to them.
  ///
  /// - Parameter names: New keys by old ones.
  public mutating func renameKeys(_ names: [String: String]) {
    // In order, so that of two files that get the same key the same one stays each time.
    let files = images.sorted { $0.key < $1.key }.map { (names[$0.key] ?? $0.key, $0.value) }
    images = Dictionary(files) { first, _ in first }
    for index in sprites.indices {
      sprites[index].imageKey = Self.renamed(sprites[index].imageKey, names)
      sprites[index].matteKey = Self.renamed(sprites[index].matteKey, names)
    }
  }

  /// The new key of a sprite, whose suffix `.matte` or `.vector` stays.
  private static func renamed(_ key: String, _ names: [String: String]) -> String {
    if let name = names[key] { return name }
    for suffix in [SVGAPlayers.matteSuffix, SVGAPlayers.vectorSuffix] where key.hasSuffix(suffix) {
      if let name = names[String(key.dropLast(suffix.count))] { return name + suffix }
    }
    return key
  }
}

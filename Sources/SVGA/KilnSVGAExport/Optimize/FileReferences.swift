internal import KilnGeometry
internal import KilnSVGAFormat

/// Tells which files of a movie its sprites and sounds refer to.
struct FileReferences {
  private let sounds: Set<String>
  /// Distinct keys of the sprites, ascending.
  private let spriteKeys: [String]

  init(_ movie: SVGAMovieEntity) {
    sounds = Set(movie.audios.map(\.audioKey))
    spriteKeys = Set(movie.sprites.map(\.imageKey)).sorted()
  }

  /// Whether a sprite or a sound refers to the file under a key. Some players cut a sprite's key at a dot.
  func isUsed(_ key: String) -> Bool {
    sounds.contains(key) || contains(key) || !sprites(after: key + ".").isEmpty
  }

  /// Whether the file under a key is a bitmap that only mattes use, so that only its alpha counts.
  func isOnlyMatte(_ key: String) -> Bool {
    guard !sounds.contains(key), !contains(key), contains(key + SVGAPlayers.matteSuffix) else { return false }
    return sprites(after: key + ".").allSatisfy { $0.hasSuffix(SVGAPlayers.matteSuffix) }
  }

  private func contains(_ key: String) -> Bool {
    let index = spriteKeys.partitioningIndex { $0 >= key }
    return index < spriteKeys.count && spriteKeys[index] == key
  }

  /// Keys of sprites with a prefix; sorting makes them neighbours.
  private func sprites(after prefix: String) -> ArraySlice<String> {
    spriteKeys[spriteKeys.partitioningIndex { $0 >= prefix }...].prefix { $0.hasPrefix(prefix) }
  }
}

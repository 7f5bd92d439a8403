internal import SVGAFormat

/// Which sprites and sounds of a movie may mean which of its files.
struct FileUses {
  private let sounds: Set<String>
  /// Keys of the sprites, each once, in order.
  private let spriteKeys: [String]

  init(_ movie: SVGAMovieEntity) {
    sounds = Set(movie.audios.map(\.audioKey))
    spriteKeys = Set(movie.sprites.map(\.imageKey)).sorted()
  }

  /// Whether a sprite or a sound may mean the file under a key. Some players look for it under a part of the name.
  func isUsed(_ key: String) -> Bool {
    sounds.contains(key) || contains(key) || !sprites(after: key + ".").isEmpty
  }

  /// Whether the file under a key is a bitmap of which players use only the alpha: all sprites that may show it are
  /// mattes, and have its key with their ending.
  func isOnlyMatte(_ key: String) -> Bool {
    guard !sounds.contains(key), !contains(key), contains(key + SVGAPlayers.matteSuffix) else { return false }
    return sprites(after: key + ".").allSatisfy { $0.hasSuffix(SVGAPlayers.matteSuffix) }
  }

  private func contains(_ key: String) -> Bool {
    let place = firstIndex(notBefore: key)
    return place < spriteKeys.count && spriteKeys[place] == key
  }

  /// Keys of sprites with a prefix: neighbours, because the keys are in order.
  private func sprites(after prefix: String) -> ArraySlice<String> {
    spriteKeys[firstIndex(notBefore: prefix)...].prefix { $0.hasPrefix(prefix) }
  }

  /// Binary search: index of the first key that does not come before another one.
  private func firstIndex(notBefore key: String) -> Int {
    var range = spriteKeys.startIndex..<spriteKeys.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = spriteKeys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

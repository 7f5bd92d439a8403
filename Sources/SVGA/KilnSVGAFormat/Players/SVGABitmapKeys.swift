/// Finds the bitmaps of sprites by their keys, as the players do.
///
/// Players cut keys in different ways. Web takes the suffix `.matte` off the keys of sprites and of bitmaps, Android off those
/// of sprites and, in SVGA 1.x, of bitmaps. iOS takes off whatever follows the last dot, in SVGA 1.x of bitmaps, too. What one
/// of them finds is found here.
public struct SVGABitmapKeys {
  private let keys: Set<String>
  /// The first key, in ascending order, of those that are equal without what follows their last dot.
  private var byStem: [String: String] = [:]

  /// The keys of a movie's bitmaps.
  public init(_ movie: SVGAMovieEntity) {
    keys = Set(movie.images.keys)
    for key in movie.pictureKeys where Self.stem(of: key) != key {
      byStem[Self.stem(of: key)] = byStem[Self.stem(of: key)] ?? key
    }
  }

  /// The key of the bitmap of a sprite; nil if it has none.
  ///
  /// The sprite's key without `.matte` comes first. A sprite with the suffix `.vector` has no other by convention.
  public func key(for imageKey: String) -> String? {
    let plain = Self.plainKey(imageKey)
    if keys.contains(plain) { return plain }
    if keys.contains(imageKey) { return imageKey }
    guard !plain.hasSuffix(SVGAPlayers.vectorSuffix) else { return nil }
    let stem = Self.stem(of: plain)
    // With two endings that differ, keys are hardly meant to be one.
    return stem == plain ? byStem[plain] : keys.contains(stem) ? stem : nil
  }

  /// The key of a sprite without `.matte`, by which Web and Android look for its bitmap.
  public static func plainKey(_ imageKey: String) -> String {
    imageKey.hasSuffix(SVGAPlayers.matteSuffix)
      ? String(imageKey.dropLast(SVGAPlayers.matteSuffix.count)) : imageKey
  }

  /// Part of a key before its last dot, which iOS looks for.
  package static func stem(of key: String) -> String {
    guard let dot = key.lastIndex(of: "."), dot > key.startIndex else { return key }
    return String(key[..<dot])
  }
}

extension SVGAMovieEntity {
  /// Gives bitmaps and sprites keys by which all players find them, where some do not.
  ///
  /// - Returns: New keys of sprites by old ones; none if only bitmaps have new keys, which apps do not see.
  public mutating func makeBitmapsFindable() -> [String: String] {
    let bitmaps = SVGABitmapKeys(self)
    let spriteKeys = Set(sprites.map(\.imageKey))
    var taken = spriteKeys
    var moved: [String: String] = [:]
    var renamed: [String: String] = [:]
    for key in spriteKeys.sorted() {
      let plain = SVGABitmapKeys.plainKey(key)
      guard let bitmap = bitmaps.key(for: key), bitmap != plain else { continue }
      if !plain.contains(".") {
        // iOS would draw the bitmap under the shapes of such a sprite.
        guard !spriteKeys.contains(plain + SVGAPlayers.vectorSuffix) else { continue }
        moved[plain] = bitmap
      } else if !bitmap.contains(".") {
        let new = bitmap + (key == plain ? "" : SVGAPlayers.matteSuffix)
        // Two mattes of one key would be one.
        if key == plain || taken.insert(new).inserted { renamed[key] = new }
      }
    }
    guard !moved.isEmpty || !renamed.isEmpty else { return [:] }
    let files = images
    for (key, bitmap) in moved { images[key] = files[bitmap] }
    for index in sprites.indices {
      sprites[index].imageKey = renamed[sprites[index].imageKey] ?? sprites[index].imageKey
      sprites[index].matteKey = renamed[sprites[index].matteKey] ?? sprites[index].matteKey
    }
    let used = SVGABitmapKeys(self)
    let kept = Set(sprites.compactMap { used.key(for: $0.imageKey) } + soundKeys)
    // Each is removed by itself: their order does not matter.
    for bitmap in Set(moved.values) where !kept.contains(bitmap) { images[bitmap] = nil }
    return renamed
  }
}

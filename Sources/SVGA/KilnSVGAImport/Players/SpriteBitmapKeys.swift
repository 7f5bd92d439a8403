internal import KilnSVGAFormat

/// Finds the bitmaps of sprites by their keys, as one player does.
struct SpriteBitmapKeys {
  /// Finds what any player finds.
  private let all: SVGABitmapKeys
  private let rule: PlayerDrawing.Keys
  /// Keys of bitmaps by what the player calls them.
  private var keys: [String: String] = [:]

  /// The keys of a movie's bitmaps.
  ///
  /// - Parameter isText: Whether the movie is JSON, of whose keys iOS and Android take the ends off, too.
  init(_ movie: SVGAMovieEntity, _ rule: PlayerDrawing.Keys, isText: Bool) {
    all = SVGABitmapKeys(movie)
    self.rule = rule
    for key in movie.pictureKeys {
      let isShort = isText || rule == .bothPlain
      keys[isShort ? Self.name(key, rule) : key] = key
    }
  }

  /// The key of the bitmap of a sprite; nil if it has none.
  func key(for imageKey: String) -> String? {
    rule == .any ? all.key(for: imageKey) : keys[Self.name(imageKey, rule)]
  }

  private static func name(_ key: String, _ rule: PlayerDrawing.Keys) -> String {
    switch rule {
    case .any, .whole: key
    case .plain, .bothPlain: SVGABitmapKeys.plainKey(key)
    case .stem: SVGABitmapKeys.stem(of: key)
    }
  }
}

internal import KilnDiagnostics
internal import KilnImages
internal import KilnSVGAFormat
internal import KilnTimeline

extension PlayerDrawing {
  /// Reason why the player draws nothing of a movie; nil if it draws it.
  ///
  /// - Parameter unreadable: Keys of bitmaps of sprites that cannot be decoded.
  func refusal(of movie: SVGAMovieEntity, isArchive: Bool, unreadable: Set<String>) -> String? {
    if isArchive, !readsArchives { return "it does not read SVGA 1.x" }
    let files = movie.images.keys.sorted().compactMap { key in movie.imageBytes(forKey: key).map { (key, $0) } }
    if encodings == .pngOrFailure || encodings == .pngOrBlank, !files.isEmpty,
      !files.contains(where: { Self.isWebPicture($1) })
    {
      return "it waits for a bitmap in PNG, and there is none"
    }
    guard needsAllBitmaps else { return nil }
    // A sound that is not named so is taken for a bitmap.
    let sound = files.first { encodings == .unlessNamedSound && !Self.isNamedSound($0) && StillFormat.sniff($1) == nil }
    let damaged = unreadable.sorted().first ?? sound?.0
    return damaged.map { "it cannot decode “\($0)”, and then shows nothing" }
  }
}

extension PlayerDrawing {
  /// Whether the bitmap under a key is drawn, as far as the player looks before it decodes it.
  func draws(_ bytes: [UInt8], under key: String) -> Bool {
    switch encodings {
    case .any: true
    case .unlessNamedSound: !Self.isNamedSound(key)
    case .png: StillFormat.sniff(bytes) == .png
    case .pngOrFailure, .pngOrBlank: Self.isWebPicture(bytes)
    }
  }

  /// Whether a key is taken for that of a sound.
  private static func isNamedSound(_ key: String) -> Bool { key.hasPrefix("audio") }

  /// Whether the Web player shows a bitmap: PNG, or a JPEG file that starts with its tables.
  private static func isWebPicture(_ bytes: [UInt8]) -> Bool {
    StillFormat.sniff(bytes) == .png || bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xDB])
  }
}

extension DiagnosticLog {
  /// Adds findings about what a player does not draw at all.
  mutating func add(
    failuresOf player: SVGAPlayer, _ tracks: [SpriteTrack], frameCount: Int, refusal: String?
  ) {
    if let refusal { return add(.svgaPlayerBlank, "\(player) draws nothing: \(refusal)") }
    guard let failing = tracks.first(where: { track in (0..<frameCount).contains { track.fails(at: $0) } }) else {
      return
    }
    add(.svgaPlayerFails, "\(player) fails at a sprite and draws nothing after it", at: failing.origin.path())
  }
}

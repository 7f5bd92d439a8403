internal import KilnDiagnostics
internal import KilnSVGAFormat
internal import KilnTimeline

/// Assigns keys that every player finds to the sprites and images of a movie.
///
/// One bitmap has one key, however many sprites show it; but no two mattes have the same. No vector sprite shares its
/// name with a bitmap, because iOS would draw the bitmap under the shapes.
struct SpriteKeys {
  /// Key of each sprite.
  private(set) var spriteKeys: [String] = []
  /// The images that are shown, by key.
  private(set) var images: [String: ImageID] = [:]
  private var imageKeys: [ImageID: String] = [:]
  private var usedKeys: Set<String> = []
  /// Last number for each name, so that n equal names take n steps.
  private var numbers: [String: Int] = [:]

  init(_ entries: [MovieOrder.Entry], log: inout DiagnosticLog) {
    let drawn = entries.filter { !$0.isMatte }.map(\.sprite)
    // Apps know the keys by which they replace bitmaps, so those are given first.
    for sprite in drawn where sprite.replacementKey != nil { nameImage(of: sprite) }
    for sprite in drawn { nameImage(of: sprite) }
    for entry in entries {
      let sprite = entry.sprite
      let key = entry.isMatte ? matteKey(of: sprite) : drawnKey(of: sprite)
      spriteKeys.append(key)
      if entry.isMatte { continue }
      guard let wanted = sprite.replacementKey, wanted != key else { continue }
      log.add(
        .svgaKeyChanged, "the key \"\(wanted)\" is \"\(key)\" in the SVGA file",
        at: sprite.path,
        advice: "use the new key to replace the bitmap in an app")
    }
  }

  private mutating func nameImage(of sprite: Sprite) {
    guard case .image(let id) = sprite.content, imageKeys[id] == nil else { return }
    let key = freeKey(for: sprite.replacementKey ?? sprite.name)
    imageKeys[id] = key
    images[key] = id
  }

  private mutating func drawnKey(of sprite: Sprite) -> String {
    switch sprite.content {
    case .image(let id): imageKeys[id] ?? ""
    case .vector, .group: freeKey(for: sprite.replacementKey ?? sprite.name) + SVGAPlayers.vectorSuffix
    }
  }

  /// Players find a matte's bitmap under the key without its ending.
  private mutating func matteKey(of sprite: Sprite) -> String {
    let key = freeKey(for: sprite.name)
    if case .image(let id) = sprite.content { images[key] = id }
    return key + SVGAPlayers.matteSuffix
  }

  /// An unused key derived from `name`.
  mutating func freeKey(for name: String) -> String {
    let stem = Self.legalKey(for: name)
    var key = stem
    while !usedKeys.insert(key).inserted {
      let number = numbers[stem, default: 1] + 1
      numbers[stem] = number
      key = "\(stem)_\(number)"
    }
    return key
  }

  /// The name without a known suffix, and with `_` in place of each sequence of illegal bytes.
  private static func legalKey(for name: String) -> String {
    let endings =
      [SVGAPlayers.vectorSuffix, SVGAPlayers.matteSuffix] + [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".svg"]
    let ending = endings.first { name.lowercased().hasSuffix($0) } ?? ""
    var key = ""
    for byte in name.dropLast(ending.count).utf8 {
      if SVGAPlayers.isSafe(byte: byte) {
        key.unicodeScalars.append(Unicode.Scalar(byte))
      } else if key.last != "_" {
        key.append("_")
      }
    }
    return key.isEmpty || key == "_" ? "sprite" : key
  }
}

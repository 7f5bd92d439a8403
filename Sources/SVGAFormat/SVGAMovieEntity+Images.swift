#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SVGAMovieEntity {
  /// The file under a key, a bitmap or a sound; nil if there is none.
  public func imageBytes(forKey key: String) -> [UInt8]? { images[key].map { [UInt8]($0) } }

  /// Sets the file under a key.
  public mutating func setImageBytes(_ bytes: [UInt8], forKey key: String) { images[key] = Data(bytes) }

  /// Removes the file under a key.
  public mutating func removeImage(forKey key: String) { images[key] = nil }

  /// The key of a sprite's bitmap; nil if it has none.
  ///
  /// That is the sprite's key without `.matte`, as on Android, or else the part before its last dot, as on iOS. A
  /// sprite with the suffix `.vector` has no bitmap by convention.
  public func bitmapKey(for imageKey: String) -> String? {
    let key =
      imageKey.hasSuffix(SVGAPlayers.matteSuffix)
      ? String(imageKey.dropLast(SVGAPlayers.matteSuffix.count)) : imageKey
    if images[key] != nil { return key }
    guard !key.hasSuffix(SVGAPlayers.vectorSuffix), let dot = key.lastIndex(of: ".") else { return nil }
    let stem = String(key[..<dot])
    return images[stem] == nil ? nil : stem
  }
}

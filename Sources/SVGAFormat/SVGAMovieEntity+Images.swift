#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SVGAMovieEntity {
  /// The file under a key: a picture or a sound.
  public func imageBytes(forKey key: String) -> [UInt8]? { images[key].map { [UInt8]($0) } }

  /// Puts a file under a key.
  public mutating func setImageBytes(_ bytes: [UInt8], forKey key: String) { images[key] = Data(bytes) }

  /// Removes the file under a key.
  public mutating func removeImage(forKey key: String) { images[key] = nil }

  /// The key under which a sprite's bitmap lies.
  ///
  /// As on Android that is the sprite's own without `.matte`; else, as on iOS, what stands before its last dot. The key
  /// of a vector sprite is not cut: by convention it has no bitmap.
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

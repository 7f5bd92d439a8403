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
}

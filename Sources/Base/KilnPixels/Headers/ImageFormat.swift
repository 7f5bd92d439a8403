/// File format of a still image.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// PNG, still or animated (APNG).
  case png
  /// JPEG.
  case jpeg
  /// WebP, lossy or lossless, also animated.
  case webp

  /// Detects the format by the signature in the first bytes; nil for any other. File names are not considered.
  public static func sniff(_ bytes: [UInt8]) -> ImageFormat? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
    return nil
  }
}

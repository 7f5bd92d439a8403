#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LottieImage {
  /// Whether the picture is part of the document.
  public var isEmbedded: Bool { DataURL.isOne(file) }

  /// Whether the media type or the file's name says that the picture is SVG. Browsers look into files for other formats, but
  /// not for this one.
  public var isNamedSVG: Bool {
    isEmbedded
      ? file.prefix { $0 != "," }.lowercased().hasPrefix("data:image/svg+xml") : file.lowercased().hasSuffix(".svg")
  }

  /// Whether the media type or the file's name says that it is a video, which some players show as an image.
  public var isVideo: Bool {
    if isEmbedded { return file.prefix { $0 != "," }.lowercased().hasPrefix("data:video/") }
    let name = file.lowercased()
    return [".mp4", ".m4v", ".mov", ".webm"].contains { name.hasSuffix($0) }
  }

  /// The bytes of a picture that is part of the document (a `data:` URL, RFC 2397); nil if they cannot be decoded.
  public var embeddedBytes: [UInt8]? { DataURL.bytes(of: file) }
}

/// `data:` URLs (RFC 2397).
package enum DataURL {
  static func isOne(_ text: String) -> Bool { text.hasPrefix("data:") }

  /// The bytes of one; nil for any other text, or if they cannot be decoded.
  package static func bytes(of text: String) -> [UInt8]? {
    guard isOne(text), let comma = text.firstIndex(of: ",") else { return nil }
    let content = text[text.index(after: comma)...]
    let bytes = unescaped(content.utf8)
    guard text[..<comma].hasSuffix(";base64") else { return bytes }
    return Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

  /// Text with escaped bytes, as tools write SVG images, up to a fragment (RFC 3986, 2.1 and 3.5).
  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    let bytes = Array(text.prefix { $0 != UInt8(ascii: "#") })
    var result: [UInt8] = []
    var position = 0
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    while position < bytes.count {
      let digits = bytes[position...].dropFirst().prefix(2)
      if bytes[position] == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isHexadecimal),
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(byte)
        position += 3
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }
}

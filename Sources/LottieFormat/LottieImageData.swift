#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LottieImage {
  /// Whether the picture is part of the document.
  public var isEmbedded: Bool { DataURL.isOne(file) }

  /// The bytes of a picture that is part of the document (a `data:` URL, RFC 2397); nil if they cannot be decoded.
  public var embeddedBytes: [UInt8]? { DataURL.bytes(of: file) }
}

/// `data:` URLs (RFC 2397).
enum DataURL {
  static func isOne(_ text: String) -> Bool { text.hasPrefix("data:") }

  /// The bytes of one in base 64; nil for any other text, or if they cannot be decoded.
  static func bytes(of text: String) -> [UInt8]? {
    guard isOne(text), let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64") else { return nil }
    let content = String(text[text.index(after: comma)...])
    return Data(base64Encoded: content, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension LottieImage {
  /// Whether the picture is part of the document.
  public var isEmbedded: Bool { file.hasPrefix("data:") }

  /// The bytes of a picture that is part of the document (a `data:` URL, RFC 2397); nil if they cannot be decoded.
  public var embeddedBytes: [UInt8]? {
    guard isEmbedded, let comma = file.firstIndex(of: ","), file[..<comma].hasSuffix(";base64") else { return nil }
    let text = String(file[file.index(after: comma)...])
    return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}

package import KilnDiagnostics
internal import KilnPixels

/// File format of a still picture that can be decoded.
///
/// `ImageFormat` has those that timelines hold; `PortableImages` makes one of these of any other.
package enum StillFormat: String, Sendable, Hashable, CaseIterable {
  case png, jpeg, webp, gif, avif, svg

  /// Detects the format by the first bytes; nil for any other. File names and media types are not considered.
  package static func sniff(_ bytes: [UInt8]) -> StillFormat? {
    switch ImageFormat.sniff(bytes) {
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    case nil: GIFFrameDecoder.recognizes(bytes) ? .gif : AVIFBoxes.recognizes(bytes) ? .avif : isSVG(bytes) ? .svg : nil
    }
  }

  /// - Throws: `image.library.missing` if the program was built without a decoder of the format.
  package func requireDecoder() throws(Diagnostic) {
    if self == .jpeg, !PackageTrait.jpeg.isEnabled { throw .leftOut("JPEG", "libjpeg", .jpeg) }
  }

  /// Media type (RFC 6838).
  package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }

  /// Name as people write it.
  package var title: String { self == .webp ? "WebP" : rawValue.uppercased() }

  /// A file of the format in a sentence, such as “a PNG image”.
  package var phrase: String { "\([.avif, .svg].contains(self) ? "an" : "a") \(title) image" }

  /// Bytes at the start of an SVG file in which its root element must begin, after declarations and comments.
  private static let prologue = 4096

  /// Whether the bytes are the text of an SVG document: its first element is `svg`.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var text = bytes.prefix(prologue).dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    while true {
      text = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard let last = lastBytes(ofWhatPrecedes: text) else { break }
      guard let found = text.indices.first(where: { text[$0...].starts(with: last) }) else { return false }
      text = text[(found + last.count)...]
    }
    return text.starts(with: "<svg".utf8)
  }

  /// Closing bytes of the declaration, instruction or comment at the start; nil before an element (XML 1.0, 2.8).
  private static func lastBytes(ofWhatPrecedes text: ArraySlice<UInt8>) -> [UInt8]? {
    if text.starts(with: "<?".utf8) { return Array("?>".utf8) }
    if text.starts(with: "<!--".utf8) { return Array("-->".utf8) }
    guard text.starts(with: "<!".utf8) else { return nil }
    // A document type may have declarations of its own, in brackets.
    let isOpen = text.first { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") } == UInt8(ascii: "[")
    return Array((isOpen ? "]>" : ">").utf8)
  }
}

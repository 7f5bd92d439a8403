internal import KilnCompression

extension [UInt8] {
  /// Signature at the start of PNG files (PNG specification, 5.2).
  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Appends a chunk: length, name, content, and the checksum of name and content.
  package mutating func append(chunk name: String, _ content: [UInt8]) {
    let checked = Array(name.utf8) + content
    append(bigEndian: content.count)
    self += checked
    append(bigEndian: Int(Checksum.crc32(checked)))
  }

  /// Appends the header of a picture without interlacing.
  mutating func append(header size: (width: Int, height: Int), bitDepth: Int, _ colorType: PNGPicture.ColorType) {
    var header: [UInt8] = []
    header.append(bigEndian: size.width)
    header.append(bigEndian: size.height)
    append(chunk: "IHDR", header + [UInt8(bitDepth), colorType.rawValue, 0, 0, 0])
  }

  /// Appends the colours that indices stand for, if there are any; those with alpha come first.
  mutating func append(palette: [UInt32]) {
    guard !palette.isEmpty else { return }
    append(chunk: "PLTE", palette.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] })
    let alphas = palette.prefix { $0 >> 24 < 255 }.map { UInt8($0 >> 24) }
    if !alphas.isEmpty { append(chunk: "tRNS", alphas) }
  }

  /// Appends a number as some bytes, the highest first.
  package mutating func append(bigEndian value: Int, bytes: Int = 4) {
    for byte in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}

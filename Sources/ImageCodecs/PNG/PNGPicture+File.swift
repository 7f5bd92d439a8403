internal import Compression

extension PNGPicture {
  /// The file around the deflated rows (PNG specification, 5.3).
  func file(imageData: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Deflate, adaptive filters, no interlacing.
    file.append(
      chunk: "IHDR", Self.word(width) + Self.word(height) + [UInt8(bitDepth), colorType.rawValue, 0, 0, 0])
    if !palette.isEmpty {
      file.append(chunk: "PLTE", palette.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] })
      let alphas = palette.prefix { $0 >> 24 < 255 }.map { UInt8($0 >> 24) }
      if !alphas.isEmpty { file.append(chunk: "tRNS", alphas) }
    }
    // A chunk's length has 31 bits.
    for start in stride(from: 0, to: imageData.count, by: 1 << 30) {
      file.append(chunk: "IDAT", Array(imageData[start..<min(start + 1 << 30, imageData.count)]))
    }
    file.append(chunk: "IEND", [])
    return file
  }

  /// Four bytes, the highest first.
  fileprivate static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

extension [UInt8] {
  /// Appends a chunk: length, name, content, and the checksum of name and content.
  fileprivate mutating func append(chunk name: String, _ content: [UInt8]) {
    let checked = Array(name.utf8) + content
    self += PNGPicture.word(content.count) + checked + PNGPicture.word(Int(CyclicRedundancy.crc32(checked)))
  }
}

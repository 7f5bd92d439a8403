extension ImageHeader {
  /// The orientation of a PNG file, in the `eXIf` chunk before its pixels (PNG specification, third edition, 11.3.4.4).
  static func orientation(png bytes: [UInt8]) -> ImageOrientation {
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = bytes[position + 4..<position + 8]
      guard length <= bytes.count - position - 12, !name.elementsEqual("IDAT".utf8) else { break }
      if name.elementsEqual("eXIf".utf8) {
        return ImageOrientation(exif: bytes[position + 8..<position + 8 + length])
      }
      position += 12 + length
    }
    return .upright
  }

  /// The orientation of a JPEG file, in its first EXIF segment before the first scan (CIPA DC-008, 4.7.2).
  static func orientation(jpeg bytes: [UInt8]) -> ImageOrientation {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let (startOfScan, endOfImage, application1): (UInt8, UInt8, UInt8) = (0xDA, 0xD9, 0xE1)
      guard marker != startOfScan, marker != endOfImage, length >= 2, length <= bytes.count - position - 2 else {
        break
      }
      let content = bytes[position + 4..<position + 2 + length]
      // A name, its end, and a byte of padding, which Chromium does not look at.
      if marker == application1, content.count > 6, content.starts(with: Array("Exif\0".utf8)) {
        return ImageOrientation(exif: content.dropFirst(6))
      }
      position += 2 + length
    }
    return .upright
  }
}

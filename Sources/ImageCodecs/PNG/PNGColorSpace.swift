/// What a PNG file says about its colours.
public enum PNGColorSpace {
  /// Whether the numbers mean sRGB, so that nothing is lost when they stand alone (PNG specification, 11.3.2).
  public static func isStandard(_ file: [UInt8]) -> Bool {
    var hasStandardGamma = true
    for (name, content) in chunks(of: file) {
      switch name {
      case "sRGB": return true
      case "iCCP": return content.prefix(80).split(separator: 0).first.map(isStandardName) ?? false
      // 1 / 2.2, in parts of 100000.
      case "gAMA": hasStandardGamma = content.elementsEqual([0, 0, 0xB1, 0x8F])
      case "IDAT": return hasStandardGamma
      default: break
      }
    }
    return hasStandardGamma
  }

  private static func isStandardName(_ name: ArraySlice<UInt8>) -> Bool {
    String(decoding: name, as: UTF8.self).contains("sRGB")
  }

  /// Names and contents of the chunks, as far as the file is whole.
  private static func chunks(of file: [UInt8]) -> [(name: String, content: ArraySlice<UInt8>)] {
    var chunks: [(name: String, content: ArraySlice<UInt8>)] = []
    var position = 8
    while position + 12 <= file.count {
      let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - position - 12 else { break }
      let content = position + 8..<position + 8 + length
      chunks.append((String(decoding: file[position + 4..<position + 8], as: UTF8.self), file[content]))
      position += 12 + length
    }
    return chunks
  }
}

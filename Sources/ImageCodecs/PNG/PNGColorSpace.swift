/// What a PNG file says about its colours.
public enum PNGColorSpace {
  /// Whether the numbers mean sRGB, so that nothing is lost when they stand alone (PNG specification, 11.3.2).
  public static func isStandard(_ file: [UInt8]) -> Bool {
    var hasStandardGamma = true
    for chunk in PNGChunks(file) {
      switch chunk.name {
      case "sRGB": return true
      case "iCCP": return chunk.content.prefix(80).split(separator: 0).first.map(isStandardName) ?? false
      // 1 / 2.2, in parts of 100000.
      case "gAMA": hasStandardGamma = chunk.content.elementsEqual([0, 0, 0xB1, 0x8F])
      case "IDAT": return hasStandardGamma
      default: break
      }
    }
    return hasStandardGamma
  }

  private static func isStandardName(_ name: ArraySlice<UInt8>) -> Bool {
    String(decoding: name, as: UTF8.self).contains("sRGB")
  }
}

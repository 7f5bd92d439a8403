/// How the pictures of a WebP file are coded, read from its chunks.
public enum WebPCoding {
  /// Whether a picture of a file, still or animated, is coded with losses.
  ///
  /// False for bytes that are no WebP file.
  public static func hasLossyPicture(_ file: [UInt8]) -> Bool {
    guard file.count >= 12, file[..<4].elementsEqual("RIFF".utf8) else { return false }
    return hasLossyPicture(file[12...])
  }

  /// - Parameter chunks: Name, size and content of each, as far as they are whole (WebP Container Specification).
  private static func hasLossyPicture(_ chunks: ArraySlice<UInt8>) -> Bool {
    var rest = chunks
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let content = rest.dropFirst(8).prefix(size)
      switch name {
      case "VP8 ": return true
      // A frame: 16 bytes about it, then its chunks.
      case "ANMF": if hasLossyPicture(content.dropFirst(16)) { return true }
      default: break
      }
      // Contents are padded to even sizes.
      rest = rest.dropFirst(8 + size + size & 1)
    }
    return false
  }
}

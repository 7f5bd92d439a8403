/// Coding of the images in a WebP file, read from its chunks.
public enum WebPCoding {
  /// Whether an image or frame of a file is lossily coded; false for bytes that are not a WebP file.
  public static func hasLossyPicture(_ file: [UInt8]) -> Bool {
    guard file.count >= 12, file[..<4].elementsEqual("RIFF".utf8) else { return false }
    return hasLossyPicture(file[12...])
  }

  private static func hasLossyPicture(_ chunks: ArraySlice<UInt8>) -> Bool {
    for chunk in WebPChunks(chunks) {
      switch chunk.name {
      case "VP8 ": return true
      // A frame: 16 bytes of parameters, then its chunks.
      case "ANMF": if hasLossyPicture(chunk.content.dropFirst(16)) { return true }
      default: break
      }
    }
    return false
  }
}

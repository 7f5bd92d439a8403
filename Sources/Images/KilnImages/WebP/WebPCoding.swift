/// Coding of the images in a WebP file, read from its chunks.
package enum WebPCoding {
  /// Whether an image or frame of a file is lossily coded; false for bytes that are not a WebP file.
  package static func hasLossyPicture(_ file: [UInt8]) -> Bool {
    guard file.count >= 12, file[..<4].elementsEqual("RIFF".utf8) else { return false }
    return hasLossyPicture(file[12...])
  }

  /// Bytes of the alpha channel of a still, lossily coded image; 0 if it has none.
  package static func alphaBytes(_ file: [UInt8]) -> Int {
    guard file.count >= 12 else { return 0 }
    return WebPChunks(file[12...]).first { $0.name == "ALPH" }?.content.count ?? 0
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

/// Reader of the ICC profile of a WebP file (WebP container specification, colour profile).
enum WebPColorProfile {
  /// The content of the `ICCP` chunk; empty if the extended header declares no profile.
  static func candidates(in file: [UInt8]) -> [ColorConversion.Candidate] {
    // RIFF, size, WEBP; then VP8X with its size and flags.
    guard file.count >= 30, file[12..<16].elementsEqual("VP8X".utf8), file[20] & 0x20 != 0 else { return [] }
    for chunk in WebPChunks(file[12...]) where chunk.name == "ICCP" && chunk.isComplete {
      guard chunk.content.count <= ColorDescription.largestProfile else { return [.failure(.tooLarge)] }
      return [.success(.profile(Array(chunk.content)))]
    }
    return [.failure(.damaged)]
  }
}

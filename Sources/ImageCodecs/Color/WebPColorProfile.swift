/// Finds the ICC profile of a WebP file (WebP container specification, colour profile).
enum WebPColorProfile {
  /// The content of the `ICCP` chunk; none if the extended header announces no profile.
  static func candidates(in file: [UInt8]) -> [ColorConversion.Candidate] {
    // RIFF, size, WEBP; then VP8X with its size and flags.
    guard file.count >= 30, file[12..<16].elementsEqual("VP8X".utf8), file[20] & 0x20 != 0 else { return [] }
    var position = 12
    while position + 8 <= file.count {
      let size = file[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= file.count - position - 8 else { break }
      if file[position..<position + 4].elementsEqual("ICCP".utf8) {
        guard size <= ColorDescription.largestProfile else { return [.failure(.tooLarge)] }
        return [.success(.profile(Array(file[position + 8..<position + 8 + size])))]
      }
      // Chunks of odd size have a byte of padding.
      position += 8 + size + size & 1
    }
    return [.failure(.damaged)]
  }
}

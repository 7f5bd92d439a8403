package import KilnCompression
package import KilnDiagnostics
package import KilnPixels

extension PNGEncoder {
  /// Encodes a frame of an animation that becomes one PNG file a frame; `ImageDecoder` returns equal pixels.
  ///
  /// At `.light` and `.normal` effort large animations get little time for each frame, as those in an animated PNG do.
  ///
  /// - Parameters:
  ///   - colors: Unpremultiplies translucent pixels.
  ///   - totalPixels: Pixels of all frames.
  /// - Throws: As `encode`.
  package static func encode(
    frame pixmap: Pixmap, colors: Unpremultiplier, effort: CompressionEffort, totalPixels: Int
  ) throws(Diagnostic) -> [UInt8] {
    guard effort == .light || effort == .normal else {
      return try encode(pixmap, colors: colors, effort: effort, totalPixels: totalPixels)
    }
    try check(pixmap)
    var trials = FrameTrials(FramePacking(effort, bytes: Self.bytesPerPixel * totalPixels))
    for picture in try PNGPicture.candidates(for: pixmap, colors, effort: .light) {
      // A colour of a palette takes four bytes.
      try trials.add(picture, paletteBytes: 4 * picture.palette.count)
    }
    guard let best = try trials.smallestTrial() else {
      throw Diagnostic(.internalError, "a frame has no form in which it can be stored")
    }
    return best.trial.picture.file(imageData: best.data)
  }

  private static let bytesPerPixel = 4
}

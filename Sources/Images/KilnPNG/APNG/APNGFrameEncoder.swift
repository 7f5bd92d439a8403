package import KilnCompression
package import KilnDiagnostics
package import KilnPixels

/// Compresses the frames of an animated PNG.
package struct APNGFrameEncoder: Sendable {
  private let format: APNGPixelFormat
  private let packing: FramePacking

  /// An encoder of frames in one format.
  ///
  /// - Parameter totalPixels: Pixels of all frames; each of many gets less time.
  package init(format: APNGPixelFormat, effort: CompressionEffort, totalPixels: Int) {
    self.format = format
    packing = FramePacking(effort, bytes: format.byteCount(ofPixels: totalPixels))
  }

  /// The smallest stream for a frame, and whether it is composited onto what is there.
  ///
  /// - Parameters:
  ///   - pixels: what the rectangle is to hold
  ///   - addition: of these, the pixels that have changed, on transparent ground; nil if blending cannot give `pixels`
  /// - Throws: `internal.error` if there is no memory.
  package func encode(
    _ pixels: Pixmap, addition: Pixmap?
  ) throws(Diagnostic) -> (data: [UInt8], isBlended: Bool) {
    var trials = FrameTrials(packing)
    for (pixmap, isBlended) in variants(pixels, addition) {
      try trials.add(format.picture(pixmap), isBlended: isBlended)
    }
    return try trials.smallest()
  }

  /// The pictures that show the same, the one that is mostly smaller first.
  private func variants(_ pixels: Pixmap, _ addition: Pixmap?) -> [(Pixmap, isBlended: Bool)] {
    guard let addition, format.transparent != nil else { return [(pixels, false)] }
    return packing.triesReplacing ? [(addition, true), (pixels, false)] : [(addition, true)]
  }
}

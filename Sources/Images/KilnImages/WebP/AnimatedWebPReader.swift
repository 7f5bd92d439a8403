internal import CKilnWebP
package import KilnDiagnostics
package import KilnPixels

/// Decoder of a WebP file, animated or still, as players show it.
package struct AnimatedWebPReader: Sendable {
  /// Canvas width in pixels.
  package let width: Int
  /// Canvas height in pixels.
  package let height: Int
  /// Number of plays; 0 for infinite. 1 for a still image.
  package let loopCount: Int
  /// Number of frames; 1 for a still image.
  package let frameCount: Int
  private let bytes: [UInt8]
  private let limits: Limits

  /// Reads the structure of the file without decoding pixels.
  ///
  /// - Throws: `image.data.invalid` or `limit.exceeded`.
  package init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    self.bytes = bytes
    (width, height, loopCount, frameCount) = try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
      var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
      guard let demuxer = WebPDemux(&data) else { throw WebPFailure.invalid("its structure is wrong or incomplete") }
      defer { WebPDemuxDelete(demuxer) }
      return (
        Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)), Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)),
        Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT)), Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))
      )
    }
    try limits.check(width: width, height: height, "The WebP animation")
    try limits.check(frameCount, atMost: .frames, "The WebP animation's number of frames")
    self.limits = limits
  }

  /// Calls `body` with the container's data about each frame, in order.
  ///
  /// - Throws: `image.data.invalid`.
  func withFrames<Result>(_ body: (WebPIterator) -> Result) throws(Diagnostic) -> [Result] {
    try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
      var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
      guard let demuxer = WebPDemux(&data) else { throw WebPFailure.invalid("its structure is wrong or incomplete") }
      defer { WebPDemuxDelete(demuxer) }
      var iterator = WebPIterator()
      defer { WebPDemuxReleaseIterator(&iterator) }
      var results: [Result] = []
      guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else { throw WebPFailure.invalid("it has no frames") }
      repeat { results.append(body(iterator)) } while WebPDemuxNextFrame(&iterator) != 0
      return results
    }
  }

  /// Decodes all frames: the composited canvas after each frame, and the frame's end time from the start of the
  /// animation. A still image ends at 0.
  ///
  /// - Throws: `image.data.invalid`, or `limit.exceeded` if they are too much for the memory.
  package func decodeFrames() throws(Diagnostic) -> [(pixmap: Pixmap, endMilliseconds: Int)] {
    // Cannot overflow, because all three numbers were checked against limits.
    let perFrame = width * height * 4
    try limits.check(
      frameCount, atMost: limits.decodedImageBytes / max(1, perFrame), by: .decodedImageBytes,
      "The WebP animation's number of frames of \(perFrame) bytes")
    let decoder = try WebPFrameDecoder(bytes, width: width, height: height)
    var frames: [(pixmap: Pixmap, endMilliseconds: Int)] = []
    while let pixmap = try decoder.next() { frames.append((pixmap, decoder.endMilliseconds)) }
    return frames
  }
}

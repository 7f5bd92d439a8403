internal import CKilnWebP
package import KilnDiagnostics

/// Assembles encoded frames to an animated WebP file.
///
/// The caller decides which rectangle of a frame is stored, and how it is blended. A single frame that covers the whole
/// canvas gives a still WebP file without duration, because libwebp writes it so.
package struct AnimatedWebPWriter: ~Copyable {
  private let mux: OpaquePointer
  private let width: Int
  private let height: Int
  private var count = 0
  /// Whether the canvas may be seen through where no frame is.
  private var isOpen = false

  /// An animation without frames.
  ///
  /// - Parameters:
  ///   - width: Canvas width in pixels.
  ///   - height: Canvas height in pixels.
  ///   - loopCount: Number of plays, 0 for infinite; at most 65535.
  ///   - background: Colour of the canvas as `blue | green << 8 | red << 16 | alpha << 24`. Only a hint: browsers and
  ///     libwebp's decoder start with a transparent canvas.
  /// - Throws: `image.encode.failed` if a number is out of range.
  package init(width: Int, height: Int, loopCount: Int, background: UInt32 = 0) throws(Diagnostic) {
    guard let mux = WebPMuxNew() else { throw .outOfMemory("libwebp") }
    var status = WEBP_MUX_INVALID_ARGUMENT
    // With a size of 0 libwebp would compute the canvas from the frames.
    if width > 0, height > 0, (0...0xffff).contains(loopCount) {
      status = WebPMuxSetCanvasSize(mux, Int32(clamping: width), Int32(clamping: height))
      if status == WEBP_MUX_OK {
        var parameters = WebPMuxAnimParams(bgcolor: background, loop_count: Int32(loopCount))
        status = WebPMuxSetAnimationParams(mux, &parameters)
      }
    }
    guard status == WEBP_MUX_OK else {
      WebPMuxDelete(mux)
      throw WebPFailure.assembling(status, "A canvas of \(width) × \(height), played \(loopCount) times,")
    }
    self.mux = mux
    self.width = width
    self.height = height
  }

  deinit { WebPMuxDelete(mux) }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - frame: A still WebP image, as returned by `WebPFrameEncoder`; it must lie inside the canvas, which `finish()`
  ///     checks.
  ///   - x: Column of its left edge.
  ///   - y: Row of its top edge.
  ///   - durationMilliseconds: Duration, below 2²⁴.
  ///   - blend: Whether it is composited over the canvas; otherwise it replaces its rectangle.
  ///   - disposeToBackground: Whether its rectangle is cleared to transparent afterwards; otherwise it is kept.
  /// - Throws: `image.encode.failed` if the frame is not a WebP image or the duration is out of range.
  /// - Precondition: `x` and `y` are even and not negative, because the format stores halves.
  package mutating func append(
    frame: [UInt8], x: Int, y: Int, durationMilliseconds: Int, blend: Bool, disposeToBackground: Bool
  ) throws(Diagnostic) {
    precondition(x >= 0 && y >= 0 && x.isMultiple(of: 2) && y.isMultiple(of: 2), "offsets must be even")
    let status = frame.withUnsafeBufferPointer { bytes in
      var info = WebPMuxFrameInfo()
      info.id = WEBP_CHUNK_ANMF
      info.bitstream = WebPData(bytes: bytes.baseAddress, size: bytes.count)
      info.x_offset = Int32(clamping: x)
      info.y_offset = Int32(clamping: y)
      info.duration = Int32(clamping: durationMilliseconds)
      info.blend_method = blend ? WEBP_MUX_BLEND : WEBP_MUX_NO_BLEND
      info.dispose_method = disposeToBackground ? WEBP_MUX_DISPOSE_BACKGROUND : WEBP_MUX_DISPOSE_NONE
      return WebPMuxPushFrame(mux, &info, 1)
    }
    guard status == WEBP_MUX_OK else { throw WebPFailure.assembling(status, "Frame \(count)") }
    if disposeToBackground || count == 0 && !coversCanvas(frame) { isOpen = true }
    count += 1
  }

  private func coversCanvas(_ frame: [UInt8]) -> Bool {
    var size: (width: Int32, height: Int32) = (0, 0)
    guard WebPGetInfo(frame, frame.count, &size.width, &size.height) != 0 else { return false }
    return Int(size.width) == width && Int(size.height) == height
  }

  /// The complete file.
  ///
  /// - Throws: `image.encode.failed` if there is no frame, or one extends beyond the canvas.
  package consuming func finish() throws(Diagnostic) -> [UInt8] {
    var file = WebPData()
    defer { WebPDataClear(&file) }
    let status = WebPMuxAssemble(mux, &file)
    guard status == WEBP_MUX_OK else { throw WebPFailure.assembling(status, "The sequence of \(count) frames") }
    var bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    if isOpen { Self.setAlphaFlag(of: &bytes) }
    return bytes
  }

  /// Says in the header that pixels may be transparent. libwebp looks at the frames only, and decoders that trust it fill
  /// what opaque frames leave open.
  private static func setAlphaFlag(of file: inout [UInt8]) {
    guard file.count > 20, file[12..<16].elementsEqual("VP8X".utf8) else { return }
    file[20] |= 0x10
  }
}

internal import CWebP
public import Diagnostics

/// Puts encoded frames together into an animated WebP file.
///
/// The file holds what was appended, no more: which rectangle of a frame is stored, and how it is blended, is the
/// caller's decision. An animation of a single frame that covers the whole canvas becomes a still WebP file, because
/// libwebp writes it so; its duration is lost, and every viewer shows it.
public struct AnimatedWebPWriter: ~Copyable {
  private let mux: OpaquePointer
  private var count = 0

  /// An animation without frames.
  ///
  /// - Parameters:
  ///   - width: columns of the canvas.
  ///   - height: rows of the canvas.
  ///   - loopCount: how often it plays, 0 for ever; at most 65535.
  ///   - background: colour of the canvas as `blue | green << 8 | red << 16 | alpha << 24`. Only a hint: browsers and
  ///     libwebp's own decoder start from a transparent canvas.
  /// - Throws: `image.encode.failed` if a number is out of its range.
  public init(width: Int, height: Int, loopCount: Int, background: UInt32 = 0) throws(Diagnostic) {
    guard let mux = WebPMuxNew() else { throw WebPFailure.version }
    var status = WEBP_MUX_INVALID_ARGUMENT
    // Zero would mean to libwebp that it measures the canvas itself.
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
  }

  deinit { WebPMuxDelete(mux) }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - frame: a still WebP image as `WebPFrameEncoder` makes it; it must lie inside the canvas, see `finish()`.
  ///   - x: column of its left edge.
  ///   - y: row of its top edge.
  ///   - durationMilliseconds: how long it shows, below 2²⁴.
  ///   - blend: whether it is composited onto the canvas; otherwise it replaces its rectangle.
  ///   - disposeToBackground: whether its rectangle becomes transparent afterwards; otherwise it stays.
  /// - Throws: `image.encode.failed` if the frame is not a WebP image or the duration is out of its range.
  /// - Precondition: `x` and `y` are even and not negative: the format can express no others.
  public mutating func append(
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
    count += 1
  }

  /// The whole file.
  ///
  /// - Throws: `image.encode.failed` if there is no frame, or one reaches beyond the canvas.
  public consuming func finish() throws(Diagnostic) -> [UInt8] {
    var file = WebPData()
    defer { WebPDataClear(&file) }
    let status = WebPMuxAssemble(mux, &file)
    guard status == WEBP_MUX_OK else { throw WebPFailure.assembling(status, "The sequence of \(count) frames") }
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }
}

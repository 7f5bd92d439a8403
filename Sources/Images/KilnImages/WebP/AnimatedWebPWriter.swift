internal import CKilnWebP
internal import KilnCompression
package import KilnDiagnostics

/// Assembles encoded frames to an animated WebP file.
///
/// The caller decides which rectangle of a frame is stored, and how it is blended. A frame is copied into the file at
/// once and then let go, because the frames of a long animation take as much memory as its file. Source: the WebP
/// container specification.
package struct AnimatedWebPWriter {
  private let width: Int
  private let height: Int
  /// The header, in which the size and the alpha flag are not set yet, and the frames so far.
  private var file = SegmentedBytes()
  /// The first frame, as long as it is the only one and covers the canvas.
  private var still: [UInt8]?
  private var count = 0
  /// Whether a frame has transparent pixels, or the canvas may be seen through where no frame is. Unless the header says
  /// so, some decoders fill what opaque frames leave open.
  private var hasAlpha = false

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
    let sides = 1...1 << 24
    guard sides.contains(width), sides.contains(height), width * height < 1 << 32, (0...0xffff).contains(loopCount)
    else {
      throw Self.misfit("A canvas of \(width) × \(height), played \(loopCount) times,")
    }
    self.width = width
    self.height = height
    var header: [UInt8] = []
    header.appendRIFF(size: 0)
    header.append(chunk: "VP8X", size: 10)
    header.append(word: Flags.animation)
    header.append(word: UInt32(truncatingIfNeeded: width - 1), bytes: 3)
    header.append(word: UInt32(truncatingIfNeeded: height - 1), bytes: 3)
    header.append(chunk: "ANIM", size: 6)
    header.append(word: background)
    header.append(word: UInt32(truncatingIfNeeded: loopCount), bytes: 2)
    file.append(header)
  }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - frame: A still WebP image inside the canvas, as returned by `WebPFrameEncoder`.
  ///   - x: Column of its left edge.
  ///   - y: Row of its top edge.
  ///   - durationMilliseconds: Duration, below 2²⁴.
  ///   - blend: Whether it is composited over the canvas; otherwise it replaces its rectangle.
  ///   - disposeToBackground: Whether its rectangle is cleared to transparent afterwards; otherwise it is kept.
  /// - Throws: `image.encode.failed` if the frame is not a WebP image inside the canvas, or the duration is out of range.
  /// - Precondition: `x` and `y` are even and not negative, because the format stores halves.
  package mutating func append(
    frame: [UInt8], x: Int, y: Int, durationMilliseconds: Int, blend: Bool, disposeToBackground: Bool
  ) throws(Diagnostic) {
    precondition(x >= 0 && y >= 0 && x.isMultiple(of: 2) && y.isMultiple(of: 2), "offsets must be even")
    var image = WebPBitstreamFeatures()
    guard WebPGetFeatures(frame, frame.count, &image) == VP8_STATUS_OK, (0..<1 << 24).contains(durationMilliseconds),
      x + Int(image.width) <= width, y + Int(image.height) <= height, let chunks = Self.pictureChunks(of: frame)
    else { throw Self.misfit("Frame \(count)") }
    let coversCanvas = Int(image.width) == width && Int(image.height) == height
    if image.has_alpha != 0 || disposeToBackground || count == 0 && !coversCanvas { hasAlpha = true }
    still = count == 0 && coversCanvas ? frame : nil
    var header: [UInt8] = []
    header.append(chunk: "ANMF", size: 16 + chunks.reduce(0) { $0 + WebPStill.chunkSize($1.content.count) })
    for value in [x / 2, y / 2, Int(image.width) - 1, Int(image.height) - 1, durationMilliseconds] {
      header.append(word: UInt32(truncatingIfNeeded: value), bytes: 3)
    }
    header.append((blend ? 0 : Flags.replaces) | (disposeToBackground ? Flags.isDisposed : 0))
    for chunk in chunks {
      header.append(chunk: chunk.name, size: chunk.content.count)
      file.append(header)
      file.append(chunk.content)
      header = chunk.content.count.isMultiple(of: 2) ? [] : [0]
    }
    file.append(header)
    count += 1
  }

  /// The bytes of the complete file. A single frame that covers the whole canvas gives a still WebP file without duration.
  ///
  /// - Throws: `image.encode.failed` if there is no frame, or the file would pass 4 GiB.
  package mutating func finish() throws(Diagnostic) -> [UInt8] {
    guard count > 0 else { throw Self.misfit("A sequence of no frames") }
    if let still { return still }
    guard let size = UInt32(exactly: file.count - 8) else { throw WebPFailure.encoding(VP8_ENC_ERROR_FILE_TOO_BIG) }
    var file = file.join()
    for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(index))) }
    if hasAlpha { file[20] |= Flags.alpha }
    return file
  }

  /// The chunks of a still image that hold pixels; nil if there are none, or one is cut.
  private static func pictureChunks(of image: [UInt8]) -> [WebPChunks.Chunk]? {
    let chunks = WebPChunks(image.dropFirst(12)).filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
    return chunks.isEmpty || !chunks.allSatisfy(\.isComplete) ? nil : chunks
  }

  private static func misfit(_ what: String) -> Diagnostic {
    Diagnostic(.imageNotEncodable, "\(what) does not fit an animated WebP file")
  }

  /// Bits of the header of the file, and of those of frames.
  private enum Flags {
    static let animation: UInt32 = 0x02
    static let alpha: UInt8 = 0x10
    static let isDisposed: UInt8 = 0x01
    static let replaces: UInt8 = 0x02
  }
}

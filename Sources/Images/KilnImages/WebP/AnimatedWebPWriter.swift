internal import CKilnWebP
package import KilnDiagnostics

/// Assembles encoded frames to an animated WebP file.
///
/// The caller decides which rectangle of a frame is stored, and how it is blended. Of the frames only the file itself is held,
/// as long as it is already. Source: the WebP Container Specification.
package struct AnimatedWebPWriter {
  private let width: Int
  private let height: Int
  /// The file without its last sizes: its header, and the frames so far.
  private var file: [UInt8]
  /// The first frame, as long as it is the only one and covers the canvas.
  private var still: [UInt8]?
  private var count = 0
  /// Whether a frame has transparent pixels, or the canvas may be seen through where no frame is. Decoders that trust the
  /// header fill the canvas with a colour otherwise.
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
    file = Array("RIFF\0\0\0\0WEBP".utf8)
    file.append(chunk: "VP8X", size: 10)
    file.append(Flags.animation, bytes: 4)
    file.append(width - 1, bytes: 3)
    file.append(height - 1, bytes: 3)
    file.append(chunk: "ANIM", size: 6)
    file.append(Int(background), bytes: 4)
    file.append(loopCount, bytes: 2)
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
    file.append(chunk: "ANMF", size: 16 + chunks.reduce(0) { $0 + $1.count })
    file.append(x / 2, bytes: 3)
    file.append(y / 2, bytes: 3)
    file.append(Int(image.width) - 1, bytes: 3)
    file.append(Int(image.height) - 1, bytes: 3)
    file.append(durationMilliseconds, bytes: 3)
    file.append((blend ? 0 : Flags.replaces) | (disposeToBackground ? Flags.isDisposed : 0), bytes: 1)
    for chunk in chunks { file += frame[chunk] }
    count += 1
  }

  /// The complete file. A single frame that covers the whole canvas gives a still WebP file without duration.
  ///
  /// - Throws: `image.encode.failed` if there is no frame, or the file would pass 4 GiB.
  package consuming func finish() throws(Diagnostic) -> [UInt8] {
    guard count > 0 else { throw Self.misfit("A sequence of no frames") }
    if let still { return still }
    guard let size = UInt32(exactly: file.count - 8) else { throw WebPFailure.encoding(VP8_ENC_ERROR_FILE_TOO_BIG) }
    for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(index))) }
    if hasAlpha { file[20] |= UInt8(Flags.alpha) }
    return file
  }

  /// The chunks of a still image that hold pixels, with their headers and padding; nil if there are none, or one is cut.
  private static func pictureChunks(of image: [UInt8]) -> [Range<Int>]? {
    var chunks: [Range<Int>] = []
    var start = 12
    while start + 8 <= image.count {
      let size = (0..<4).reduce(0) { $0 | Int(image[start + 4 + $1]) << (8 * $1) }
      let end = start + 8 + size + size % 2
      guard end <= image.count else { return nil }
      if ["ALPH", "VP8 ", "VP8L"].contains(where: { image[start..<start + 4].elementsEqual($0.utf8) }) {
        chunks.append(start..<end)
      }
      start = end
    }
    return chunks.isEmpty ? nil : chunks
  }

  private static func misfit(_ what: String) -> Diagnostic {
    Diagnostic(.imageNotEncodable, "\(what) does not fit an animated WebP file")
  }

  /// Bits of the header of the file, and of those of frames.
  private enum Flags {
    static let animation = 0x02
    static let alpha = 0x10
    static let isDisposed = 0x01
    static let replaces = 0x02
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the lowest first.
  fileprivate mutating func append(_ value: Int, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Appends the header of a chunk with so many bytes.
  fileprivate mutating func append(chunk name: String, size: Int) {
    self += name.utf8
    append(size, bytes: 4)
  }
}

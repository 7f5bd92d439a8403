package import KilnDiagnostics
package import KilnPixels

/// Decoder of the frames of an animated or still picture file: WebP, PNG, APNG, GIF or JPEG.
///
/// Each frame is the whole canvas as players show it, in order; one canvas is in memory at a time.
package struct PictureFrames {
  /// Format of the file.
  package enum Format: String, Sendable {
    case webp, apng, png, gif, jpeg
  }

  /// Format of the file.
  package let format: Format
  /// Canvas width in pixels.
  package let width: Int
  /// Canvas height in pixels.
  package let height: Int
  /// Duration of each frame in milliseconds; 0 for a still image.
  package let milliseconds: [Double]
  private var decoder: any FrameDecoder

  /// Whether the bytes begin as a file of one of the formats does.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    ImageFormat.sniff(bytes) != nil || GIFFrameDecoder.recognizes(bytes)
  }

  /// Reads the structure of a file. Of a GIF, frames are counted without decoding their pixels.
  ///
  /// - Throws: `image.format.unknown`, `image.data.invalid` or `limit.exceeded`.
  package init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    switch ImageFormat.sniff(bytes) {
    case .webp:
      let info = try PictureInfo(bytes, limits: limits)
      try Self.checkMemory(info.width, info.height, limits)
      format = .webp
      let isAnimated = info.frames.count > 1 || info.durationMilliseconds > 0
      (width, height, milliseconds) = (info.width, info.height, Self.shown(info.frames, isAnimated))
      decoder =
        isAnimated
        ? try WebPFrameDecoder(bytes, width: info.width, height: info.height) : StillDecoder(bytes, limits: limits)
    case .png:
      let info = try PictureInfo(bytes, limits: limits)
      try Self.checkMemory(info.width, info.height, limits)
      let isAnimated = info.frames.count > 1 || info.durationMilliseconds > 0
      format = isAnimated ? .apng : .png
      (width, height, milliseconds) = (info.width, info.height, Self.shown(info.frames, isAnimated))
      decoder = isAnimated ? APNGFrameDecoder(bytes, info, limits: limits) : StillDecoder(bytes, limits: limits)
    case .jpeg:
      guard let header = ImageHeader(bytes) else {
        throw Diagnostic(.imageInvalid, "The JPEG image is damaged: it has no header")
      }
      try Self.checkMemory(header.width, header.height, limits)
      format = .jpeg
      (width, height, milliseconds) = (header.width, header.height, [0])
      decoder = StillDecoder(bytes, limits: limits)
    case nil:
      guard GIFFrameDecoder.recognizes(bytes) else {
        throw Diagnostic(.imageFormatUnknown, "The picture is neither WebP nor PNG, GIF or JPEG")
      }
      if let (width, height) = GIFFrameDecoder.size(of: bytes) { try Self.checkMemory(width, height, limits) }
      let gif = try GIFFrameDecoder(bytes, limits: limits)
      format = .gif
      (width, height, milliseconds) = (gif.width, gif.height, gif.milliseconds)
      decoder = gif
    }
    let pixels = width.multipliedReportingOverflow(by: height).partialValue
    let work = max(limits.framePixels, bytes.count * Self.workPerByte)
    try limits.check(
      milliseconds.count, atMost: work / max(1, pixels), by: .framePixels,
      "The number of frames of \(width) × \(height) pixels in \(bytes.count) bytes")
  }

  /// Pixels of all canvases together that may be decoded for each byte of a large file.
  private static let workPerByte = 1 << 12
  /// The canvas, what it becomes before the next frame, and the frame's own pixels in different forms.
  private static let memory = MemoryPerPixel(shared: 20, perThread: 0)

  private static func checkMemory(_ width: Int, _ height: Int, _ limits: Limits) throws(Diagnostic) {
    _ = try limits.threads(1, width: width, height: height, memory, "the picture")
  }

  /// Durations of frames in browsers, in milliseconds: 100 for frames of an animation that last 10 ms or less.
  private static func shown(_ frames: [PictureInfo.Frame], _ isAnimated: Bool) -> [Double] {
    frames.map { isAnimated && $0.milliseconds <= 10 ? 100 : $0.milliseconds }
  }

  /// The canvas with the next frame; nil after the last one.
  ///
  /// - Throws: `image.data.invalid`.
  package mutating func next() throws(Diagnostic) -> Pixmap? { try decoder.next() }
}

/// Decodes one canvas after the other.
protocol FrameDecoder {
  mutating func next() throws(Diagnostic) -> Pixmap?
}

/// The one frame of an image.
private struct StillDecoder: FrameDecoder {
  private var bytes: [UInt8]?
  private let limits: Limits

  init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func next() throws(Diagnostic) -> Pixmap? {
    guard let file = bytes else { return nil }
    bytes = nil
    return try ImageDecoder.decode(file, limits: limits)
  }
}

internal import CKilnWebP
package import KilnDiagnostics
package import KilnPixels

/// Metadata of a still or animated image file, read without decoding pixels.
package struct PictureInfo: Sendable, Hashable {
  /// A frame: the rectangle of the stored canvas that it holds, and its duration.
  package struct Frame: Sendable, Hashable {
    /// Column of the left edge.
    package var x: Int
    /// Row of the top edge.
    package var y: Int
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// Duration in milliseconds; 0 for a still image.
    package var milliseconds: Double
    /// Whether pixels are stored losslessly.
    package var isLossless: Bool
  }

  /// Canvas width in pixels, as it is shown.
  package var width: Int
  /// Canvas height in pixels, as it is shown.
  package var height: Int
  /// Orientation in which the stored canvas is shown.
  package var orientation = ImageOrientation.upright
  /// Number of plays; 0 for infinite. 1 for a still image.
  package var loopCount: Int
  /// The frames in order; at least one.
  package var frames: [Frame]

  /// Duration of one play in milliseconds; 0 for a still image.
  package var durationMilliseconds: Double { frames.reduce(0) { $0 + $1.milliseconds } }

  /// Reads a WebP or PNG file, animated or still.
  ///
  /// - Throws: `image.data.invalid`, `image.format.unknown` or `limit.exceeded`.
  package init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    switch ImageFormat.sniff(bytes) {
    case .webp: try self.init(webp: bytes, limits: limits)
    case .png: try self.init(png: bytes, limits: limits)
    case .jpeg, nil: throw Diagnostic(.imageFormatUnknown, "the picture is neither WebP nor PNG")
    }
  }

  private init(webp bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    let reader = try AnimatedWebPReader(bytes, limits: limits)
    (width, height, loopCount) = (reader.width, reader.height, reader.loopCount)
    frames = try reader.frameInfos()
  }

  private init(png bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    var size: (width: Int, height: Int)?
    var animation: (frames: Int, loops: Int)?
    frames = []
    for chunk in PNGChunks(bytes) {
      switch chunk.name {
      case "IHDR" where chunk.content.count >= 8: size = (chunk.number(at: 0), chunk.number(at: 4))
      case "acTL" where chunk.content.count >= 8: animation = (chunk.number(at: 0), chunk.number(at: 4))
      case "fcTL" where chunk.content.count >= 26:
        try limits.check(frames.count + 1, atMost: .frames, "the picture's number of frames")
        frames.append(Frame(frameControl: chunk))
      default: break
      }
    }
    guard let size else { throw Diagnostic(.imageInvalid, "the picture is damaged: it has no header") }
    orientation = ImageHeader(bytes)?.orientation ?? .upright
    (width, height) = orientation.swapsSides ? (size.height, size.width) : size
    loopCount = animation?.loops ?? 1
    if animation == nil || frames.isEmpty {
      frames = [Frame(x: 0, y: 0, width: size.width, height: size.height, milliseconds: 0, isLossless: true)]
    }
    try limits.check(width: width, height: height, "The picture")
  }
}

extension PictureInfo.Frame {
  /// A frame described by an `fcTL` chunk (PNG specification, third edition, 11.3.6.2).
  fileprivate init(frameControl chunk: PNGChunks.Chunk) {
    let denominator = chunk.number(at: 22, bytes: 2)
    self.init(
      x: chunk.number(at: 12), y: chunk.number(at: 16), width: chunk.number(at: 4), height: chunk.number(at: 8),
      milliseconds: Double(chunk.number(at: 20, bytes: 2)) * 1000 / Double(denominator == 0 ? 100 : denominator),
      isLossless: true)
  }
}

extension AnimatedWebPReader {
  /// Metadata of each frame.
  fileprivate func frameInfos() throws(Diagnostic) -> [PictureInfo.Frame] {
    try withFrames { frame in
      var features = WebPBitstreamFeatures()
      let isKnown = WebPGetFeatures(frame.fragment.bytes, frame.fragment.size, &features) == VP8_STATUS_OK
      return PictureInfo.Frame(
        x: Int(frame.x_offset), y: Int(frame.y_offset), width: Int(frame.width), height: Int(frame.height),
        milliseconds: frameCount == 1 ? 0 : Double(frame.duration), isLossless: isKnown && features.format == 2)
    }
  }
}

internal import KilnDiagnostics
internal import KilnPNG
internal import KilnPixels

/// Decodes the canvases of an animated PNG (PNG specification, third edition, 12.7).
struct APNGFrameDecoder: FrameDecoder {
  /// A frame as it is stored.
  private struct Stored {
    var rect: PixelRect
    /// Disposal of the rectangle after the frame: 0 none, 1 cleared, 2 restored as it was before the frame.
    var disposal: UInt8
    var isBlended: Bool
    /// Compressed rows.
    var data: [ArraySlice<UInt8>] = []
  }

  /// Chunks that all frames need to be decoded, and those that say what their colours are.
  private static let sharedChunks: Set<String> = ["PLTE", "tRNS"]
  private static let colorChunks: Set<String> = ["gAMA", "cHRM", "sRGB", "iCCP", "cICP"]

  private let limits: Limits
  private let orientation: ImageOrientation
  private var header: ArraySlice<UInt8> = []
  private var shared: [PNGChunks.Chunk] = []
  /// Colours of all frames, read once.
  private var colors: [ColorConversion.Candidate] = []
  private var frames: [Stored] = []
  private var canvas: Pixmap
  private var position = 0
  /// Disposal of the last frame, pending until the next one is drawn; without `before` the rectangle is cleared.
  private var disposal: (rect: PixelRect, before: Pixmap?)?

  init(_ bytes: [UInt8], _ info: PictureInfo, limits: Limits) {
    self.limits = limits
    let isTurned = info.orientation.swapsSides
    canvas = Pixmap(width: isTurned ? info.height : info.width, height: isTurned ? info.width : info.height)
    orientation = info.orientation
    var hasPixels = false
    var described: [PNGChunks.Chunk] = []
    for chunk in PNGChunks(bytes) {
      switch chunk.name {
      case "IHDR": header = chunk.content
      case "fcTL" where chunk.content.count >= 26:
        let frame = info.frames[min(frames.count, info.frames.count - 1)]
        frames.append(
          Stored(
            rect: PixelRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height),
            disposal: UInt8(truncatingIfNeeded: chunk.number(at: 24, bytes: 1)),
            isBlended: chunk.number(at: 25, bytes: 1) == 1))
      // A picture before the first frame is for viewers without animation.
      case "IDAT" where frames.isEmpty: hasPixels = true
      case "IDAT",
        "fdAT" where !frames.isEmpty:
        hasPixels = true
        frames[frames.count - 1].data.append(chunk.name == "fdAT" ? chunk.content.dropFirst(4) : chunk.content)
      // Once each, because every frame is decoded with them.
      case let name where !hasPixels && Self.sharedChunks.contains(name) && !shared.contains { $0.name == name }:
        shared.append(chunk)
      case let name where !hasPixels && Self.colorChunks.contains(name) && !described.contains { $0.name == name }:
        described.append(chunk)
      default: break
      }
    }
    var file: [UInt8] = .pngSignature
    for chunk in described { file.append(chunk: chunk.name, Array(chunk.content)) }
    colors = PNGColorSpace.candidates(in: file)
  }

  mutating func next() throws(Diagnostic) -> Pixmap? {
    guard position < frames.count else { return nil }
    if let disposal {
      if let before = disposal.before { canvas.copy(disposal.rect, of: before) } else { canvas.clear(disposal.rect) }
    }
    let frame = frames[position]
    guard frame.rect.intersection(canvas.bounds) == frame.rect, !frame.rect.isEmpty else {
      throw Diagnostic(.imageInvalid, "The APNG image is damaged: frame \(position) lies outside of the canvas")
    }
    let picture = try picture(of: frame)
    // Nothing is kept from before the first frame.
    switch frame.disposal {
    case 1: disposal = (frame.rect, nil)
    case 2: disposal = (frame.rect, position == 0 ? nil : canvas)
    default: disposal = nil
    }
    if frame.isBlended {
      canvas.composite(picture, x: frame.rect.minX, y: frame.rect.minY)
    } else {
      canvas.copy(picture, x: frame.rect.minX, y: frame.rect.minY)
    }
    position += 1
    return canvas.turned(orientation)
  }

  /// A frame's rectangle, decoded as a PNG file of its own.
  private func picture(of frame: Stored) throws(Diagnostic) -> Pixmap {
    var file: [UInt8] = .pngSignature
    var size: [UInt8] = []
    size.append(bigEndian: frame.rect.width)
    size.append(bigEndian: frame.rect.height)
    file.append(chunk: "IHDR", size + header.dropFirst(8))
    for chunk in shared { file.append(chunk: chunk.name, Array(chunk.content)) }
    file.append(chunk: "IDAT", Array(frame.data.joined()))
    file.append(chunk: "IEND", [])
    do throws(Diagnostic) {
      let picture = try PNGDecoder.decode(file, limits: limits)
      return DecodedPicture(
        width: picture.width, height: picture.height, pixels: picture.pixels, channels: picture.channels, colors: colors
      ).standard().pixmap
    } catch {
      throw Diagnostic(error.rule, "frame \(position): \(error.message)", advice: error.advice)
    }
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPictureImport
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Pictures of one animation at the moments of a comparison.
struct FrameProvider: Sendable {
  private enum Content: Sendable {
    /// A timeline with one frame for each moment.
    case drawn(TimelineRenderer, CanvasFit)
    /// Frames by moment.
    case stored(PictureAnimation, [Int], width: Int, height: Int)
  }

  private let content: Content

  /// - Parameters:
  ///   - times: The moments in milliseconds; nil for the one of a still picture.
  ///   - frames: The frame at each moment.
  ///   - size: Size of the pictures.
  init(
    _ animation: ComparedAnimation, at times: [Double]?, _ frames: [Int], _ size: CanvasFit, _ limits: Limits,
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    switch animation.content {
    case .pictures(let pictures):
      content = .stored(pictures, frames, width: size.width, height: size.height)
    case .drawn(let bake):
      let baked = try bake(times, Size(Double(size.width), Double(size.height)), &log)
      let fit = CanvasFit(canvas: baked.canvas, width: size.width, height: size.height)
      let timeline = try fit.clipped(baked, limits: limits, log: &log)
      let images = DecodedImages(timeline, limits: limits, log: &log)
      content = .drawn(TimelineRenderer(timeline, images: images), fit)
    }
  }

  /// Draws the frames; nil for stored pictures. Each thread needs a copy.
  var painter: FramePainter? {
    guard case .drawn(let renderer, let fit) = content else { return nil }
    return FramePainter(renderer: renderer, fit: fit)
  }

  /// Reads the stored pictures; nil for what is drawn.
  func reader() throws(Diagnostic) -> Reader? {
    guard case .stored(let pictures, let frames, let width, let height) = content else { return nil }
    return Reader(reader: try pictures.reader(), frames: frames, width: width, height: height)
  }

  /// Reads stored pictures in the size of the comparison.
  struct Reader {
    fileprivate var reader: PictureAnimation.Reader
    fileprivate let frames: [Int]
    fileprivate let width: Int
    fileprivate let height: Int

    /// The picture at a moment, by its index.
    mutating func picture(at index: Int) throws(Diagnostic) -> Pixmap {
      let picture = try reader.picture(at: frames[index])
      guard picture.width != width || picture.height != height else { return picture }
      // Like `CanvasFit.Mode.contain`.
      let scale = min(Double(width) / Double(picture.width), Double(height) / Double(picture.height))
      func pixels(_ side: Int, _ limit: Int) -> Int { Int(clamping: (Double(side) * scale).rounded(), to: 1...limit) }
      let scaled = picture.resized(width: pixels(picture.width, width), height: pixels(picture.height, height))
      guard scaled.width != width || scaled.height != height else { return scaled }
      var canvas = Pixmap(width: width, height: height)
      canvas.copy(scaled, x: (width - scaled.width) / 2, y: (height - scaled.height) / 2)
      return canvas
    }
  }
}

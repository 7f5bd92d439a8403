public import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
public import TimelineModel
internal import TimelineRendering

/// A small still picture of a timeline, for reports.
public enum TimelinePoster {
  /// Longer side in pixels.
  public static let side = 160
  /// Most bytes of the file.
  public static let maximumBytes = 16_000

  /// A WebP file of the middle frame, or, where nothing is seen in it, of the first of some others in which something is.
  ///
  /// - Returns: Nil if nothing is seen in any of these frames, or if no file of at most `maximumBytes` can be made.
  public static func webp(of timeline: Timeline, limits: Limits = Limits()) -> [UInt8]? {
    guard let picture = picture(of: timeline, limits: limits) else { return nil }
    let colors = Unpremultiplier(of: timeline)
    for quality: Float in [75, 25] {
      var options = WebPEncoderOptions.lossy(quality: quality)
      options.method = 2
      let bytes = try? WebPFrameEncoder.encode(picture, options: options, colors: colors)
      if let bytes, bytes.count <= maximumBytes { return bytes }
    }
    return nil
  }

  private static func picture(of timeline: Timeline, limits: Limits) -> Pixmap? {
    let canvas = timeline.canvas
    let isWide = canvas.width >= canvas.height
    let fit = CanvasFit(canvas: canvas, width: isWide ? side : nil, height: isWide ? nil : side)
    // Images that cannot be decoded were findings of the conversion.
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
    var target = Pixmap(width: fit.width, height: fit.height)
    for frame in candidates(timeline.frameCount) {
      target.clear()
      renderer.render(frame: frame, transform: fit.transform, into: &target)
      if target.pixels.contains(where: { $0 != 0 }) { return target }
    }
    return nil
  }

  /// Frames to try: the middle, the quarters, the eighths, and both ends.
  private static func candidates(_ count: Int) -> [Int] {
    var frames: [Int] = []
    for frame in [4, 2, 6, 1, 3, 5, 7].map({ count * $0 / 8 }) + [0, count - 1]
    where (0..<count).contains(frame) && !frames.contains(frame) {
      frames.append(frame)
    }
    return frames
  }
}

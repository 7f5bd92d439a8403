public import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

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
    let painter = StillPainter(timeline, fit, limits: limits)
    return painter.visiblePicture()
  }
}

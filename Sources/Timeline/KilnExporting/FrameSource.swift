public import KilnDiagnostics
public import KilnPixels
public import KilnRendering
public import KilnTimeline

/// A timeline whose frames an exporter draws as pictures of the canvas' own size.
///
/// All exporters of pixels start with one, so that limits and images that cannot be decoded are treated alike.
public struct FrameSource: Sendable {
  /// The timeline.
  public let timeline: Timeline
  /// Size of the pictures in pixels, and the transform from the canvas to them.
  public let fit: CanvasFit
  /// Budget, limits and progress of the export, and as many of its threads as its memory allows.
  public let context: ExportContext
  /// Renderer of the timeline. Each thread needs a copy.
  public let renderer: TimelineRenderer

  /// Decodes the images. One that cannot be decoded is reported as `rendering.image`.
  ///
  /// - Parameter memory: Memory of the canvas-sized pictures that the export holds at the same time, drawing included.
  /// - Throws: `limit.exceeded` if the canvas is too large, or takes too much memory.
  public init(
    _ timeline: Timeline, in context: ExportContext, memory: MemoryPerPixel = .frames, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    self.timeline = timeline
    fit = CanvasFit(canvas: timeline.canvas)
    var context = context
    context.threads = try context.limits.threads(
      context.threads, for: timeline, width: fit.width, height: fit.height, memory, "the canvas")
    self.context = context
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: context.limits, log: &log))
  }

  /// A painter of frames. Each thread needs a copy.
  ///
  /// - Parameter prepare: Conversion of a picture by the format, before it is compared with others.
  public func painter(prepare: @escaping @Sendable (Pixmap) -> Pixmap = { $0 }) -> FramePainter {
    FramePainter(renderer: renderer, fit: fit, prepare: prepare)
  }

  /// The picture of a frame, drawn by all threads of the export; for one that is needed alone.
  public func picture(of frame: Int) -> Pixmap {
    BandedFramePainter(renderer: renderer, fit: fit, threads: context.threads).picture(of: frame)
  }
}

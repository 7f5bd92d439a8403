internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// A timeline ready to be drawn at its own size, and the rules of a context that concern all formats.
struct FrameSource {
  let timeline: Timeline
  let fit: CanvasFit
  let context: ExportContext
  private let renderer: TimelineRenderer

  /// Decodes the images; throws `limit.exceeded` if the canvas is too large.
  init(_ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog) throws(Diagnostic) {
    self.timeline = timeline
    self.context = context
    fit = CanvasFit(canvas: timeline.canvas)
    try context.limits.check(width: fit.width, height: fit.height, "the canvas")
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: context.limits, log: &log))
  }

  /// Draws frames; `prepare` is what the format makes of a picture before it is compared with others.
  func painter(prepare: @escaping @Sendable (Pixmap) -> Pixmap = { $0 }) -> FramePainter {
    FramePainter(renderer: renderer, fit: fit, prepare: prepare)
  }

  /// What is stored of each frame; equal ones are one delta.
  ///
  /// - Parameters:
  ///   - longest: Milliseconds that the format can show one for.
  ///   - count: Called for each frame that differs from the one before, in order, with the part of its picture that
  ///     has not been seen before, and how many of its pixels were translucent before they were prepared.
  func deltas(
    _ painter: FramePainter, rules: PatchRules, longest: Double,
    count: (_ frame: (part: Pixmap, translucent: Int)) -> Void
  ) throws(Diagnostic) -> [FrameDelta] {
    var planner = FrameDeltaPlanner(
      width: fit.width, height: fit.height, rules: rules,
      maximumRepeats: Int(clamping: longest * timeline.frameRate / 1000, to: 1...timeline.frameCount))
    try OrderedWork.run(count: timeline.frameCount, threads: context.threads, worker: painter) { painter, frame in
      let picture = painter.picture(of: frame)
      return (picture, painter.canvas.translucentCount)
    } consume: { frame, result throws(Diagnostic) in
      try context.progress.report("drawing frames", frame + 1, of: timeline.frameCount)
      let part = planner.add(result.0)
      if let part { count((part, result.1)) }
    }
    return planner.finish()
  }
}

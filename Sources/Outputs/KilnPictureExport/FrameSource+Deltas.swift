internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnPlatform
internal import KilnTimeline
internal import KilnRendering

extension FrameSource {
  /// The rectangles that a file stores, in order. Frames without change belong to the delta before them.
  ///
  /// - Parameters:
  ///   - longest: Milliseconds that the format can show one for.
  ///   - countsTranslucent: Whether translucent pixels are counted; else there are none.
  ///   - count: Called for each frame that differs from the one before, in order, with the part of its picture that
  ///     has not been seen before, and how many of its pixels were translucent before they were prepared.
  /// - Throws: `work.cancelled`.
  func deltas(
    _ painter: FramePainter, rules: SubframeRules, longest: Double, countsTranslucent: Bool = false,
    count: (_ frame: (part: Pixmap, translucent: Int)) -> Void
  ) throws(Diagnostic) -> [FrameDelta] {
    var planner = FrameDeltaPlanner(
      width: fit.width, height: fit.height, rules: rules,
      maximumRepeats: Int(clamping: longest * timeline.frameRate / 1000, to: 1...timeline.frameCount))
    try OrderedWork.run(count: timeline.frameCount, threads: context.threads, worker: painter) { painter, frame in
      let picture = painter.picture(of: frame)
      return (picture, countsTranslucent ? painter.canvas.translucentCount : 0)
    } consume: { frame, result throws(Diagnostic) in
      try context.progress.report("drawing frames", frame + 1, of: timeline.frameCount)
      let part = planner.add(result.0)
      if let part { count((part, result.1)) }
    }
    // The memory of drawing is not kept beside that of encoding.
    Allocator.returnFreedMemory()
    return planner.finish()
  }
}

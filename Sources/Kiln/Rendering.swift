public import Diagnostics
internal import ImageCodecs
public import Pixels
public import TimelineModel
internal import TimelineRendering

/// Frames of a source as pictures.
public struct FrameRendering: Sendable {
  private let timeline: Timeline
  private let renderer: TimelineRenderer
  private let fit: CanvasFit

  /// Bakes the frames at some times and decodes the images.
  ///
  /// - Parameters:
  ///   - width: Columns; nil keeps the canvas' aspect.
  ///   - height: Rows, likewise.
  public init(
    _ source: any AnimationSource, times: [Double], width: Int?, height: Int?, limits: Limits = Limits(),
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let sampling = FrameSampling(times: times, frameRate: source.info.frameRate)
    timeline = try source.timeline(sampling, log: &log)
    fit = CanvasFit(canvas: timeline.canvas, width: width, height: height)
    try limits.check(width: fit.width, height: fit.height, "the picture")
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
  }

  /// Columns of each picture.
  public var width: Int { fit.width }
  /// Rows of each picture.
  public var height: Int { fit.height }

  /// Draws all frames as PNG files, in order.
  public func writePNGs(
    threads: Int, consume: (Int, [UInt8]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let worker = Worker(renderer: renderer, canvas: Pixmap(width: fit.width, height: fit.height))
    let transform = fit.transform
    try OrderedWork.run(count: timeline.frameCount, threads: threads, worker: worker) {
      worker, index throws(Diagnostic) in
      worker.canvas.clear()
      worker.renderer.render(frame: index, transform: transform, into: &worker.canvas)
      return try PNGEncoder.encode(worker.canvas)
    } consume: { index, png throws(Diagnostic) in
      try consume(index, png)
    }
  }

  private struct Worker: Sendable {
    var renderer: TimelineRenderer
    var canvas: Pixmap
  }

  /// Draws all frames once into one buffer, on this thread, and keeps nothing.
  ///
  /// `frameDone` is called after each frame.
  public func drawAll(frameDone: (_ pixmap: borrowing Pixmap) -> Void) {
    var worker = Worker(renderer: renderer, canvas: Pixmap(width: fit.width, height: fit.height))
    for frame in 0..<timeline.frameCount {
      worker.renderer.render(
        frame: frame, replacing: frame > 0 ? frame - 1 : nil, transform: fit.transform, into: &worker.canvas)
      frameDone(worker.canvas)
    }
  }
}

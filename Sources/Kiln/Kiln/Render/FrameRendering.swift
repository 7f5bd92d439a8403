public import KilnDiagnostics
internal import KilnGeometry
internal import KilnPNG
package import KilnPixels
public import KilnTimeline
internal import KilnRendering

/// Frames of a source as pictures.
public struct FrameRendering: Sendable {
  private let timeline: Timeline
  private let renderer: TimelineRenderer
  private let fit: CanvasFit
  private let limits: Limits

  /// Bakes the frames at some times and decodes the images.
  ///
  /// - Parameters:
  ///   - width: Columns; nil keeps the canvas' aspect.
  ///   - height: Rows, likewise.
  ///   - background: Colour behind everything, also beside the canvas; nil for none.
  public init(
    _ source: any AnimationSource, times: [Double], width: Int?, height: Int?, background: StraightColor? = nil,
    limits: Limits = Limits(), progress: ProgressReporter = .silent, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let sampling = FrameSampling(times: times, frameRate: source.info.frameRate, hasSound: false)
    let baked = try source.timeline(sampling, progress: progress, log: &log)
    if source.info.hasSound { log.add(.timelineAudioNone, "sounds are left out: pictures have none") }
    fit = CanvasFit(canvas: baked.canvas, width: width, height: height)
    let clipped = try fit.clipped(baked, limits: limits, log: &log)
    let (scale, shift) = ((x: fit.transform.a, y: fit.transform.d), (x: fit.transform.tx, y: fit.transform.ty))
    let picture = Rect(
      x: -shift.x / scale.x, y: -shift.y / scale.y, width: Double(fit.width) / scale.x,
      height: Double(fit.height) / scale.y)
    timeline = background.map { clipped.over(background: $0, filling: picture) } ?? clipped
    _ = try limits.threads(1, for: timeline, width: fit.width, height: fit.height, Self.memory, "the picture")
    self.limits = limits
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
  }

  /// In each thread the picture, the rows of its file, and what they are packed to.
  private static let memory = MemoryPerPixel(shared: 0, perThread: 12)

  /// The number of threads for which there is memory.
  private func possibleThreads(_ threads: Int) throws(Diagnostic) -> Int {
    try limits.threads(threads, for: timeline, width: width, height: height, Self.memory, "the picture")
  }

  /// Columns of each picture.
  public var width: Int { fit.width }
  /// Rows of each picture.
  public var height: Int { fit.height }

  /// Draws all frames as PNG files, in order.
  public func writePNGs(
    threads: Int, progress: ProgressReporter = .silent, consume: (Int, [UInt8]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let colors = Unpremultiplier(of: timeline)
    let threads = try possibleThreads(threads)
    try OrderedWork.run(count: timeline.frameCount, threads: threads, worker: worker(threads)) {
      worker, index throws(Diagnostic) in
      worker.draw(index)
      return try PNGEncoder.encode(worker.canvas, colors: colors)
    } consume: { index, png throws(Diagnostic) in
      try progress.report("drawing frames", index + 1, of: timeline.frameCount)
      try consume(index, png)
    }
  }

  /// Draws all frames as pictures, in order.
  package func draw(
    threads: Int, progress: ProgressReporter = .silent, consume: (Int, Pixmap) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let threads = try possibleThreads(threads)
    try OrderedWork.run(count: timeline.frameCount, threads: threads, worker: worker(threads)) {
      worker, index throws(Diagnostic) in
      worker.draw(index)
      return worker.canvas
    } consume: { index, picture throws(Diagnostic) in
      try progress.report("drawing frames", index + 1, of: timeline.frameCount)
      try consume(index, picture)
    }
  }

  /// Draws all frames once, each thread into one buffer, and keeps nothing. If there are fewer frames than threads, several
  /// threads draw each.
  ///
  /// - Parameter buffer: Buffer for an animation of one frame, whose memory is reused when it is drawn again.
  public func drawAll(threads: Int, into buffer: inout FrameBuffer) throws(Diagnostic) {
    if timeline.frameCount == 1 {
      var worker = worker(threads)
      swap(&worker.canvas, &buffer.picture)
      worker.draw(0)
      return swap(&worker.canvas, &buffer.picture)
    }
    let threads = try possibleThreads(threads)
    try OrderedWork.run(
      count: timeline.frameCount, threads: threads, waiting: timeline.frameCount, worker: worker(threads)
    ) {
      worker, index throws(Diagnostic) in
      worker.draw(index)
    } consume: { _, _ throws(Diagnostic) in
    }
  }

  private func worker(_ threads: Int) -> Worker {
    // Threads that are left over draw bands of the frames.
    let threadsPerFrame = max(1, threads / max(1, timeline.frameCount))
    let isAlone = timeline.frameCount == 1 || threadsPerFrame > 1
    return Worker(
      renderer: renderer, fit: fit,
      bands: isAlone ? BandedFramePainter(renderer: renderer, fit: fit, threads: threadsPerFrame) : nil)
  }

  /// Memory of a picture.
  public struct FrameBuffer: Sendable {
    fileprivate var picture = Pixmap(width: 0, height: 0)

    /// A buffer without memory.
    public init() {}
  }

  private struct Worker: Sendable {
    var renderer: TimelineRenderer
    let fit: CanvasFit
    /// Draws the frames if they have little in common or several threads draw each.
    let bands: BandedFramePainter?
    var canvas = Pixmap(width: 0, height: 0)
    /// The frame that the canvas holds.
    var shown: Int? = nil

    mutating func draw(_ frame: Int) {
      if canvas.pixels.isEmpty { canvas = Pixmap(width: fit.width, height: fit.height) }
      if let bands { return bands.draw(frame, into: &canvas) }
      renderer.render(frame: frame, replacing: shown, transform: fit.transform, into: &canvas)
      shown = frame
    }
  }
}

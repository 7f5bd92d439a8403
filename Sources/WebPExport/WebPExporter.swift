public import Diagnostics
internal import Geometry
public import ImageCodecs
internal import Pixels
public import TimelineModel
internal import TimelineRendering

/// Writes a timeline as animated WebP.
///
/// Each frame stores the rectangle that changed since the one before; frames without change lengthen it. The sum of
/// all durations is the animation's length, rounded to a millisecond once and not at every frame.
public struct WebPExporter: Sendable {
  /// What can be chosen.
  public struct Options: Sendable, Hashable {
    /// How frames are encoded.
    public var encoding = WebPEncoderOptions()
    /// How often the animation plays, 0 for ever.
    public var loopCount = 0
    /// Frames that are drawn and encoded at the same time. Does not change the result.
    public var threads = 1

    /// Lossless, playing for ever.
    public init() {}
  }

  private let options: Options
  private let limits: Limits

  /// An exporter.
  public init(options: Options = Options(), limits: Limits = Limits()) {
    self.options = options
    self.limits = limits
  }

  /// The file.
  ///
  /// Throws when the canvas is larger than WebP allows (16383 pixels a side) or a frame cannot be encoded.
  public func encode(
    _ timeline: Timeline, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    let fit = CanvasFit(canvas: timeline.canvas)
    try limits.check(width: fit.width, height: fit.height, "the canvas")
    let images = DecodedImages(timeline, limits: limits, log: &log)
    let worker = FrameWorker(
      renderer: TimelineRenderer(timeline, images: images), fit: fit, encoding: options.encoding)
    var frames: [(patch: FrameWorker.Patch, milliseconds: Int)] = []
    try OrderedWork.run(count: timeline.frameCount, threads: options.threads, worker: worker) {
      worker, frame throws(Diagnostic) in
      try worker.patch(forFrame: frame)
    } consume: { frame, patch in
      let milliseconds = timeline.milliseconds(ofFrame: frame)
      if let patch {
        frames.append((patch, milliseconds))
      } else {
        frames[frames.count - 1].milliseconds += milliseconds
      }
    }
    if frames.count == 1 { try repeatPixel(of: &frames, encoding: options.encoding) }
    var writer = try AnimatedWebPWriter(width: fit.width, height: fit.height, loopCount: options.loopCount)
    for (patch, milliseconds) in frames {
      try writer.append(
        frame: patch.bytes, x: patch.x, y: patch.y, durationMilliseconds: milliseconds, blend: patch.isBlended,
        disposeToBackground: false)
    }
    return try writer.finish()
  }

  /// Gives an animation in which nothing ever changes a second frame, without which libwebp would write a still image
  /// and forget the duration: one transparent pixel, blended over the first one.
  private func repeatPixel(
    of frames: inout [(patch: FrameWorker.Patch, milliseconds: Int)], encoding: WebPEncoderOptions
  ) throws(Diagnostic) {
    let total = frames[0].milliseconds
    guard total > 1 else { return }
    frames[0].milliseconds = total - total / 2
    let pixel = try WebPFrameEncoder.encode(Pixmap(width: 1, height: 1), options: .lossless())
    frames.append((FrameWorker.Patch(x: 0, y: 0, bytes: pixel, isBlended: true), total / 2))
  }
}

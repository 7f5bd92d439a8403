public import KilnComparison
public import KilnDiagnostics
internal import KilnExporting
public import KilnGeometry
internal import KilnPictureImport
public import KilnTimeline
internal import KilnRendering

extension Conversion {
  /// Content of a result of this conversion at a frame of the source. No file is made.
  ///
  /// - Parameter canvas: Size of the result in pixels.
  /// - Returns: A timeline with one frame.
  /// - Throws: Errors of the source.
  public func timeline(
    of source: any AnimationSource, atFrame frame: Double, canvas: Size, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try timeline(of: source, atFrames: [frame], canvas: canvas, log: &log)
  }

  /// Content of a result of this conversion at some times. No file is made.
  ///
  /// Times are mapped to those of the source as the conversion maps them: by its part, speed and direction, and the
  /// source's canvas is fitted into that of the result.
  ///
  /// - Parameters:
  ///   - milliseconds: Times from the start of the result; nil for the one that a still picture shows.
  ///   - canvas: Size of the result in pixels.
  /// - Returns: A timeline with one frame for each time.
  /// - Throws: Errors of the source.
  public func timeline(
    of source: any AnimationSource, at milliseconds: [Double]?, canvas: Size, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let info = source.info
    // 29.97 frames per second become 30 in SVGA: what turns fast is elsewhere in a frame of the one and of the other.
    let sampling = try sampling(of: info)
    let first = sampling.times.first ?? info.firstFrame
    // Of a way there and back, the way there.
    let last = sampling.times.prefix(options.bounces ? sampling.times.count / 2 : .max).last ?? first
    let step = info.frameRate * options.speed * (options.isReversed ? -1 : 1)
    // Files round their times to a millisecond, GIF to ten: close to a frame of the result, it is that frame.
    let tolerance = min(5.5, 250 / sampling.frameRate)
    var times = (milliseconds ?? [0]).map { time in
      let near = (time * sampling.frameRate / 1000).rounded()
      if abs(near * 1000 / sampling.frameRate - time) <= tolerance, let index = Int(exactly: near),
        sampling.times.indices.contains(index)
      {
        return sampling.times[index]
      }
      let time = options.bounces ? min(time, sampling.mirrored(time)) : time
      let frame = first + time / 1000 * step
      if options.isReversed { return max(last, frame) }
      // The last frame stays; while it lasts, other frame rates have frames of their own.
      return frame < last + step / sampling.frameRate ? frame : last
    }
    if !exporter.capabilities.isAnimated || milliseconds == nil { times = [options.stillFrame ?? first] }
    return try timeline(of: source, atFrames: times, canvas: canvas, log: &log)
  }

  private func timeline(
    of source: any AnimationSource, atFrames times: [Double], canvas: Size, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let info = source.info
    var timeline = try source.timeline(
      FrameSampling(times: times, frameRate: info.frameRate, hasSound: false), log: &log)
    if canvas != info.canvas {
      let fit = CanvasFit(
        canvas: info.canvas, width: Int(clamping: canvas.width.rounded(), to: 1...limits.side),
        height: Int(clamping: canvas.height.rounded(), to: 1...limits.side), mode: options.fit)
      timeline = try timeline.fitted(by: fit.transform, canvas: canvas, limits: limits, log: &log)
    }
    if let background = options.background { timeline = timeline.over(background: background) }
    return timeline
  }

  /// Decodes the files of a result of this conversion, and compares them with the drawn source, at the times of their
  /// frames and in their size.
  ///
  /// - Throws: Errors of the source and of decoding the files.
  public func verification(of result: Result, from source: any AnimationSource) throws(Diagnostic) -> ComparisonResult {
    var log = DiagnosticLog()
    let deliverable: ComparedAnimation
    if let pictures = try PictureFiles.open(result.files, limits: limits) {
      deliverable = ComparedAnimation(pictures, frameRate: result.extent.frameRate)
    } else {
      let bytes = result.files.first?.bytes ?? []
      deliverable = ComparedAnimation(try AnimationFile.open(bytes, limits: limits, log: &log))
    }
    let expected = ComparedAnimation { milliseconds, canvas, log throws(Diagnostic) in
      try timeline(of: source, at: milliseconds, canvas: canvas, log: &log)
    }
    var settings = AnimationComparison.Options()
    settings.limits = limits
    settings.threads = options.threads
    settings.progress = progress
    return try AnimationComparison(expected, deliverable, options: settings, log: &log).run()
  }
}

extension FrameSampling {
  /// Start in milliseconds of what is shown on the way there while another moment is on the way back.
  fileprivate func mirrored(_ time: Double) -> Double { max(0, Double(times.count - 1) * 1000 / frameRate - time) }
}

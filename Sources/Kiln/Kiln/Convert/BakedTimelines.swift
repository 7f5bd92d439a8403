internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// The parts of a source that a conversion shows, baked at several frame rates and sizes.
struct BakedTimelines: BudgetedAnimation {
  /// A baked timeline, and all findings up to it.
  struct Entry {
    var frameRate: Double
    var scale: Double
    var timeline: Timeline
    var log: DiagnosticLog
  }

  let conversion: Conversion
  let source: any AnimationSource
  /// Findings from before the baking.
  let before: DiagnosticLog
  private var entries: [Entry] = []
  /// Timelines that are kept. Old ones are baked anew.
  private static let capacity = 4

  init(_ conversion: Conversion, _ source: any AnimationSource, log: DiagnosticLog) {
    self.conversion = conversion
    self.source = source
    before = log
  }

  /// The timeline at a frame rate and a factor on the size that is asked for. Findings are also added when it throws.
  mutating func timeline(
    frameRate: Double, scale: Double = 1, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    if let entry = entries.first(where: { $0.frameRate == frameRate && $0.scale == scale }) {
      log = entry.log
      return entry.timeline
    }
    log = before
    let timeline = try conversion.bake(source, frameRate: frameRate, scale: scale, progress, log: &log)
    progress.found(log)
    if entries.count == Self.capacity { entries.remove(at: 1) }
    entries.append(Entry(frameRate: frameRate, scale: scale, timeline: timeline, log: log))
    return timeline
  }
}

// Facts about the animation and its output, for the search of a budget.
extension BakedTimelines {
  private var info: AnimationInfo { source.info }

  var seconds: Double {
    let frames = conversion.options.range.map { $0.upperBound - $0.lowerBound } ?? Double(info.frameCount)
    return frames / info.frameRate
  }

  var isForPlatform: Bool { conversion.options.isForPlatform }
  var keepsFrames: Bool { conversion.options.keepsFrames(of: info) }

  func contentScale(at factor: Double) -> Double? {
    conversion.placement(of: info, scale: factor).map(\.uniformScale) ?? 1
  }

  func width(at factor: Double) -> Int {
    conversion.placement(of: info, scale: factor).map(\.width)
      ?? Int(clamping: info.canvas.width * factor, to: 0...100_000)
  }
}

extension Conversion {
  /// Times of the frames of the part of a source that is asked for, at the frame rate of the result or another one.
  func sampling(of info: AnimationInfo, frameRate: Double? = nil) throws(Diagnostic) -> FrameSampling {
    let rate = if let frameRate { frameRate } else { try self.frameRate(of: info) }
    var sampling = info.sampling(
      of: options.range, frameRate: rate, speed: options.speed, isReversed: options.isReversed)
    if options.bounces { sampling.times += sampling.times.reversed() }
    return sampling
  }

  /// The part of a source that is asked for, at a frame rate and a factor on the size that is asked for.
  fileprivate func bake(
    _ source: any AnimationSource, frameRate: Double, scale: Double, _ progress: ProgressReporter,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let info = source.info
    if frameRate == (try self.frameRate(of: info)) { checkFrameRate(frameRate, of: info, log: &log) }
    var sampling = try sampling(of: info, frameRate: frameRate)
    if !exporter.capabilities.isAnimated {
      sampling.times = [options.stillFrame ?? sampling.times.first ?? info.firstFrame]
    }
    sampling.hasSound = exporter.capabilities.hasSound
    var timeline = try source.timeline(sampling, progress: progress, log: &log)
    checkVisible(timeline, log: &log)
    if let placement = placement(of: info, scale: scale) {
      try limits.check(width: placement.width, height: placement.height, "the canvas")
      timeline = try timeline.fitted(
        by: placement.transform, canvas: Size(Double(placement.width), Double(placement.height)), limits: limits,
        log: &log)
    }
    if let background = options.background { timeline = timeline.over(background: background) }
    if !sampling.hasSound, info.hasSound {
      log.add(.timelineAudioNone, "sounds are left out: \(formatName) has none")
    }
    return timeline
  }
}

extension Conversion.Options {
  /// Whether every frame is asked for as it is in the source.
  func keepsFrames(of info: AnimationInfo) -> Bool {
    range == nil && (frameRate == nil || frameRate == info.frameRate) && speed == 1 && !isReversed && !bounces
      && (width == nil || width.map(Double.init) == info.canvas.width)
      && (height == nil || height.map(Double.init) == info.canvas.height)
      && scale == 1 && background == nil
  }
}

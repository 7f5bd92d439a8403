internal import Diagnostics
internal import Geometry
internal import TimelineModel
internal import TimelineRendering

/// Exports one source with ever other settings. The timeline is baked anew only when its frame rate or size changes.
struct ConversionAttempts<Exporter: AnimationExporter> {
  typealias Plan = ExportPlan<Exporter.Options>

  /// A baked timeline, the settings that it was baked with, and all that was found until then.
  private struct Baked {
    var frameRate: Double
    var scale: Double
    var timeline: Timeline
    var log: DiagnosticLog
  }

  private let conversion: Conversion
  private let source: any AnimationSource
  private let context: ExportContext
  private let asked: Plan
  private let before: DiagnosticLog
  private var baked: Baked?
  /// What the last attempt has found, also when it threw.
  private(set) var log: DiagnosticLog

  /// - Parameter log: What was found before the first attempt.
  init(
    _ conversion: Conversion, _ source: any AnimationSource, _ context: ExportContext, asked: Plan, log: DiagnosticLog
  ) {
    self.conversion = conversion
    self.source = source
    self.context = context
    self.asked = asked
    before = log
    self.log = log
  }

  /// Exports with the settings of a plan, the n-th that is tried.
  mutating func attempt(_ plan: Plan, number: Int) throws(Diagnostic) -> BudgetSearch<Exporter>.Attempt {
    var context = context
    if number > 1 { context.progress = context.progress.part("fitting, try \(number)") }
    context.scale = conversion.placement(of: source.info, scale: plan.scale).map(\.uniformScale) ?? 1
    let exporter = Exporter(options: plan.options)
    log = before
    if let attempt = try repack(plan, exporter, context) { return attempt }
    let timeline = try timeline(plan, context)
    let export: ExportedAnimation
    do throws(Diagnostic) {
      export = try exporter.export(timeline, in: context, log: &log)
    } catch {
      guard error.rule == .budgetExceeded else { throw error }
      export = ExportedAnimation(files: [], decodedBytes: 0, excess: error)
    }
    return BudgetSearch.Attempt(plan: plan, timeline: timeline, export: export, log: log)
  }

  /// The source's own file made smaller, if every frame is asked for as it is and the exporter can do that.
  private mutating func repack(
    _ plan: Plan, _ exporter: Exporter, _ context: ExportContext
  ) throws(Diagnostic) -> BudgetSearch<Exporter>.Attempt? {
    guard plan.frameRate == asked.frameRate, plan.scale == 1, exporter.capabilities.isAnimated,
      conversion.options.keepsFrames(of: source.info),
      let export = try exporter.repack(in: context, log: &log)
    else { return nil }
    let timeline = try source.timeline(source.info.nativeSampling, progress: context.progress, log: &log)
    conversion.checkVisible(timeline, log: &log)
    return BudgetSearch.Attempt(plan: plan, timeline: timeline, export: export, log: log)
  }

  /// The part of the source that is asked for, at the size and rate of a plan.
  mutating func timeline(_ plan: Plan, _ context: ExportContext) throws(Diagnostic) -> Timeline {
    if let baked, baked.frameRate == plan.frameRate, baked.scale == plan.scale {
      log = baked.log
      return baked.timeline
    }
    if plan.frameRate == asked.frameRate { conversion.checkFrameRate(plan.frameRate, of: source.info, log: &log) }
    let timeline = try bake(plan, context.progress)
    baked = Baked(frameRate: plan.frameRate, scale: plan.scale, timeline: timeline, log: log)
    return timeline
  }

  private mutating func bake(_ plan: Plan, _ progress: ProgressReporter) throws(Diagnostic) -> Timeline {
    let (options, info) = (conversion.options, source.info)
    let capabilities = conversion.exporter.capabilities
    var sampling = info.sampling(
      of: options.range, frameRate: plan.frameRate, speed: options.speed, isReversed: options.isReversed)
    if !capabilities.isAnimated {
      sampling.times = [options.stillFrame ?? sampling.times.first ?? info.firstFrame]
    }
    var timeline = try source.timeline(sampling, progress: progress, log: &log)
    conversion.checkVisible(timeline, log: &log)
    if let placement = conversion.placement(of: info, scale: plan.scale) {
      try conversion.limits.check(width: placement.width, height: placement.height, "the canvas")
      timeline = timeline.mapped(
        by: placement.transform, canvas: Size(Double(placement.width), Double(placement.height)))
    }
    if let background = options.background { timeline = timeline.over(background: background) }
    if !capabilities.hasSound, !timeline.audioClips.isEmpty {
      log.add(.timelineAudioDropped, "sounds are left out: \(conversion.formatName) has none")
    }
    return timeline
  }
}

extension Conversion.Options {
  /// Whether every frame is asked for as it is in the source.
  fileprivate func keepsFrames(of info: AnimationInfo) -> Bool {
    range == nil && (frameRate == nil || frameRate == info.frameRate) && speed == 1 && !isReversed
      && (width == nil || width.map(Double.init) == info.canvas.width)
      && (height == nil || height.map(Double.init) == info.canvas.height)
      && scale == 1 && background == nil
  }
}

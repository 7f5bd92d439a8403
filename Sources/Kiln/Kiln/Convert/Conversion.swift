internal import KilnBudgets
public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
public import KilnTimeline
public import KilnRendering

/// Conversion of a source to the files of one format. It is independent of the format: all differences are in the
/// exporter.
public struct Conversion: Sendable {
  /// Settings that hold for every format.
  public struct Options: Sendable {
    /// Part of the source, in its frames; nil for all of it.
    public var range: Range<Double>?
    /// Frames per second; nil for the source's own, or the nearest that the format allows.
    public var frameRate: Double?
    /// Frames per second, at most, where no rate is asked for; nil for any rate.
    public var maximumFrameRate: Double?
    /// Playback speed as a factor on that of the source.
    public var speed = 1.0
    /// Whether the last frame comes first.
    public var isReversed = false
    /// Whether the frames are shown a second time, in the other order.
    public var bounces = false
    /// The frame that a still shows, in the source's frames; nil for the first one.
    public var stillFrame: Double?
    /// Columns of the result; nil keeps the aspect.
    public var width: Int?
    /// Rows of the result; nil keeps the aspect.
    public var height: Int?
    /// Fitting of the source if width and height have another aspect ratio.
    public var fit = CanvasFit.Mode.contain
    /// Factor on the source's size.
    public var scale = 1.0
    /// Colour behind everything.
    public var background: StraightColor?
    /// Upper bounds of the result. Quality, resolution and frame rate are lowered to keep to them.
    public var budget = ExportBudget()
    /// Limits of the reductions for the budget. A frame rate or size that is set here is never reduced.
    public var bounds = ReductionBounds()
    /// Whether a platform demands the size and the budget, so that no others can be advised.
    public var isForPlatform = false
    /// Whether a result in which nothing is ever seen is right, and no finding.
    public var allowsEmpty = false
    /// Number of threads to work on. Never changes the result.
    public var threads = 1

    /// Everything as in the source.
    public init() {}
  }

  /// The files, and what they show.
  public struct Result: Sendable {
    /// Files to write, the main file first.
    public var files: [NamedFile]
    /// Animation of the files, before it was adapted to the format; nil for a document that was edited, which needs none
    /// (`Conversion.timeline(of:log:)` bakes it).
    public var timeline: Timeline?
    /// Size, rate and length of the animation.
    public var extent: AnimationExtent
    /// Bytes of the decoded pictures that a player holds in memory.
    public var decodedBytes: Int
    /// Findings up to the result, those of reading the source included where the caller's log has them.
    public var findings: [Diagnostic] = []
    /// Settings that were reduced to keep to a budget.
    public var reductions: [ReducedSetting] = []
    /// Mean similarity to the frames as asked for, up to 1 (`StructuralSimilarity`); nil if nothing was given up, or if that
    /// is not known.
    public var similarity: Double?
  }

  let exporter: any AnimationExporter
  let options: Options
  let limits: Limits
  let progress: ProgressReporter

  /// A conversion to the format of an exporter.
  public init(
    to exporter: any AnimationExporter, options: Options = Options(), limits: Limits = Limits(),
    progress: ProgressReporter = .silent
  ) {
    self.exporter = exporter
    var options = options
    if let most = exporter.capabilities.maximumBytes { options.budget.bytes = min(most, options.budget.bytes ?? most) }
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// Converts a source. Nothing is written.
  ///
  /// - Parameters:
  ///   - name: Name of the files and frames inside the result, without an extension.
  ///   - fileName: Name of the main file; nil for `name` with the format's extension.
  /// - Throws: Errors of the source and the exporter; `budget.exceeded` if no further reduction is possible;
  ///   `limit.exceeded` if the files together have more bytes than `Limit.outputBytes`.
  public func run(
    _ source: any AnimationSource, name: String, fileName: String? = nil, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    var result = try run(exporter, source, context(for: source, name: name, fileName: fileName), log: &log)
    try limits.check(bytesOf: result.files)
    result.findings = log.diagnostics
    return result
  }

  /// Timeline that a conversion of a source would export, before it is adapted to the format. No file is made.
  ///
  /// - Throws: Errors of the source.
  public func timeline(of source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var timelines = BakedTimelines(self, source, log: log)
    return try timelines.timeline(frameRate: try frameRate(of: source.info), progress: progress, log: &log)
  }

  private func context(for source: any AnimationSource, name: String, fileName: String?) -> ExportContext {
    var context = ExportContext(name: name)
    context.fileName = fileName
    context.source = source.file
    context.packedSourceBytes = { source.packedBytes() }
    context.budget = options.budget
    context.bounds = options.bounds
    if options.width != nil || options.height != nil || options.scale != 1 { context.bounds.keepsSize = true }
    if options.frameRate != nil { context.bounds.keepsFrameRate = true }
    context.threads = options.threads
    context.limits = limits
    context.progress = progress
    return context
  }

  private func run<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ source: any AnimationSource, _ context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    if exporter.capabilities.editedFormat == source.info.format, !isMadeAnew(source, log: &log),
      let result = try edit(exporter, source, context, log: &log)
    {
      return result
    }
    let rate = try frameRate(of: source.info)
    var timelines = BakedTimelines(self, source, log: log)
    guard options.budget != ExportBudget() else {
      return try export(exporter, &timelines, rate, context, log: &log)
    }
    var search = BudgetSearch(exporter, timelines, frameRate: rate, in: context)
    let found = try search.run(log: &log)
    let (variant, fitted) = (found.variant, found.fitted)
    log = found.log
    var timeline = variant.timeline
    if fitted.isRepacked {
      var ignored = DiagnosticLog()
      timeline = try source.timeline(source.info.nativeSampling, progress: progress, log: &ignored)
    }
    var result = Result(
      files: fitted.export.files, timeline: timeline, extent: AnimationExtent(timeline),
      decodedBytes: fitted.export.decodedBytes)
    result.reductions = fitted.reductions + reducedSettings(from: rate, to: variant, source.info)
    guard !result.reductions.isEmpty else { return result }
    result.similarity = fitted.loss.map { max(0, (1 - $0) * (1 - found.loss)) }
    let similarity = result.similarity.map { " (SSIM \(($0 * 1000).rounded(.down) / 1000))" } ?? ""
    log.add(
      .budgetReduced,
      "given up to keep to the budget: " + result.reductions.map(\.summary).joined(separator: ", ") + similarity)
    return result
  }

  /// The export as asked for; of a file that is made from one of its format, that file repacked.
  private func export<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ timelines: inout BakedTimelines, _ frameRate: Double, _ context: ExportContext,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let source = timelines.source
    var context = context
    context.scale = placement(of: source.info, scale: 1).map(\.uniformScale) ?? 1
    let isRepacked = exporter.capabilities.isAnimated && options.keepsFrames(of: source.info)
    let export: ExportedAnimation
    let timeline: Timeline
    if isRepacked, let repacked = try exporter.repack(in: context, log: &log) {
      timeline = try source.timeline(source.info.nativeSampling, progress: progress, log: &log)
      checkVisible(timeline, log: &log)
      export = repacked
    } else {
      timeline = try timelines.timeline(frameRate: frameRate, progress: progress, log: &log)
      export = try exporter.export(timeline, in: context, log: &log)
    }
    if let excess = export.excess { throw excess }
    return Result(
      files: export.files, timeline: timeline, extent: AnimationExtent(timeline), decodedBytes: export.decodedBytes)
  }

  /// The frame rate and the size, where they are lower than asked for.
  private func reducedSettings(from rate: Double, to variant: ExportVariant, _ info: AnimationInfo) -> [ReducedSetting]
  {
    func size(_ scale: Double) -> String {
      let size = placement(of: info, scale: scale).map { Size(Double($0.width), Double($0.height)) } ?? info.canvas
      return "\(size.width.shortDescription) × \(size.height.shortDescription)"
    }
    return [
      ReducedSetting(
        "frameRate", asked: rate.shortDescription, given: variant.frameRate.shortDescription
      ) { "\($0) instead of \($1) frames per second" },
      ReducedSetting("size", asked: size(1), given: size(variant.scale)) { "\($0) instead of \($1) pixels" },
    ].compactMap(\.self)
  }
}

public import Diagnostics
internal import Geometry
public import TimelineModel
public import TimelineRendering

/// From a source to the files of one format. Knows no format: all that differs is asked of the exporter.
public struct Conversion: Sendable {
  /// Settings that hold for every format.
  public struct Options: Sendable {
    /// Part of the source, in its frames; nil for all of it.
    public var range: Range<Double>?
    /// Frames per second; nil for the source's own, or the nearest that the format allows.
    public var frameRate: Double?
    /// How much faster than the source the result plays.
    public var speed = 1.0
    /// Whether the last frame comes first.
    public var isReversed = false
    /// The frame that a still shows, in the source's frames; nil for the first one.
    public var stillFrame: Double?
    /// Columns of the result; nil keeps the aspect.
    public var width: Int?
    /// Rows of the result; nil keeps the aspect.
    public var height: Int?
    /// What happens when width and height have another aspect than the source.
    public var fit = CanvasFit.Mode.contain
    /// Factor on the source's size.
    public var scale = 1.0
    /// Colour behind everything.
    public var background: StraightColor?
    /// Upper bounds of the result. Quality, resolution and frame rate are lowered to keep to them.
    public var budget = ExportBudget()
    /// Whether a result in which nothing is ever seen is right, and no finding.
    public var allowsEmpty = false
    /// Number of threads to work on. Never changes the result.
    public var threads = 1

    /// Everything as in the source.
    public init() {}
  }

  /// The files, and what they show.
  public struct Result: Sendable {
    /// What to write, the main file first.
    public var files: [NamedFile]
    /// What they show, before it was adapted to the format.
    public var timeline: Timeline
    /// Bytes of the decoded pictures that a player holds in memory.
    public var decodedBytes: Int
    /// What was given up for a budget.
    public var reductions: [ReducedSetting] = []
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
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// Converts a source. Nothing is written.
  ///
  /// - Parameters:
  ///   - name: What files and frames inside the result are called, without an extension.
  ///   - fileName: Name of the main file; nil for `name` with the format's extension.
  /// - Throws: What the source and the exporter throw; `budget.exceeded` when nothing more can be given up.
  public func run(
    _ source: any AnimationSource, name: String, fileName: String? = nil, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    try run(exporter, source, context(for: source, name: name, fileName: fileName), log: &log)
  }

  /// What a conversion of a source would show, before it is adapted to the format. No file is made.
  ///
  /// - Throws: What the source throws.
  public func timeline(of source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    try timeline(exporter, source, log: &log)
  }

  private func timeline<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ source: any AnimationSource, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let plan = ExportPlan(options: exporter.options, frameRate: try frameRate(of: source.info))
    let context = context(for: source, name: "", fileName: nil)
    var attempts = ConversionAttempts<Exporter>(self, source, context, asked: plan, log: log)
    defer { log = attempts.log }
    return try attempts.timeline(plan, context)
  }

  private func context(for source: any AnimationSource, name: String, fileName: String?) -> ExportContext {
    var context = ExportContext(name: name)
    context.fileName = fileName
    context.source = source.file
    context.budget = options.budget
    context.threads = options.threads
    context.limits = limits
    context.progress = progress
    return context
  }

  private func run<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ source: any AnimationSource, _ context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let asked = ExportPlan(options: exporter.options, frameRate: try frameRate(of: source.info))
    let keepsSize = options.width != nil || options.height != nil
    let hasBudget = options.budget != ExportBudget()
    var search = BudgetSearch<Exporter>(
      asked, reductions: hasBudget ? Exporter.reductions(from: asked, keepsSize: keepsSize) : [])
    var attempts = ConversionAttempts<Exporter>(self, source, context, asked: asked, log: log)
    let found: BudgetSearch<Exporter>.Attempt
    do throws(Diagnostic) {
      found = try search.run { plan, number throws(Diagnostic) in try attempts.attempt(plan, number: number) }
    } catch {
      log = attempts.log
      throw error
    }
    log = found.log
    if let excess = found.export.excess {
      guard search.hasReduced else { throw excess }
      throw Diagnostic(
        excess.rule, "with all given up that may be, \(excess.message)", at: excess.path, advice: excess.advice)
    }
    var result = Result(
      files: found.export.files, timeline: found.timeline, decodedBytes: found.export.decodedBytes)
    guard found.plan != asked else { return result }
    result.reductions =
      Exporter.reducedSettings(from: asked.options, to: found.plan.options, in: found.export)
      + reducedSettings(from: asked, to: found.plan, source.info)
    if !result.reductions.isEmpty {
      log.add(
        .budgetReduced, "given up to keep to the budget: " + result.reductions.map(\.summary).joined(separator: ", "))
    }
    return result
  }

  /// The frame rate and the size, where they are lower than asked for.
  private func reducedSettings<Options>(
    from asked: ExportPlan<Options>, to given: ExportPlan<Options>, _ info: AnimationInfo
  ) -> [ReducedSetting] {
    func size(_ plan: ExportPlan<Options>) -> String {
      let size = placement(of: info, scale: plan.scale).map { Size(Double($0.width), Double($0.height)) } ?? info.canvas
      return "\(size.width.shortDescription) × \(size.height.shortDescription)"
    }
    return [
      ReducedSetting(
        "frameRate", asked: asked.frameRate.shortDescription, given: given.frameRate.shortDescription
      ) { "\($0) instead of \($1) frames per second" },
      ReducedSetting("size", asked: size(asked), given: size(given)) { "\($0) instead of \($1) pixels" },
    ].compactMap(\.self)
  }
}

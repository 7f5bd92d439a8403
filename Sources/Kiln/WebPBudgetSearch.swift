internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import TimelineModel
internal import WebPExport

/// Looks for the settings with which a WebP file stays within its budget.
struct WebPBudgetSearch {
  /// A file that fits, and what led to it.
  struct Outcome {
    var bytes: [UInt8]
    var timeline: Timeline
    var log: DiagnosticLog
    var options: WebPExporter.Options
  }

  let conversion: Conversion
  let source: any AnimationSource
  /// What is encoded without any reduction.
  let asked: WebPInput
  /// What was found before that was made.
  let before: DiagnosticLog

  /// The file of the first step that fits at its lowest quality, at the highest quality that fits.
  ///
  /// Throws `webp.bytes.unreachable` if no step fits.
  func run() throws(Diagnostic) -> Outcome {
    let (options, budget) = (conversion.options, conversion.options.webpBudget)
    var webp = options.webp
    if budget?.mayTurnLossy == true && webp.codec == .lossless { webp.codec = .mixed }
    var (input, last) = (asked, Reduction?.none)
    // Exact files have no qualities, in which steps of one reduction differ.
    for step in steps where webp.codec != .lossless || step.reduction != last {
      if step.reduction != last ?? Reduction() { input = try self.input(step.reduction) }
      last = step.reduction
      webp.alphaQuality = min(options.webp.alphaQuality, step.alphaQuality)
      if let outcome = try best(input, webp, leastQuality: step.leastQuality) { return outcome }
    }
    throw Diagnostic(
      .webpBytesUnreachable,
      "no quality, frame rate or size that is tried makes at most \(budget?.bytes ?? 0) bytes",
      advice: "allow more bytes, or choose a smaller size or a lower --fps")
  }

  private var steps: [WebPBudget.Step] {
    let keepsSize = conversion.options.width != nil || conversion.options.height != nil
    return conversion.options.poster == nil
      ? WebPBudget.steps(frameRate: asked.timeline.frameRate, keepsSize: keepsSize)
      : WebPBudget.stillSteps(keepsSize: keepsSize)
  }

  private func input(_ reduction: Reduction) throws(Diagnostic) -> WebPInput {
    var log = before
    let timeline = try conversion.silentTimeline(of: source, reduction, log: &log)
    return WebPInput(timeline: timeline, log: log)
  }

  /// The file with the highest quality that fits, up to the one in the options; nil if not even the lowest does.
  private func best(
    _ input: WebPInput, _ webp: WebPExporter.Options, leastQuality: Double
  ) throws(Diagnostic) -> Outcome? {
    var webp = webp
    let highest = webp.quality
    guard webp.codec != .lossless, highest > leastQuality else { return try outcome(input, webp) }
    webp.quality = leastQuality
    guard var best = try outcome(input, webp) else { return nil }
    webp.quality = highest
    if let outcome = try outcome(input, webp) { return outcome }
    var (low, high) = (leastQuality, highest)
    for _ in 0..<WebPBudget.qualitySteps where high - low > 1 {
      webp.quality = ((low + high) / 2).rounded(.down)
      if let outcome = try outcome(input, webp) {
        (best, low) = (outcome, webp.quality)
      } else {
        high = webp.quality
      }
    }
    return best
  }

  /// The file; nil if it does not fit.
  private func outcome(_ input: WebPInput, _ webp: WebPExporter.Options) throws(Diagnostic) -> Outcome? {
    var log = input.log
    let name = webp.codec == .lossless ? "fitting" : "fitting with quality \(webp.quality.words)"
    guard let bytes = try conversion.webpBytes(of: input.timeline, webp, conversion.progress.part(name), log: &log)
    else { return nil }
    return Outcome(bytes: bytes, timeline: input.timeline, log: log, options: webp)
  }
}

extension WebPBudgetSearch.Outcome {
  /// What differs from what was asked for.
  func reductions(from asked: Timeline, _ webp: WebPExporter.Options) -> [Conversion.AppliedReduction] {
    var reductions: [Conversion.AppliedReduction] = []
    func add(_ setting: String, _ asked: String, _ given: String) {
      guard asked != given else { return }
      reductions.append(Conversion.AppliedReduction(setting: setting, asked: asked, given: given))
    }
    // Settings of lossy frames count if there are such.
    if WebPCoding.hasLossyPicture(bytes) {
      add("quality", webp.codec == .lossless ? "lossless" : webp.quality.words, options.quality.words)
      add("alphaQuality", String(webp.alphaQuality), String(options.alphaQuality))
    }
    add("frameRate", asked.frameRate.words, timeline.frameRate.words)
    add("size", asked.sizeWords, timeline.sizeWords)
    return reductions
  }
}

extension Conversion.AppliedReduction {
  /// The reduction of a WebP file, for people.
  var webpWords: String {
    switch setting {
    case "quality": "quality \(given) instead of \(asked)"
    case "alphaQuality": "alpha quality \(given) instead of \(asked)"
    case "frameRate": "\(given) instead of \(asked) frames per second"
    default: "\(given) instead of \(asked) pixels"
    }
  }
}

extension Timeline {
  /// Columns and rows.
  fileprivate var sizeWords: String { "\(canvas.width.words) × \(canvas.height.words)" }
}

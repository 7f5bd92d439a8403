public import KilnDiagnostics
public import KilnExporting
internal import KilnBudgets
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

extension WebPExporter {
  /// A fitter that lowers the quality of pictures.
  public func fitter() -> WebPFitter { WebPFitter(self) }
}

/// Makes WebP files that keep to a budget.
///
/// Some frames of a variant are drawn and encoded in several forms, from which the settings with the least loss are chosen.
/// For the variant that is exported all frames are drawn and encoded, and the error of the estimate is corrected in some of
/// them.
public struct WebPFitter: ExportFitter {
  /// State of one variant.
  private struct Work {
    var frameRate: Double
    var scale: Double
    var source: FrameSource
    var encoding: WebPEncoding
    /// All frames, once they have been drawn.
    var frames: PlannedFrames?
    var model: QualityModel
    /// Findings of the preparation.
    var log: DiagnosticLog
  }

  /// Part of the budget that estimates aim at.
  static let aim = 0.985

  private let exporter: WebPExporter
  private var works: [Work] = []
  /// Estimates of the frames of the first variant, from which those of other variants are derived.
  private var estimates: [FrameEstimate] = []
  private var estimatedRate = 0.0

  init(_ exporter: WebPExporter) {
    self.exporter = exporter
  }

  /// The settings with the least loss, from samples of the frames.
  ///
  /// - Throws: `limit.exceeded`, `work.cancelled`.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate {
    let index = try prepare(variant)
    let memory = works[index].source.fit.decodedBytes
    guard memory <= variant.context.budget.memory ?? .max else {
      return ExportEstimate(leastMemory: memory, cost: nil)
    }
    guard let budget = variant.context.budget.bytes else { return ExportEstimate(leastMemory: memory) }
    let weight = variant.context.bounds.preference.sharpnessWeight
    return try works[index].model.estimate(within: budget, aim: Self.aim, memory: memory, weight: weight)
  }

  /// The export with the least loss.
  ///
  /// - Throws: As `WebPExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    guard let budget = variant.context.budget.bytes else {
      return FittedExport(try exporter.attempt(variant.timeline, in: variant.context, log: &log))
    }
    let index = try prepare(variant)
    let work = works[index]
    log.add(contentsOf: work.log)
    try variant.context.budget.check(memory: work.source.fit.decodedBytes)
    let encoding = work.encoding
    let frames = if let all = work.frames { all } else { try encoding.plannedFrames() }
    works[index].frames = frames
    var fitting = WebPFileFitter(frames, work.model, encoder: encoding.formEncoder, budget: budget)
    let bytes = try fitting.run(encoding)
    works[index].model = fitting.model
    let excess = bytes.count > budget ? variant.context.budget.excess(bytes: bytes.count) : nil
    let file = NamedFile(
      name: variant.context.fileName ?? variant.context.name + ".webp", mediaType: "image/webp", bytes: bytes)
    return FittedExport(
      ExportedAnimation(files: [file], decodedBytes: work.source.fit.decodedBytes, excess: excess),
      reductions: reductions(to: fitting), loss: fitting.loss)
  }

  /// Draws some frames of a variant, and all of the first one, unless that was done before. Returns the index of its work.
  private mutating func prepare(_ variant: ExportVariant) throws(Diagnostic) -> Int {
    if let index = works.firstIndex(where: { $0.frameRate == variant.frameRate && $0.scale == variant.scale }) {
      return index
    }
    // Frames take much memory, and the search seldom returns to a variant.
    works.removeAll()
    var log = DiagnosticLog()
    let source = try FrameSource(variant.timeline, in: variant.context, memory: WebPExporter.memory, log: &log)
    var options = exporter.options
    if options.budgetMayTurnLossy, options.codec == .lossless { options.codec = .mixed }
    let encoding = WebPEncoding(options: options, source: source)
    var frames: PlannedFrames?
    if estimates.isEmpty || options.isStill {
      let all = try encoding.plannedFrames()
      (frames, estimates, estimatedRate) = (all, all.estimates, variant.frameRate)
    }
    let thinned = estimates.thinned(step: estimatedRate / variant.frameRate, count: source.timeline.frameCount)
    let samples = try FrameSamples(
      thinned, encoding.planner, encoding.formEncoder, still: frames?.still, in: variant.context)
    works.append(
      Work(
        frameRate: variant.frameRate, scale: variant.scale, source: source, encoding: encoding, frames: frames,
        model: QualityModel(samples, range(variant.context.bounds)), log: log))
    return 0
  }

  /// The settings that may be chosen.
  private func range(_ bounds: ReductionBounds) -> QualityModel.Range {
    let options = exporter.options
    let mayTurnLossy = options.budgetMayTurnLossy && options.codec == .lossless && !bounds.keepsQuality
    let asked = Int(clamping: options.quality.rounded(), to: 0...100)
    let highest = mayTurnLossy ? 98 : asked
    let least =
      bounds.keepsQuality ? highest : min(highest, Int(clamping: (bounds.minimumQuality ?? 0).rounded(), to: 0...100))
    return QualityModel.Range(
      quality: least...highest, alpha: options.alphaQuality, near: options.nearLossless,
      allowsLossless: options.codec != .lossy, allowsLossy: options.codec != .lossless || mayTurnLossy,
      isOpen: !bounds.keepsQuality && (options.codec != .lossless || mayTurnLossy))
  }

  private func reductions(to fitting: WebPFileFitter) -> [ReducedSetting] {
    let asked = exporter.options
    var result: [ReducedSetting?] = []
    if let quality = fitting.lowestQuality {
      result.append(
        ReducedSetting(
          "quality", asked: asked.codec == .lossless ? "lossless" : asked.quality.shortDescription,
          given: String(quality)
        ) { "quality \($0) instead of \($1)" })
      result.append(
        ReducedSetting("alphaQuality", asked: String(asked.alphaQuality), given: String(fitting.settings.alpha)) {
          "alpha quality \($0) instead of \($1)"
        })
    }
    let nears = fitting.forms.compactMap { form -> Int? in if case .lossless(let near) = form { near } else { nil } }
    if let near = nears.min() {
      result.append(
        ReducedSetting("nearLossless", asked: String(asked.nearLossless), given: String(near)) {
          "near-lossless \($0) instead of \($1)"
        })
    }
    let colors = fitting.forms.compactMap { form -> Int? in if case .palette(let colors) = form { colors } else { nil }
    }
    if let fewest = colors.min() {
      result.append(
        ReducedSetting("colors", asked: "all", given: String(fewest)) { given, _ in "frames of \(given) colours or more"
        })
    }
    return result.compactMap(\.self)
  }
}

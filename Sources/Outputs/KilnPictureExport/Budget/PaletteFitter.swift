internal import KilnBudgets
public import KilnDiagnostics
internal import KilnGIF
public import KilnExporting
internal import KilnTimeline
internal import KilnRendering

/// Makes GIF or APNG files that keep to a budget by fewer colours.
///
/// The frames of a variant are drawn once, and some of them are encoded with several numbers of colours, from which the most
/// that fit are estimated; then all frames are encoded, and the estimate is corrected.
public struct PaletteFitter: ExportFitter {
  private let prepare: @Sendable (ExportVariant, inout DiagnosticLog) throws(Diagnostic) -> any PaletteVariant
  private var last: Prepared?

  /// State of the latest variant; the search seldom returns to an earlier one.
  private struct Prepared {
    var frameRate: Double
    var scale: Double
    var fitting: any PaletteVariant
    /// Findings of the preparation.
    var log: DiagnosticLog
  }

  /// - Parameter work: Draws the frames of a variant, and adds findings about images.
  init<Work: PaletteWork>(
    _ work: @escaping @Sendable (Timeline, ExportContext, inout DiagnosticLog) throws(Diagnostic) -> Work
  ) {
    prepare = { variant, log throws(Diagnostic) in
      // Whether files are too large is for the fitter to find out.
      var context = variant.context
      context.budget = ExportBudget()
      let work = try work(variant.timeline, context, &log)
      return VariantPaletteFitter(work, isOpen: !variant.context.bounds.keepsQuality)
    }
  }

  /// The number of colours with the least loss, from samples of the frames.
  ///
  /// - Throws: `limit.exceeded`, `work.cancelled`.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate {
    var prepared = try prepared(variant)
    defer { last = prepared }
    let budget = variant.context.budget
    guard prepared.fitting.decodedBytes <= budget.memory ?? .max else {
      return ExportEstimate(leastMemory: prepared.fitting.decodedBytes, cost: nil)
    }
    return try prepared.fitting.estimate(
      within: budget.bytes ?? .max, weight: variant.context.bounds.preference.sharpnessWeight)
  }

  /// The export with the least loss.
  ///
  /// - Throws: As the exporter's `export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    var prepared = try prepared(variant)
    defer { last = prepared }
    let budget = variant.context.budget
    try budget.check(memory: prepared.fitting.decodedBytes)
    var found = prepared.log
    let result = try prepared.fitting.fitted(to: budget.bytes ?? .max, log: &found)
    log.add(contentsOf: found)
    guard result.file.bytes.count <= budget.bytes ?? .max else {
      return FittedExport(
        ExportedAnimation(
          files: [result.file], decodedBytes: prepared.fitting.decodedBytes,
          excess: budget.excess(bytes: result.file.bytes.count)))
    }
    return FittedExport(
      ExportedAnimation(files: [result.file], decodedBytes: prepared.fitting.decodedBytes),
      reductions: result.reductions, loss: result.loss)
  }

  private func prepared(_ variant: ExportVariant) throws(Diagnostic) -> Prepared {
    if let last, last.frameRate == variant.frameRate, last.scale == variant.scale { return last }
    var log = DiagnosticLog()
    let fitting = try prepare(variant, &log)
    return Prepared(frameRate: variant.frameRate, scale: variant.scale, fitting: fitting, log: log)
  }
}

/// Estimates and files of one variant, in any format.
private protocol PaletteVariant {
  /// Bytes of the decoded canvas.
  var decodedBytes: Int { get }

  /// Estimates the cost of an export.
  mutating func estimate(within budget: Int, weight: Double) throws(Diagnostic) -> ExportEstimate

  /// The file with the least loss that keeps to a number of bytes; the smallest if none does.
  mutating func fitted(to budget: Int, log: inout DiagnosticLog) throws(Diagnostic) -> FittedPicture
}

/// A file, with the reductions made for it.
private struct FittedPicture {
  var file: NamedFile
  var reductions: [ReducedSetting] = []
  var loss = 0.0
}

/// Chooses the colours of one variant.
private struct VariantPaletteFitter<Work: PaletteWork>: PaletteVariant {
  /// Part of the budget that estimates aim at, and part that is enough.
  private static var aim: Double { 0.98 }
  private static var enough: Double { 0.93 }
  /// Maximum number of times that all frames are encoded.
  private static var rounds: Int { 4 }

  private let work: Work
  private var model: PaletteModel<Work>

  init(_ work: Work, isOpen: Bool) {
    self.work = work
    model = PaletteModel(work, isOpen: isOpen)
  }

  var decodedBytes: Int { work.source.fit.decodedBytes }

  mutating func estimate(within budget: Int, weight: Double) throws(Diagnostic) -> ExportEstimate {
    try model.estimate(within: budget, aim: Self.aim, memory: decodedBytes, weight: weight)
  }

  mutating func fitted(to budget: Int, log: inout DiagnosticLog) throws(Diagnostic) -> FittedPicture {
    var best: FittedPicture?
    var smallest: FittedPicture?
    var tried: Set<PaletteForm> = []
    var target = Double(budget) * Self.aim
    var found = log
    for _ in 0..<Self.rounds {
      let fitting = try model.best(within: target)
      let next: PaletteModel<Work>.Prediction
      if let fitting { next = fitting } else { next = try model.smallest() }
      guard tried.insert(next.settings).inserted, next.loss < best?.loss ?? .infinity else { break }
      var attempt = log
      let file = try work.file(next.settings, log: &attempt)
      let result = FittedPicture(file: file, reductions: reductions(to: next.settings), loss: next.loss)
      let size = file.bytes.count
      if size < smallest?.file.bytes.count ?? .max { smallest = result }
      if size <= budget {
        (best, found) = (result, attempt)
        if next.settings == work.asked || Double(size) >= Self.enough * Double(budget) { break }
      } else {
        target *= 0.985
      }
      try model.learn(next.settings, bytes: size)
    }
    log = found
    if let found = best ?? smallest { return found }
    return FittedPicture(file: try work.file(work.asked, log: &log))
  }

  private func reductions(to form: PaletteForm) -> [ReducedSetting] {
    func text(_ colors: Int?) -> String { colors.map(String.init) ?? "all" }
    return [
      ReducedSetting("colors", asked: text(work.asked.colors), given: text(form.colors)) { given, asked in
        work.asked.colors == nil ? "\(given) colours" : "\(given) instead of \(asked) colours"
      },
      ReducedSetting("dither", asked: work.asked.dither.rawValue, given: form.dither.rawValue) { given, _ in
        "dithered (\(given))"
      },
    ].compactMap(\.self)
  }
}

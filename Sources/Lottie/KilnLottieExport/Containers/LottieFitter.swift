public import KilnDiagnostics
public import KilnExporting
internal import KilnJSON

/// Makes Lottie documents of timelines that keep to a budget: the tolerance of keyframes is raised, and numbers get as many
/// decimals as it needs. A document keeps its names as long as it fits with them.
public struct LottieFitter: ExportFitter {
  /// The export of a variant with the smallest tolerance that fits.
  private struct Attempt {
    let frameRate: Double
    let scale: Double
    var export: ExportedAnimation
    var tolerance: Double
    var log: DiagnosticLog
  }

  private let exporter: LottieExporter
  private var attempts: [Attempt] = []
  private var images = PackedImages()
  /// Factors on the tolerance that are tried, and the largest tolerance in pixels.
  private static let factors: [Double] = [1, 2, 4, 8, 16, 32]
  private static let largestTolerance = 2.0
  /// Loss (1 − SSIM) that keyframes lead to which are off by a pixel, about.
  private static let lossPerPixel = 0.02

  /// A fitter of exports with the settings of an exporter.
  public init(_ exporter: LottieExporter) {
    self.exporter = exporter
  }

  /// An estimate by the smallest tolerance that fits.
  ///
  /// - Throws: As `LottieExporter.export` does, but for `budget.exceeded`.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate {
    let attempt = try attempt(variant)
    let weight = variant.context.bounds.preference.sharpnessWeight
    return ExportEstimate(
      leastBytes: attempt.export.excess == nil ? 0 : attempt.export.fileBytes,
      cost: attempt.export.excess == nil ? loss(attempt) * weight : nil)
  }

  /// The export with the smallest tolerance that fits; one with an excess if none does.
  ///
  /// - Throws: As `LottieExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    let attempt = try attempt(variant)
    for finding in attempt.log.diagnostics { log.add(finding) }
    let reduction = ReducedSetting(
      "tolerance", asked: exporter.tolerance.shortDescription, given: attempt.tolerance.shortDescription
    ) { "keyframes within \($0) px instead of \($1)" }
    return FittedExport(attempt.export, reductions: reduction.map { [$0] } ?? [], loss: loss(attempt))
  }

  private func loss(_ attempt: Attempt) -> Double {
    max(0, attempt.tolerance - exporter.tolerance) * Self.lossPerPixel
  }

  private mutating func attempt(_ variant: ExportVariant) throws(Diagnostic) -> Attempt {
    if let known = attempts.first(where: { $0.frameRate == variant.frameRate && $0.scale == variant.scale }) {
      return known
    }
    var (best, tooSmall) = (try attempt(variant, exporter.tolerance), exporter.tolerance)
    if !variant.context.bounds.keepsQuality {
      for factor in Self.factors.dropFirst() where best.export.excess != nil {
        let tolerance = exporter.tolerance * factor
        guard tolerance <= max(Self.largestTolerance, exporter.tolerance) else { break }
        tooSmall = best.tolerance
        best = try attempt(variant, tolerance)
      }
      // Half way between what is too large and what fits.
      if best.export.excess == nil, best.tolerance > exporter.tolerance {
        let middle = try attempt(variant, (tooSmall * best.tolerance).squareRoot())
        if middle.export.excess == nil { best = middle }
      }
    }
    attempts.append(best)
    return best
  }

  private mutating func attempt(_ variant: ExportVariant, _ tolerance: Double) throws(Diagnostic) -> Attempt {
    var options = exporter.options
    options.tolerance = tolerance
    let exporter = LottieExporter(options: options)
    var log = DiagnosticLog()
    var context = variant.context
    context.budget = ExportBudget()
    var export = try exporter.export(variant.timeline, &images, in: context, log: &log)
    do throws(Diagnostic) {
      try variant.context.budget.check(memory: export.decodedBytes)
      try variant.context.budget.check(bytes: export.fileBytes)
    } catch {
      export.excess = error
    }
    return Attempt(
      frameRate: variant.frameRate, scale: variant.scale, export: export, tolerance: tolerance, log: log)
  }
}

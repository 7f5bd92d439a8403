public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
internal import KilnTimeline

/// Search for the quality at which a video keeps to a budget.
///
/// The bytes of a variant fall by a constant factor for each step of the encoder's rate factor, nearly: two encoded videos
/// tell where a third fits. Each is measured, so that the loss of the chosen one is known.
public struct VideoFitter: ExportFitter {
  /// A video that was encoded.
  private struct Trial {
    var factor: Double
    var encoded: VideoWork.Encoded
    var files: [NamedFile]
    var bytes: Int { files.reduce(0) { $0 + $1.bytes.count } }
  }

  /// State of one variant.
  private struct Prepared {
    var frameRate: Double
    var scale: Double
    var work: VideoWork
    /// By rate factors, ascending.
    var trials: [Trial] = []
    /// Findings of the preparation.
    var log: DiagnosticLog
  }

  private let exporter: VideoExporter
  private var last: Prepared?
  /// Logarithm of the bytes for each step of the rate factor, as measured last.
  private var slope: Double

  /// Part of the budget that is enough, and that trials aim at.
  private static let enough = 0.93
  private static let aim = 0.975
  /// Videos of a variant that are encoded at most.
  private static let maximumTrials = 5

  init(_ exporter: VideoExporter) {
    self.exporter = exporter
    slope = exporter.options.rateFactors?.slope ?? -0.1
  }

  /// Encodes the variant until it fits.
  ///
  /// - Throws: As `VideoExporter.export`, but for `budget.exceeded`.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate {
    var prepared = try prepared(variant)
    defer { last = prepared }
    let memory = prepared.work.decodedBytes
    guard memory <= variant.context.budget.memory ?? .max else { return ExportEstimate(leastMemory: memory, cost: nil) }
    let weight = variant.context.bounds.preference.sharpnessWeight
    guard let best = try fit(&prepared, variant) else {
      return ExportEstimate(leastBytes: prepared.trials.last?.bytes ?? 0, leastMemory: memory, cost: nil)
    }
    var estimate = ExportEstimate(leastMemory: memory, cost: weight * loss(best, prepared))
    estimate.relaxed = relaxed(prepared, best, weight)
    return estimate
  }

  /// The video with the highest quality that fits.
  ///
  /// - Throws: As `VideoExporter.export`.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    var prepared = try prepared(variant)
    defer { last = prepared }
    let budget = variant.context.budget
    try budget.check(memory: prepared.work.decodedBytes)
    let best = try fit(&prepared, variant)
    log.add(contentsOf: prepared.log)
    guard let trial = best ?? prepared.trials.last else {
      throw Diagnostic(.internalError, "no video was encoded")
    }
    prepared.work.report(trial.encoded, log: &log)
    let excess = best == nil ? budget.excess(bytes: trial.bytes) : nil
    return FittedExport(
      ExportedAnimation(files: trial.files, decodedBytes: prepared.work.decodedBytes, excess: excess),
      reductions: reductions(trial), loss: loss(trial, prepared))
  }

  /// The loss beyond that of the quality that was asked for.
  private func loss(_ trial: Trial, _ prepared: Prepared) -> Double {
    trial.factor == exporter.options.rateFactor ? 0 : trial.encoded.loss
  }

  private func reductions(_ trial: Trial) -> [ReducedSetting] {
    guard let factors = exporter.options.rateFactors else { return [] }
    func text(_ factor: Double) -> String { String(Int(factors.quality(factor).rounded())) }
    return [
      ReducedSetting("quality", asked: text(exporter.options.rateFactor), given: text(trial.factor)) {
        "quality \($0) instead of \($1)"
      }
    ].compactMap(\.self)
  }

  // MARK: The search

  /// The video with the lowest rate factor that fits; nil if none does: then the last trial is the smallest.
  private mutating func fit(_ prepared: inout Prepared, _ variant: ExportVariant) throws(Diagnostic) -> Trial? {
    let budget = variant.context.budget.bytes ?? .max
    func best(_ trials: [Trial]) -> Trial? { trials.first { $0.bytes <= budget } }
    let asked = exporter.options.rateFactor
    let worst = worstFactor(variant.context.bounds)
    if prepared.trials.isEmpty { try encode(asked, &prepared) }
    while prepared.trials.count < Self.maximumTrials {
      if let found = best(prepared.trials),
        found.factor == asked || Double(found.bytes) >= Self.enough * Double(budget)
      {
        return found
      }
      guard worst > asked, let next = nextFactor(prepared.trials, budget, asked...worst) else { break }
      try encode(next, &prepared)
    }
    if let found = best(prepared.trials) { return found }
    if prepared.trials.last.map({ $0.factor < worst }) ?? false, worst > asked { try encode(worst, &prepared) }
    return best(prepared.trials)
  }

  private mutating func encode(_ factor: Double, _ prepared: inout Prepared) throws(Diagnostic) {
    let encoded = try prepared.work.encode(factor)
    let trial = Trial(factor: factor, encoded: encoded, files: prepared.work.files(encoded))
    let place = prepared.trials.firstIndex { $0.factor > factor } ?? prepared.trials.count
    prepared.trials.insert(trial, at: place)
    // From the neighbours: the curve is not quite a line.
    let pair = place > 0 ? (place - 1, place) : (place, place + 1)
    guard prepared.trials.indices.contains(pair.1) else { return }
    let (a, b) = (prepared.trials[pair.0], prepared.trials[pair.1])
    slope = min(-0.01, Self.logarithm(b.bytes) - Self.logarithm(a.bytes)) / max(0.25, b.factor - a.factor)
  }

  /// The rate factor at which the file is expected to fit; nil if all that could do better are known.
  private func nextFactor(_ trials: [Trial], _ budget: Int, _ range: ClosedRange<Double>) -> Double? {
    guard let step = exporter.options.rateFactors?.step else { return nil }
    let large = trials.last { $0.bytes > budget }
    let small = trials.first { $0.bytes <= budget }
    let target = Scalar.logarithm(Double(max(1, budget)) * Self.aim)
    let wanted: Double
    if let large, let small {
      let (high, low) = (Self.logarithm(large.bytes), Self.logarithm(small.bytes))
      wanted = large.factor + (small.factor - large.factor) * (high - target) / max(1e-6, high - low)
    } else if let known = large ?? small {
      wanted = known.factor + (target - Self.logarithm(known.bytes)) / slope
    } else {
      return nil
    }
    let (least, most) = (
      (large?.factor ?? range.lowerBound - step) + step, (small?.factor ?? range.upperBound + step) - step
    )
    guard least <= most, range.overlaps(least...most) else { return nil }
    // Upwards: rather a little too small than too large.
    return min(most, max(least, (wanted / step).rounded(.up) * step))
  }

  private func worstFactor(_ bounds: ReductionBounds) -> Double {
    let asked = exporter.options.rateFactor
    guard let factors = exporter.options.rateFactors, !bounds.keepsQuality else { return asked }
    return max(asked, bounds.minimumQuality.map(factors.factor) ?? factors.worst)
  }

  /// Losses with larger budgets, from the curves through the trials.
  private func relaxed(_ prepared: Prepared, _ best: Trial, _ weight: Double) -> [ExportEstimate.RelaxedCost] {
    guard best.factor > exporter.options.rateFactor else { return [] }
    return [1.1, 1.25, 1.5, 2, 3, 4, 6, 8].map { factor in
      let rateFactor = best.factor + Scalar.logarithm(factor) / slope
      // Losses fall like bytes rise, nearly.
      let cost = rateFactor <= exporter.options.rateFactor ? 0 : best.encoded.loss / factor
      return ExportEstimate.RelaxedCost(factor: factor, cost: weight * cost)
    }
  }

  private static func logarithm(_ bytes: Int) -> Double { Scalar.logarithm(Double(max(1, bytes))) }

  private func prepared(_ variant: ExportVariant) throws(Diagnostic) -> Prepared {
    if let last, last.frameRate == variant.frameRate, last.scale == variant.scale { return last }
    var log = DiagnosticLog()
    let work = try VideoWork(exporter.options, variant.timeline, in: variant.context, log: &log)
    return Prepared(frameRate: variant.frameRate, scale: variant.scale, work: work, log: log)
  }
}

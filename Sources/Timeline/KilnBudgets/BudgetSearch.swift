package import KilnDiagnostics
package import KilnExporting
internal import KilnRendering
internal import KilnTimeline

/// Looks for the export with the least loss that keeps to a budget.
///
/// Candidates are frame rates and sizes; everything else an exporter's fitter chooses. Best-first: a candidate stands at
/// the loss by its rate and size alone until it is the best, and then at the estimate of its fitter; when it is the best
/// once more, it is exported. So only the candidates that may win are looked at. A smaller canvas is considered when
/// nothing fits at the size that is asked for.
package struct BudgetSearch<Exporter: AnimationExporter, Animation: BudgetedAnimation> {
  /// Result of the search.
  package struct Outcome {
    /// The animation at the frame rate and size that was chosen.
    package var variant: ExportVariant
    /// Its export.
    package var fitted: FittedExport
    /// Loss by the frame rate and by the size.
    package var loss: Double
    /// All findings of the export.
    package var log: DiagnosticLog
  }

  /// A frame rate and size that may be exported.
  fileprivate struct Candidate {
    var frameRate: Double
    var scale: Double
    /// Losses by the frame rate and by the size.
    var motionLoss = 0.0
    var sizeLoss = 0.0
    /// Weighted loss, at least.
    var cost = 0.0
    var isEstimated = false
  }

  /// Loss below visibility, for which no other frame rate is tried.
  private static var invisibleCost: Double { 0.005 }

  private let asked: Double
  private let context: ExportContext
  private var animation: Animation
  private var fitter: Exporter.Fitter
  private let capabilities: ExportCapabilities
  private var tries = 0
  /// The smallest exports of the variants that were looked at.
  private var smallest: [SmallestExport] = []
  /// Losses by lower frame rates and by smaller sizes, once they are measured.
  private var measuredMotion: MotionLoss?
  private var measuredSize: SizeLoss?
  /// Costs at the rate that is asked for with larger budgets.
  private var relaxed: [ExportEstimate.RelaxedCost] = []

  /// Candidates that are estimated to fit, at most, before one is exported: others cost more by their rate and
  /// size alone.
  private static var maximumEstimates: Int { 4 }
  /// Parts of the frame rate that are tried, as fractions of small numbers, so that frames repeat the source's in a regular
  /// pattern.
  private static var rates: [(Double, Double)] {
    [(9, 10), (5, 6), (3, 4), (2, 3), (1, 2), (2, 5), (1, 3), (1, 4), (1, 5), (1, 6), (1, 8), (1, 10), (1, 12)]
  }
  /// Factors on the size that are tried: each has about 30 % fewer pixels than the one before.
  private static var scales: [Double] { [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25] }

  /// A search for the export of an animation.
  ///
  /// - Parameter frameRate: Frames per second that are asked for.
  package init(_ exporter: Exporter, _ animation: Animation, frameRate: Double, in context: ExportContext) {
    fitter = exporter.fitter()
    capabilities = exporter.capabilities
    self.animation = animation
    self.context = context
    asked = frameRate
  }

  /// The export with the least loss that fits.
  ///
  /// - Parameter log: Findings of what is found, also when it throws.
  /// - Throws: `budget.exceeded` with what takes most, when nothing fits.
  package mutating func run(log: inout DiagnosticLog) throws(Diagnostic) -> Outcome {
    var candidates = [Candidate(frameRate: asked, scale: 1)]
    var isExtended = false
    var estimates = 0
    while true {
      // The others are not even counted unless what is asked for costs something that is seen.
      if !isExtended, candidates.first.map({ $0.cost > Self.invisibleCost }) ?? true {
        isExtended = true
        candidates += try reducedCandidates(log: &log)
      }
      guard let index = candidates.indices.min(by: { precedes(candidates[$0], candidates[$1]) }) else { break }
      let candidate = candidates.remove(at: index)
      if candidate.isEstimated {
        let outcome = try export(candidate, log: &log)
        guard outcome.fitted.export.excess != nil else { return outcome }
        // It did not fit, so all others count again.
        estimates = 0
        noteSmallest(of: candidate, Self.least(of: outcome.fitted.export))
      } else if estimates < Self.maximumEstimates, !isExcluded(candidate) {
        guard let estimated = try estimate(candidate, log: &log) else { continue }
        estimates += 1
        candidates.append(estimated)
      }
    }
    // Candidates are excluded by estimates, which may be wrong. So the smallest one is exported after all.
    let last = Candidate(frameRate: lowerRates.last ?? asked, scale: scales.last ?? 1)
    let outcome: Outcome
    do throws(Diagnostic) {
      outcome = try export(last, isLast: true, log: &log)
    } catch {
      // Pictures that take too much memory are not even drawn: how much they take is known.
      let known = smallest.min { $0.least.leastMemory < $1.least.leastMemory }
      guard error.rule == .budgetExceeded, let known else { throw error }
      throw try shortfall(known, error, log: &log)
    }
    guard let excess = outcome.fitted.export.excess else { return outcome }
    let written = SmallestExport(
      frameRate: last.frameRate, scale: last.scale, least: Self.least(of: outcome.fitted.export))
    throw try shortfall(written, excess, log: &log)
  }

  private static func least(of export: ExportedAnimation) -> ExportEstimate {
    ExportEstimate(leastBytes: export.fileBytes, leastMemory: export.decodedBytes, steadyMemory: 0)
  }

  /// Whether a candidate comes first. The size is given up last, unless something else counts more.
  private func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
    context.bounds.preference.givesUpSizeLast
      ? (-a.scale, a.cost, -a.frameRate) < (-b.scale, b.cost, -b.frameRate)
      : (a.cost, -a.scale, -a.frameRate) < (b.cost, -b.scale, -b.frameRate)
  }

  private mutating func export(
    _ candidate: Candidate, isLast: Bool = false, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Outcome {
    var variant = try variant(candidate, log: &log)
    variant.isLast = isLast
    let fitted = try fitter.export(variant, log: &log)
    var candidate = candidate
    if candidate.scale < 1, candidate.sizeLoss == 0, fitted.export.excess == nil {
      candidate.sizeLoss = try sizeLoss(log: &log).loss(at: candidate.scale)
    }
    if candidate.frameRate < asked, candidate.motionLoss == 0, fitted.export.excess == nil {
      candidate.motionLoss = try motionLoss(log: &log).loss(at: candidate.frameRate)
    }
    let loss = 1 - (1 - candidate.motionLoss) * (1 - candidate.sizeLoss)
    return Outcome(variant: variant, fitted: fitted, loss: loss, log: log)
  }

  /// A candidate with the estimate of its loss; nil if it cannot fit.
  private mutating func estimate(
    _ candidate: Candidate, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Candidate? {
    let estimate = try fitter.estimate(try variant(candidate, log: &log))
    if candidate.frameRate == asked, candidate.scale == 1 { relaxed = estimate.relaxed }
    guard let cost = estimate.cost else {
      noteSmallest(of: candidate, estimate)
      return nil
    }
    var candidate = candidate
    candidate.cost = self.cost(of: candidate) + cost
    candidate.isEstimated = true
    return candidate
  }

  private mutating func noteSmallest(of candidate: Candidate, _ estimate: ExportEstimate) {
    guard estimate.leastBytes > 0 || estimate.leastMemory > 0 else { return }
    smallest.append(SmallestExport(frameRate: candidate.frameRate, scale: candidate.scale, least: estimate))
  }

  /// The cost of a candidate's frame rate and size.
  private func cost(of candidate: Candidate) -> Double {
    let preference = context.bounds.preference
    return candidate.motionLoss * preference.smoothnessWeight + candidate.sizeLoss * preference.sizeWeight
  }

  /// Whether what is known of other candidates says that one does not fit.
  private func isExcluded(_ candidate: Candidate) -> Bool {
    smallest.contains {
      $0.excludes(frameRate: candidate.frameRate, scale: candidate.scale, from: context.budget)
    }
  }

  /// The cost of a candidate apart from its rate and size, at least: fewer or smaller frames may each have more bytes, and
  /// change more.
  private func leastCost(of candidate: Candidate) -> Double {
    let factor = asked / candidate.frameRate / (candidate.scale * candidate.scale)
    return relaxed.filter { $0.factor >= factor }.map(\.cost).max() ?? 0
  }

  // MARK: Nothing fits

  /// The finding when nothing fits: the size of what was written last, what takes most of it, and what would help.
  private mutating func shortfall(
    _ written: SmallestExport, _ excess: Diagnostic, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Diagnostic {
    let report = BudgetShortfall(context: context, capabilities: capabilities, animation: animation)
    let budget = context.budget
    if let limit = budget.bytes, written.least.leastBytes > limit {
      return report.finding(bytes: written, limit: limit, try layerShares(in: written, of: .bytes, log: &log))
    }
    if let limit = budget.memory, written.least.leastMemory > limit {
      return report.finding(memory: written, limit: limit, try layerShares(in: written, of: .memory, log: &log))
    }
    return excess
  }

  private mutating func layerShares(
    in smallest: SmallestExport, of resource: ExportResource, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerShare] {
    let variant = try variant(Candidate(frameRate: smallest.frameRate, scale: smallest.scale), log: &log)
    if let known = try fitter.layerShares(variant, of: resource) { return known }
    // Memory has no shares by layer if the player holds pictures of the whole canvas.
    guard resource == .bytes else { return [] }
    var ignored = DiagnosticLog()
    return LayerShare.ofChanges(in: try FrameSource(variant.timeline, in: variant.context, log: &ignored))
  }

  /// All reduced candidates, without those that are known not to fit.
  private mutating func reducedCandidates(log: inout DiagnosticLog) throws(Diagnostic) -> [Candidate] {
    var candidates: [Candidate] = []
    for scale in scales {
      for rate in [asked] + lowerRates where scale < 1 || rate < asked {
        let candidate = Candidate(frameRate: rate, scale: scale)
        if !isExcluded(candidate) { candidates.append(candidate) }
      }
    }
    var motion: MotionLoss?
    if candidates.contains(where: { $0.frameRate < asked }) { motion = try motionLoss(log: &log) }
    // Sizes that come last anyway need not be compared.
    var sizeLosses: [Double: Double] = [:]
    if !context.bounds.preference.givesUpSizeLast, candidates.contains(where: { $0.scale < 1 }) {
      let size = try sizeLoss(log: &log)
      for scale in scales { sizeLosses[scale] = size.loss(at: scale) }
    }
    return candidates.map { candidate in
      var candidate = candidate
      candidate.motionLoss = motion?.loss(at: candidate.frameRate) ?? 0
      candidate.sizeLoss = sizeLosses[candidate.scale] ?? 0
      candidate.cost = cost(of: candidate) + leastCost(of: candidate)
      return candidate
    }
  }

  /// The frames without any reduction.
  private mutating func unreducedFrames(log: inout DiagnosticLog) throws(Diagnostic) -> FrameSource {
    let timeline = try animation.timeline(frameRate: asked, scale: 1, progress: context.progress, log: &log)
    var ignored = DiagnosticLog()
    return try FrameSource(timeline, in: context, log: &ignored)
  }

  private mutating func motionLoss(log: inout DiagnosticLog) throws(Diagnostic) -> MotionLoss {
    if let measuredMotion { return measuredMotion }
    let result = try MotionLoss(try unreducedFrames(log: &log))
    measuredMotion = result
    return result
  }

  private mutating func sizeLoss(log: inout DiagnosticLog) throws(Diagnostic) -> SizeLoss {
    if let measuredSize { return measuredSize }
    var ignored = log
    let result = SizeLoss(try unreducedFrames(log: &ignored))
    measuredSize = result
    return result
  }

  /// Frame rates below the one that is asked for, highest first.
  private var lowerRates: [Double] {
    let bounds = context.bounds
    guard capabilities.isAnimated, !bounds.keepsFrameRate else { return [] }
    let rates: [Double] =
      switch capabilities.frameRates {
      case .oneOf(let legal): legal.reversed().map(Double.init)
      case .any, .atMost: Self.rates.map { asked * $0 / $1 }
      }
    return rates.filter { $0 < asked && $0 >= bounds.leastFrameRate }
  }

  /// Factors on the size, largest first.
  private var scales: [Double] {
    guard capabilities.isResizable, !context.bounds.keepsSize else { return [1] }
    return Self.scales.filter { $0 == 1 || $0 >= context.bounds.leastScale }
  }

  private mutating func variant(
    _ candidate: Candidate, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportVariant {
    tries += 1
    var context = context
    if tries > 2 { context.progress = context.progress.part("fitting, step \(tries)") }
    context.scale = animation.contentScale(at: candidate.scale)
    let timeline = try animation.timeline(
      frameRate: candidate.frameRate, scale: candidate.scale, progress: context.progress, log: &log)
    let keepsSource =
      candidate.frameRate == asked && candidate.scale == 1 && capabilities.isAnimated && animation.keepsFrames
    return ExportVariant(
      frameRate: candidate.frameRate, scale: candidate.scale, timeline: timeline, keepsSource: keepsSource,
      context: context)
  }
}

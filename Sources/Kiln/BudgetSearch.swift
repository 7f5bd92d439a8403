internal import Diagnostics
internal import Geometry
internal import TimelineModel
internal import TimelineRendering

/// Looks for the export with the least loss that keeps to a budget.
///
/// Candidates are frame rates and sizes; everything else an exporter's session chooses. Best-first: a candidate stands at
/// the loss by its rate and size alone until it is the best, and then at the estimate of its session; when it is the best
/// once more, it is exported. So only the candidates that may win are looked at. A smaller canvas is considered when
/// nothing fits at the size that is asked for.
struct BudgetSearch<Exporter: AnimationExporter> {
  /// What was found.
  struct Outcome {
    var variant: ExportVariant
    var fitted: FittedExport
    /// Loss by the frame rate.
    var motionLoss: Double
    var log: DiagnosticLog
  }

  /// A frame rate and size that may be exported.
  fileprivate struct Candidate {
    var frameRate: Double
    var scale: Double
    /// Loss by the frame rate.
    var motionLoss: Double
    /// Weighted loss, at least.
    var cost: Double
    var isEstimated = false

    func precedes(_ other: Candidate) -> Bool {
      (-scale, cost, -frameRate) < (-other.scale, other.cost, -other.frameRate)
    }
  }

  /// Loss that nobody sees, and for which no other frame rate is worth a try.
  private static var invisibleCost: Double { 0.005 }

  /// The smallest file of a candidate, as estimated.
  private struct Floor {
    var candidate: Candidate
    var bytes: Int
    var memory: Int
  }

  private let asked: Double
  private let context: ExportContext
  private var timelines: BakedTimelines
  private var session: Exporter.Session
  private let capabilities: ExportCapabilities
  private var tries = 0
  private var floors: [Floor] = []
  /// Losses at the rate that is asked for with larger budgets.
  private var relaxed: [ExportEstimate.RelaxedLoss] = []
  /// The candidate with the fewest pixels that was left out.
  private var smallestHopeless: Candidate?

  /// Candidates that are estimated to fit, at most, before one is exported.
  private static var maximumEstimates: Int { 4 }

  /// - Parameter frameRate: What is asked for.
  init(_ exporter: Exporter, _ timelines: BakedTimelines, frameRate: Double, in context: ExportContext) {
    session = exporter.session()
    capabilities = exporter.capabilities
    self.timelines = timelines
    self.context = context
    asked = frameRate
  }

  /// The export with the least loss that fits.
  ///
  /// - Parameter log: Findings of what is found, also when it throws.
  /// - Throws: `budget.exceeded` with what takes most, when nothing fits.
  mutating func run(log: inout DiagnosticLog) throws(Diagnostic) -> Outcome {
    var candidates = [Candidate(frameRate: asked, scale: 1, motionLoss: 0, cost: 0)]
    var isExtended = false
    var estimates = 0
    var excess: Diagnostic?
    while true {
      // The others are not even counted unless what is asked for costs something that is seen.
      if !isExtended, candidates.first.map({ $0.cost > Self.invisibleCost }) ?? true {
        isExtended = true
        candidates += try others(log: &log)
      }
      guard let index = candidates.indices.min(by: { candidates[$0].precedes(candidates[$1]) }) else { break }
      let candidate = candidates.remove(at: index)
      if candidate.isEstimated {
        let outcome = try export(candidate, log: &log)
        guard let found = outcome.fitted.export.excess else { return outcome }
        excess = found
        // It did not fit, so all others count again.
        estimates = 0
        noteFloor(of: candidate, bytes: outcome.fitted.export.fileBytes, memory: outcome.fitted.export.decodedBytes)
      } else if isHopeless(candidate) {
        if candidate.precedesInSize(smallestHopeless) { smallestHopeless = candidate }
      } else if estimates < Self.maximumEstimates {
        guard let estimated = try estimate(candidate, log: &log) else { continue }
        estimates += 1
        candidates.append(estimated)
      }
    }
    // Floors of other candidates are guesses; the last one is looked at.
    if let last = smallestHopeless, let estimated = try estimate(last, log: &log) {
      let outcome = try export(estimated, log: &log)
      guard let found = outcome.fitted.export.excess else { return outcome }
      excess = found
    }
    throw try shortfall(excess, log: &log)
  }

  private mutating func export(_ candidate: Candidate, log: inout DiagnosticLog) throws(Diagnostic) -> Outcome {
    let variant = try variant(candidate, log: &log)
    let fitted = try session.export(variant, log: &log)
    return Outcome(variant: variant, fitted: fitted, motionLoss: candidate.motionLoss, log: log)
  }

  /// A candidate with the estimate of its loss; nil if it cannot fit.
  private mutating func estimate(
    _ candidate: Candidate, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Candidate? {
    let estimate = try session.estimate(try variant(candidate, log: &log))
    if candidate.frameRate == asked, candidate.scale == 1 { relaxed = estimate.relaxed }
    guard let loss = estimate.loss else {
      noteFloor(of: candidate, bytes: estimate.leastBytes, memory: estimate.leastMemory)
      return nil
    }
    var candidate = candidate
    candidate.cost =
      candidate.motionLoss * context.bounds.preference.smoothnessWeight
      + loss * context.bounds.preference.sharpnessWeight
    candidate.isEstimated = true
    return candidate
  }

  private mutating func noteFloor(of candidate: Candidate, bytes: Int, memory: Int) {
    guard bytes > 0 || memory > 0 else { return }
    floors.append(Floor(candidate: candidate, bytes: bytes, memory: memory))
  }

  /// Whether what is known of other candidates says that one does not fit: bytes are hardly fewer than in proportion to the
  /// number of frames and to the size.
  private func isHopeless(_ candidate: Candidate) -> Bool {
    floors.contains { floor in
      let rate = candidate.frameRate / floor.candidate.frameRate
      let scale = candidate.scale / floor.candidate.scale
      guard rate <= 1, scale <= 1 else { return false }
      let bytes = Double(floor.bytes) * rate * Scalar.power(scale, 1.6) * 0.8
      let memory = Double(floor.memory) * scale * scale * (capabilities.isResizable ? 0.9 : 0)
      return bytes > Double(context.budget.bytes ?? .max) || memory > Double(context.budget.memory ?? .max)
    }
  }

  /// The loss by quality of another rate, at least: fewer frames may each have more bytes, and change more.
  private func leastLoss(at rate: Double) -> Double {
    relaxed.filter { $0.factor >= asked / rate }.map(\.loss).max() ?? 0
  }

  // MARK: Nothing fits

  /// The finding when nothing fits: the floor, what takes most, and what would help.
  private mutating func shortfall(
    _ excess: Diagnostic?, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Diagnostic {
    guard let floor = floors.filter({ $0.bytes > 0 }).min(by: { $0.bytes < $1.bytes }),
      let budget = context.budget.bytes, floor.bytes > budget
    else {
      return excess ?? memoryExcess()
    }
    let spenders = try session.spenders(try variant(floor.candidate, log: &log))
    let names = spenders.prefix(3).map { "“\($0.layer)” (\(Int(($0.share * 100).rounded())) %)" }
    let most = names.isEmpty ? "" : "; most are spent on " + names.joined(separator: ", ")
    return Diagnostic(
      .budgetExceeded,
      "the file has \(ByteCount(floor.bytes)) at least, with all given up that may be, above the limit of "
        + "\(ByteCount(budget))\(most)",
      advice: advice(floor, budget, spenders.first))
  }

  private func memoryExcess() -> Diagnostic {
    let memory = floors.map(\.memory).filter { $0 > 0 }.min() ?? 0
    do throws(Diagnostic) {
      try context.budget.check(memory: memory)
    } catch {
      return error
    }
    return context.budget.excess(bytes: floors.map(\.bytes).max() ?? 0)
  }

  /// The two or three changes that bring the smallest file into the budget.
  private func advice(_ floor: Floor, _ budget: Int, _ largest: LayerShare?) -> String {
    let ratio = Double(budget) / Double(floor.bytes) * 0.95
    let (bounds, timeline) = (context.bounds, timelines.source.info)
    var changes: [String] = []
    if bounds.keepsFrameRate { changes.append("leave out --fps") }
    if bounds.keepsQuality { changes.append("leave out --quality") }
    if capabilities.isResizable {
      let scale = floor.candidate.scale * Scalar.power(ratio, 1 / 1.6)
      let placement = timelines.conversion.placement(of: timeline, scale: scale)
      if let width = placement.map(\.width), width >= 8 { changes.append("choose --width \(width)") }
    }
    let rate = (floor.candidate.frameRate * ratio * 10).rounded(.down) / 10
    if capabilities.isAnimated, rate >= 1, changes.count < 2 {
      changes.append("allow \(rate.shortDescription) frames per second with --min-fps")
    }
    if let largest, largest.share < 0.9, 1 - largest.share < ratio { changes.append("simplify “\(largest.layer)”") }
    changes.append("allow \(ByteCount(floor.bytes + floor.bytes / 20))")
    let kept = changes.suffix(3)
    return kept.count == 1 ? kept.joined() : kept.dropLast().joined(separator: ", ") + " or " + (kept.last ?? "")
  }

  /// All candidates but what is asked for.
  private mutating func others(log: inout DiagnosticLog) throws(Diagnostic) -> [Candidate] {
    let rates = lowerRates
    var losses: [Double] = []
    if !rates.isEmpty {
      let timeline = try timelines.timeline(frameRate: asked, progress: context.progress, log: &log)
      var ignored = DiagnosticLog()
      var motion = MotionLoss(try FrameSource(timeline, in: context, log: &ignored))
      losses = rates.map { motion.loss(at: $0) }
    }
    let all = [(asked, 0.0)] + zip(rates, losses)
    return scales.flatMap { scale in
      all.filter { scale < 1 || $0.0 < asked }.map { rate, loss -> Candidate in
        let preference = context.bounds.preference
        return Candidate(
          frameRate: rate, scale: scale, motionLoss: loss,
          cost: loss * preference.smoothnessWeight + leastLoss(at: rate) * preference.sharpnessWeight)
      }
    }
  }

  /// Frame rates below the one that is asked for, highest first.
  private var lowerRates: [Double] {
    let bounds = context.bounds
    guard capabilities.isAnimated, !bounds.keepsFrameRate else { return [] }
    let rates: [Double] =
      switch capabilities.frameRates {
      case .oneOf(let legal): legal.reversed().map(Double.init)
      case .any, .atMost:
        [(9, 10), (5, 6), (3, 4), (2, 3), (1, 2), (2, 5), (1, 3), (1, 4), (1, 5), (1, 6), (1, 8), (1, 10), (1, 12)].map
        {
          asked * $0 / $1
        }
      }
    return rates.filter { $0 < asked && $0 >= bounds.leastFrameRate }
  }

  /// Factors on the size, largest first.
  private var scales: [Double] {
    guard capabilities.isResizable, !context.bounds.keepsSize else { return [1] }
    return [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25].filter { $0 == 1 || $0 >= context.bounds.leastScale }
  }

  private mutating func variant(
    _ candidate: Candidate, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportVariant {
    tries += 1
    let conversion = timelines.conversion
    var context = context
    if tries > 2 { context.progress = context.progress.part("fitting, step \(tries)") }
    let info = timelines.source.info
    context.scale = conversion.placement(of: info, scale: candidate.scale).map(\.uniformScale) ?? 1
    let timeline = try timelines.timeline(
      frameRate: candidate.frameRate, scale: candidate.scale, progress: context.progress, log: &log)
    let keepsSource =
      candidate.frameRate == asked && candidate.scale == 1 && capabilities.isAnimated
      && conversion.options.keepsFrames(of: info)
    return ExportVariant(
      frameRate: candidate.frameRate, scale: candidate.scale, timeline: timeline, keepsSource: keepsSource,
      context: context)
  }
}

extension BudgetSearch.Candidate {
  /// Whether it has fewer pixels than another one.
  fileprivate func precedesInSize(_ other: BudgetSearch.Candidate?) -> Bool {
    guard let other else { return true }
    return (scale, frameRate) < (other.scale, other.frameRate)
  }
}

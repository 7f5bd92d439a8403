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
  private struct Candidate {
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

  private let asked: Double
  private let context: ExportContext
  private var timelines: BakedTimelines
  private var session: Exporter.Session
  private let capabilities: ExportCapabilities
  private var tries = 0

  /// - Parameter frameRate: What is asked for.
  init(_ exporter: Exporter, _ timelines: BakedTimelines, frameRate: Double, in context: ExportContext) {
    session = exporter.session()
    capabilities = exporter.capabilities
    self.timelines = timelines
    self.context = context
    asked = frameRate
  }

  /// The export with the least loss that fits; if none does, the last with its excess.
  ///
  /// - Parameter log: Findings of what is found, also when it throws.
  mutating func run(log: inout DiagnosticLog) throws(Diagnostic) -> Outcome {
    var candidates = [Candidate(frameRate: asked, scale: 1, motionLoss: 0, cost: 0)]
    var isExtended = false
    var last: Outcome?
    var smallest: (variant: ExportVariant, bytes: Int)?
    while true {
      // The others are not even counted unless what is asked for costs something that is seen.
      if !isExtended, candidates.first.map({ $0.cost > Self.invisibleCost }) ?? true {
        isExtended = true
        candidates += try others(log: &log)
      }
      guard let index = candidates.indices.min(by: { candidates[$0].precedes(candidates[$1]) }) else { break }
      var candidate = candidates.remove(at: index)
      let variant = try variant(candidate, log: &log)
      if !candidate.isEstimated {
        let estimate = try session.estimate(variant)
        if estimate.leastBytes > 0, estimate.leastBytes < smallest?.bytes ?? .max {
          smallest = (variant, estimate.leastBytes)
        }
        guard let loss = estimate.loss else { continue }
        candidate.cost += loss * context.bounds.preference.sharpnessWeight
        candidate.isEstimated = true
        candidates.append(candidate)
        continue
      }
      let fitted = try session.export(variant, log: &log)
      last = Outcome(variant: variant, fitted: fitted, motionLoss: candidate.motionLoss, log: log)
      if let last, fitted.export.excess == nil { return last }
    }
    guard let last else {
      throw try shortfall(smallest)
    }
    return last
  }

  /// The finding when no estimate fits.
  private mutating func shortfall(_ smallest: (variant: ExportVariant, bytes: Int)?) throws(Diagnostic) -> Diagnostic {
    context.budget.excess(bytes: smallest?.bytes ?? 0)
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
      all.filter { scale < 1 || $0.0 < asked }.map { rate, loss in
        Candidate(
          frameRate: rate, scale: scale, motionLoss: loss, cost: loss * context.bounds.preference.smoothnessWeight)
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
        [(1, 1), (3, 4), (2, 3), (1, 2), (2, 5), (1, 3), (1, 4), (1, 5), (1, 6), (1, 8), (1, 10), (1, 12)].map {
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

internal import Diagnostics
internal import TimelineModel

/// Looks for the mildest settings with which the files of an exporter keep to a budget.
///
/// As asked, if that fits. Otherwise the exporter's reductions are taken one after the other, those that cannot help left
/// out; of one with a dial, the search takes the highest value that fits.
struct BudgetSearch<Exporter: AnimationExporter> {
  typealias Plan = ExportPlan<Exporter.Options>

  /// An export, and what led to it.
  struct Attempt {
    var plan: Plan
    var timeline: Timeline
    var export: ExportedAnimation
    var log: DiagnosticLog

    var fits: Bool { export.excess == nil }
  }

  /// How often the range of a dial is halved.
  private static var bisections: Int { 5 }

  /// What is asked for.
  let asked: Plan
  /// What may be given up; empty without a budget.
  let reductions: [ExportReduction<Exporter.Options>]
  /// Exports with the settings of a plan, the n-th that is tried.
  typealias Export = (Plan, _ number: Int) throws(Diagnostic) -> Attempt

  private var count = 0

  /// Whether anything was given up.
  var hasReduced: Bool { count > 1 }

  init(_ asked: Plan, reductions: [ExportReduction<Exporter.Options>]) {
    self.asked = asked
    self.reductions = reductions
  }

  /// The first attempt that fits; if none does, the last.
  mutating func run(_ attempt: Export) throws(Diagnostic) -> Attempt {
    var last = try next(asked, attempt)
    var remaining = reductions
    while !last.fits {
      let (export, plan) = (last.export, last.plan)
      guard let index = remaining.firstIndex(where: { $0.helps(export, plan) }) else { break }
      last = try take(remaining.remove(at: index), from: plan, attempt)
    }
    return last
  }

  private mutating func next(_ plan: Plan, _ attempt: Export) throws(Diagnostic) -> Attempt {
    count += 1
    return try attempt(plan, count)
  }

  /// The attempt after a step, with the highest value of its dial that fits; with the lowest, if that does not fit.
  private mutating func take(
    _ step: ExportReduction<Exporter.Options>, from plan: Plan, _ attempt: Export
  ) throws(Diagnostic) -> Attempt {
    var plan = plan
    step.apply(&plan)
    guard let dial = step.dial else { return try next(plan, attempt) }
    var (low, high) = (dial.range.lowerBound, dial.range.upperBound)
    dial.set(&plan.options, low)
    var best = try next(plan, attempt)
    guard best.fits else { return best }
    dial.set(&plan.options, high)
    let highest = try next(plan, attempt)
    if highest.fits { return highest }
    for _ in 0..<Self.bisections where high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      dial.set(&plan.options, middle)
      let trial = try next(plan, attempt)
      if trial.fits { (best, low) = (trial, middle) } else { high = middle }
    }
    return best
  }
}

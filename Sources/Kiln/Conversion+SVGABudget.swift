public import Diagnostics
internal import SVGAExport
internal import SVGAFormat
internal import TimelineModel

extension Conversion {
  /// An SVGA file within the budget: as it should be if that fits, else with ever more given up.
  func affordableSVGA(
    _ source: any AnimationSource, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let budget = options.svgaBudget
    var attempt = options
    var steps = BudgetStep.all(
      frameRate: Double(SVGAExporter.legalFrameRate(for: options.frameRate ?? source.info.frameRate)))[...]
    while true {
      var trial = log
      let result: Result
      do throws(Diagnostic) {
        result = try Conversion(to: .svga, options: attempt, limits: limits).svga(source, log: &trial)
      } catch {
        log = trial
        throw error
      }
      let use = SVGABudget.Use(result)
      if budget.holds(bytes: use.bytes), budget.holds(memory: use.memory) {
        log = trial
        let sacrifices = attempt.sacrifices(comparedWith: options)
        if !sacrifices.isEmpty { log.add(.svgaBudgetReduced, "given up to keep to the budget: \(sacrifices)") }
        return result
      }
      while let step = steps.first, !step.helps(budget, use, attempt) { steps.removeFirst() }
      guard let step = steps.popFirst() else { throw try exceeded(budget, use, result) }
      step.apply(to: &attempt)
    }
  }

  /// What is too large, and what takes most of it.
  private func exceeded(
    _ budget: SVGABudget, _ use: SVGABudget.Use, _ result: Result
  ) throws(Diagnostic) -> Diagnostic {
    let costs = try SVGAContainer.read(result.files[0].bytes, limits: limits).costs
    guard budget.holds(bytes: use.bytes) else {
      return Diagnostic(
        .svgaBudgetExceeded,
        "the file has \(use.bytes) bytes at least, above the budget of \(budget.bytes ?? 0); most are spent on "
          + Self.largest(costs, by: \.bytes),
        advice: "allow more, choose a smaller --scale, or simplify these")
    }
    return Diagnostic(
      .svgaBudgetExceeded,
      "the bitmaps take \(use.memory) bytes of memory at least, above the budget of \(budget.memory ?? 0); most are "
        + "spent on " + Self.largest(costs, by: \.memory),
      advice: "allow more, choose a smaller --scale, or replace these")
  }

  /// The three largest, in words.
  private static func largest(_ costs: [SVGACost], by amount: KeyPath<SVGACost, Int>) -> String {
    costs.filter { $0[keyPath: amount] > 0 }
      .sorted { ($1[keyPath: amount], $0.name) < ($0[keyPath: amount], $1.name) }
      .prefix(3).map { "“\($0.name)” (\($0[keyPath: amount]))" }.joined(separator: ", ")
  }
}

extension Rule {
  /// Something was given up for a budget.
  public static let svgaBudgetReduced = Rule(
    "svga.budget.reduced", .warning, .reduced,
    "Colours, resolution or frame rate were lowered to keep to --max-bytes or --max-memory.",
    why: "The file fits, and looks less sharp or moves less smoothly than asked for.",
    remedy: "Allow more with --max-bytes and --max-memory, or simplify the animation.")
  /// A budget cannot be met.
  public static let svgaBudgetExceeded = Rule(
    "svga.budget.exceeded", .error, .rejected, fault: .demand,
    "The file is above --max-bytes or --max-memory, whatever is given up.",
    why: "The file breaks the limit that the app or the store sets.",
    remedy: "Allow more, choose a smaller --scale or --fps, or simplify the layers that the message names.")
}

/// The rules of this module.
public enum KilnRules {
  /// All of them.
  public static let all: [Rule] = [
    .svgaBudgetReduced, .svgaBudgetExceeded, .conversionFrameRate, .conversionEmpty, .animationChosen,
  ]
}

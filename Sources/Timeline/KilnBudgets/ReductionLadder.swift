package import KilnDiagnostics
package import KilnExporting

/// Ladder of reductions of one variant: settings of its file, from those that were asked for down to the smallest, with
/// estimated bytes and losses.
package protocol ReductionLadder {
  /// Settings of a file.
  associatedtype Settings

  /// The settings with the least loss that are estimated to keep to a number of bytes; nil if none do.
  mutating func best(within bytes: Double) throws(Diagnostic) -> Reduction<Settings>?

  /// The smallest file.
  mutating func smallest() throws(Diagnostic) -> Reduction<Settings>

  /// Losses at larger budgets, as far as they follow from the measurements.
  func relaxedLosses(_ bytes: Double) -> [(factor: Double, loss: Double)]
}

/// A file with reduced settings, as estimated.
package struct Reduction<Settings> {
  /// Settings of the file.
  package var settings: Settings
  /// Bytes of the file.
  package var bytes: Double
  /// Mean of 1 − SSIM.
  package var loss: Double

  /// A file.
  package init(settings: Settings, bytes: Double, loss: Double) {
    self.settings = settings
    self.bytes = bytes
    self.loss = loss
  }
}

extension Reduction: Sendable where Settings: Sendable {}

extension ReductionLadder {
  /// Largest estimate that is still tried, relative to the budget: estimates from samples err by a few per cent, and a file
  /// that is tried is corrected.
  private var tolerance: Double { 1.1 }

  /// Estimated cost of an export.
  ///
  /// - Parameters:
  ///   - aim: Part of the budget that estimates aim at.
  ///   - memory: Bytes of the decoded pictures, which no setting changes.
  ///   - weight: Factor from losses to costs.
  package mutating func estimate(
    within budget: Int, aim: Double, memory: Int, weight: Double
  ) throws(Diagnostic) -> ExportEstimate {
    let target = Double(budget) * aim
    if let found = try best(within: target) {
      var estimate = ExportEstimate(leastMemory: memory, cost: found.loss * weight)
      estimate.relaxed = relaxedLosses(target).map {
        ExportEstimate.RelaxedCost(factor: $0.factor, cost: $0.loss * weight)
      }
      return estimate
    }
    let smallest = try smallest()
    let bytes = Int(smallest.bytes)
    let isPossible = Double(bytes) <= Double(budget) * tolerance
    return ExportEstimate(leastBytes: bytes, leastMemory: memory, cost: isPossible ? smallest.loss * weight : nil)
  }
}

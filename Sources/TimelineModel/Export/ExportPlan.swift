/// All settings that a budget may lower: an exporter's own, and those of the timeline.
public struct ExportPlan<Options: Sendable & Hashable>: Sendable, Hashable {
  /// Settings of the exporter.
  public var options: Options
  /// Frames per second.
  public var frameRate: Double
  /// Factor on the width and height that are asked for.
  public var scale = 1.0

  /// A plan at full size.
  public init(options: Options, frameRate: Double) {
    self.options = options
    self.frameRate = frameRate
  }
}

/// A reduction of quality, size or frame rate that is tried to meet a budget.
public struct ExportReduction<Options: Sendable & Hashable>: Sendable {
  /// A setting of which the search takes the highest value that fits.
  public struct Dial: Sendable {
    /// Lowest and highest value that are tried.
    public var range: ClosedRange<Double>
    /// Sets the value.
    public var set: @Sendable (inout Options, Double) -> Void

    /// A dial over a range of values.
    public init(range: ClosedRange<Double>, set: @escaping @Sendable (inout Options, Double) -> Void) {
      self.range = range
      self.set = set
    }
  }

  /// Whether the step can bring an export, the last that did not fit, nearer to its budget.
  public var helps: @Sendable (ExportedAnimation, ExportPlan<Options>) -> Bool
  /// What to adjust once the step is taken; nil if it has one result only.
  public var dial: Dial?
  /// Lowers settings of a plan. Steps that were taken before stay in force.
  public var apply: @Sendable (inout ExportPlan<Options>) -> Void

  /// A step; by default it always helps.
  public init(
    dial: Dial? = nil, helps: @escaping @Sendable (ExportedAnimation, ExportPlan<Options>) -> Bool = { _, _ in true },
    apply: @escaping @Sendable (inout ExportPlan<Options>) -> Void
  ) {
    self.dial = dial
    self.helps = helps
    self.apply = apply
  }
}

extension ExportReduction {
  /// Two thirds and half of the frame rate; and, where the size matters more, less down to 5 frames per second, below
  /// which motion falls apart into pictures.
  public static func frameRates(of plan: ExportPlan<Options>, keepsSize: Bool) -> [ExportReduction] {
    let lower: [Double] = keepsSize ? [3, 4, 6, 8, 12].map { 1 / $0 } : []
    let factors: [Double] = [2.0 / 3, 0.5] + lower.filter { plan.frameRate * $0 >= 5 }
    return factors.map { factor in ExportReduction { $0.frameRate = plan.frameRate * factor } }
  }

  /// Three quarters of the size down to a quarter.
  public static func sizes() -> [ExportReduction] {
    [0.75, 0.5, 0.35, 0.25].map { (factor: Double) in ExportReduction { $0.scale = factor } }
  }
}

/// A setting that is lower than asked for, because of a budget.
public struct ReducedSetting: Sendable, Hashable {
  /// Name of the setting in reports, for example `quality`.
  public var setting: String
  /// Value that was asked for.
  public var asked: String
  /// Value that was given.
  public var given: String
  /// The change in words, for example `quality 60 instead of lossless`.
  public var summary: String

  /// A setting; nil if it is as asked for.
  ///
  /// - Parameter summary: The change in words, of the value that was given and the one that was asked for.
  public init?(
    _ setting: String, asked: String, given: String, summary: (_ given: String, _ asked: String) -> String
  ) {
    guard asked != given else { return nil }
    self.setting = setting
    self.asked = asked
    self.given = given
    self.summary = summary(given, asked)
  }
}

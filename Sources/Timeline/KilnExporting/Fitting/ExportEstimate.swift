/// Estimated bytes, memory and cost of an export of a variant.
public struct ExportEstimate: Sendable, Hashable {
  /// Bytes of the smallest files, with all given up that may be; 0 if that is not known.
  public var leastBytes: Int
  /// Bytes of decoded pictures of the same; 0 if that is not known.
  public var leastMemory: Int
  /// Part of `leastBytes` that does not depend on the frame rate.
  public var steadyBytes: Int
  /// Part of `leastMemory` that does not depend on the frame rate.
  public var steadyMemory: Int
  /// Cost of the best export that fits: 0 if that is the one that was asked for, nil if none fits.
  public var cost: Double?
  /// Costs if the budget were larger, from which the search tells whether another frame rate may be better; may be empty.
  public var relaxed: [RelaxedCost] = []

  /// The cost with a larger budget.
  public struct RelaxedCost: Sendable, Hashable {
    /// Factor on the budget's bytes, above 1.
    public var factor: Double
    /// Cost of the best export that fits, at least.
    public var cost: Double

    /// A cost.
    public init(factor: Double, cost: Double) {
      self.factor = factor
      self.cost = cost
    }
  }

  /// An estimate; by default of nothing known, and of one canvas that is decoded whatever the frame rate is.
  public init(
    leastBytes: Int = 0, leastMemory: Int = 0, cost: Double? = 0, steadyBytes: Int = 0, steadyMemory: Int? = nil
  ) {
    self.leastBytes = leastBytes
    self.leastMemory = leastMemory
    self.cost = cost
    self.steadyBytes = steadyBytes
    self.steadyMemory = steadyMemory ?? leastMemory
  }
}

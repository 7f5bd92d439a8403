public import Geometry

/// `tm`.
public struct TrimItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `s` in percent.
  public var start: LottieProperty<Double>
  /// `e` in percent.
  public var end: LottieProperty<Double>
  /// `o` in degrees.
  public var offset: LottieProperty<Double>
  /// `m` is 2: all paths together count as one long path.
  public var isSequential: Bool
}

/// `rd`.
public struct RoundedCornersItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `r`.
  public var radius: LottieProperty<Double>
}

/// `pb`.
public struct PuckerBloatItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `a` in percent: positive bloats, negative puckers.
  public var amount: LottieProperty<Double>
}

/// `zz`.
public struct ZigZagItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `s`: how far ridges stand out.
  public var amplitude: LottieProperty<Double>
  /// `r`: number of ridges between two vertices.
  public var ridges: LottieProperty<Double>
  /// `pt`: 2 is smooth, all else corners.
  public var pointType: LottieProperty<Double>
}

/// `op`.
public struct OffsetPathItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `a`: how far to the left of its way a path moves.
  public var amount: LottieProperty<Double>
  /// `lj`.
  public var join: StrokeStyle.Join
  /// `ml`.
  public var miterLimit: LottieProperty<Double>
}

/// `rp`: repeats everything above it.
public struct RepeaterItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `c`; a part of a copy counts as a whole one.
  public var copies: LottieProperty<Double>
  /// `o`: how many steps the first copy is away from the original.
  public var offset: LottieProperty<Double>
  /// `m` is 1: each copy lies below the one before.
  public var isFirstOnTop: Bool
  /// `tr`: the step from one copy to the next.
  public var step: LottieTransform
  /// `tr.so` in percent: opacity of the topmost copy.
  public var topOpacity: LottieProperty<Double>
  /// `tr.eo` in percent: opacity of the copy at the bottom.
  public var bottomOpacity: LottieProperty<Double>
}

/// `mm`: makes one path of everything above it.
public struct MergePathsItem: Sendable {
  /// `mm`.
  public enum Mode: Int, Sendable {
    /// All contours make one compound path.
    case merge = 1
    /// What any path covers.
    case add = 2
    /// What the topmost path covers, but no other.
    case subtract = 3
    /// What all paths cover.
    case intersect = 4
    /// What an odd number of paths covers.
    case excludeIntersections = 5
  }

  /// What all items have.
  public var head: ItemHead
  /// `mm`.
  public var mode: Mode
}

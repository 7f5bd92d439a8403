public import KilnGeometry

/// Trim Paths, `tm`.
public struct TrimItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `s`: start of the visible part, in percent of the length.
  public var start: LottieProperty<Double>
  /// `e`: end of the visible part, in percent of the length.
  public var end: LottieProperty<Double>
  /// `o`: shift of both; 360° are the whole length.
  public var offset: LottieProperty<Double>
  /// Whether `m` is 2: all paths are trimmed as one, one after the other.
  public var isSequential: Bool
}

/// Rounded Corners, `rd`.
public struct RoundedCornersItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `r`: radius in pixels.
  public var radius: LottieProperty<Double>
}

/// Pucker & Bloat, `pb`.
public struct PuckerBloatItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `a` in percent: positive values bloat, negative ones pucker.
  public var amount: LottieProperty<Double>
}

/// Zig Zag, `zz`.
public struct ZigZagItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `s`: distance of the ridges from the path, in pixels.
  public var amplitude: LottieProperty<Double>
  /// `r`: number of ridges between two vertices.
  public var ridges: LottieProperty<Double>
  /// `pt`: 2 for smooth ridges, anything else for corners.
  public var pointType: LottieProperty<Double>
}

/// Offset Path, `op`.
public struct OffsetPathItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `a`: distance to the left of the path's direction, in pixels.
  public var amount: LottieProperty<Double>
  /// `lj`: how segments are joined.
  public var join: StrokeStyle.Join
  /// `ml`: maximum length of a miter.
  public var miterLimit: LottieProperty<Double>
}

/// Repeater, `rp`: copies everything above it.
public struct RepeaterItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `c`: number of copies, rounded up.
  public var copies: LottieProperty<Double>
  /// `o`: number of steps from the original to the first copy.
  public var offset: LottieProperty<Double>
  /// Whether `m` is 1: each copy lies below the one before.
  public var isFirstOnTop: Bool
  /// `tr`: the step from one copy to the next.
  public var step: LottieTransform
  /// `tr.so`: opacity of the topmost copy, in percent.
  public var topOpacity: LottieProperty<Double>
  /// `tr.eo`: opacity of the bottommost copy, in percent.
  public var bottomOpacity: LottieProperty<Double>
}

/// Merge Paths, `mm`: combines all paths above it into one.
public struct MergePathsItem: Sendable {
  /// Operation that combines the paths.
  public enum Mode: Int, Sendable {
    /// All contours make one compound path.
    case merge = 1
    /// Union.
    case add = 2
    /// The topmost path without the others.
    case subtract = 3
    /// Intersection.
    case intersect = 4
    /// Symmetric difference: areas covered by an odd number of paths.
    case excludeIntersections = 5
  }

  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `mm`; `merge` if missing or unknown.
  public var mode: Mode
}

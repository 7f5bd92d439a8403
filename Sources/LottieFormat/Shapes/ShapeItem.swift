public import Geometry

/// `shapes[i]` or `it[i]`.
public indirect enum ShapeItem: Sendable {
  case group(ShapeGroup)
  case path(PathItem)
  case rectangle(RectangleItem)
  case ellipse(EllipseItem)
  case polystar(PolystarItem)
  case fill(FillItem)
  case stroke(StrokeItem)
  case gradientFill(GradientFillItem)
  case gradientStroke(GradientStrokeItem)
  case trim(TrimItem)
  case roundedCorners(RoundedCornersItem)
  case puckerBloat(PuckerBloatItem)
  case zigZag(ZigZagItem)
  case offsetPath(OffsetPathItem)
  case repeater(RepeaterItem)
  case mergePaths(MergePathsItem)
  /// Without effect: its `ty`.
  case other(type: String, ItemHead)
}

/// What all items have.
public struct ItemHead: Sendable {
  /// `nm`.
  public var name: String
  /// `hd`.
  public var isHidden: Bool
  /// `bm` of styles and groups: 0 is normal.
  public var blendMode: Int
  /// Place in the tree.
  public var node: Int
}

/// `gr`: items that share a transform.
public struct ShapeGroup: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `it` without the transform.
  public var items: [ShapeItem]
  /// The `tr` in `it`; the identity if it is missing.
  public var transform: LottieTransform
}

/// `sh`: a free path.
public struct PathItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `ks`.
  public var path: LottieProperty<Contour>
}

/// `rc`: a rectangle about its centre.
public struct RectangleItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `s`.
  public var size: LottieProperty<LottieVector>
  /// `r`: the corners' radius.
  public var radius: LottieProperty<Double>
  /// `d` is 1 or 2. Without `d` a rectangle runs counter-clockwise.
  public var isClockwise: Bool
}

/// `el`: an ellipse about its centre.
public struct EllipseItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `s`: both diameters.
  public var size: LottieProperty<LottieVector>
  /// `d` is not 3.
  public var isClockwise: Bool
}

/// `sr`: a star or a regular polygon.
public struct PolystarItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `sy` is 1.
  public var isStar: Bool
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `pt`: number of points.
  public var points: LottieProperty<Double>
  /// `r` in degrees.
  public var rotation: LottieProperty<Double>
  /// `or`.
  public var outerRadius: LottieProperty<Double>
  /// `os` in percent.
  public var outerRoundness: LottieProperty<Double>
  /// `ir`, of stars.
  public var innerRadius: LottieProperty<Double>
  /// `is` in percent, of stars.
  public var innerRoundness: LottieProperty<Double>
  /// `d` is not 3.
  public var isClockwise: Bool
}

/// `fl`.
public struct FillItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `c`.
  public var color: LottieProperty<LottieColor>
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// `r`.
  public var rule: FillRule
}

/// `st`.
public struct StrokeItem: Sendable {
  /// What all items have.
  public var head: ItemHead
  /// `c`.
  public var color: LottieProperty<LottieColor>
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// Width, corners and dashes.
  public var line: LottieLine
}

/// What strokes of one colour and of gradients have in common.
public struct LottieLine: Sendable {
  /// `w`.
  public var width: LottieProperty<Double>
  /// `lc`.
  public var cap: StrokeStyle.Cap
  /// `lj`.
  public var join: StrokeStyle.Join
  /// `ml`, which counts for miters only.
  public var miterLimit: Double
  /// `d` without the offset: dashes and gaps in turn.
  public var dashes: [LottieProperty<Double>]
  /// The offset in `d`.
  public var dashOffset: LottieProperty<Double>?
}

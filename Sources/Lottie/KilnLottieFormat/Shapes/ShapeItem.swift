public import KilnGeometry

/// An element of `shapes` or `it`.
public indirect enum ShapeItem: Sendable {
  /// Group, `gr`.
  case group(ShapeGroup)
  /// Bézier path, `sh`.
  case path(PathItem)
  /// Rectangle, `rc`.
  case rectangle(RectangleItem)
  /// Ellipse, `el`.
  case ellipse(EllipseItem)
  /// Star or polygon, `sr`.
  case polystar(PolystarItem)
  /// Fill with a colour, `fl`.
  case fill(FillItem)
  /// Stroke with a colour, `st`.
  case stroke(StrokeItem)
  /// Fill with a gradient, `gf`.
  case gradientFill(GradientFillItem)
  /// Stroke with a gradient, `gs`.
  case gradientStroke(GradientStrokeItem)
  /// Trim path, `tm`.
  case trim(TrimItem)
  /// Rounded corners, `rd`.
  case roundedCorners(RoundedCornersItem)
  /// Pucker and bloat, `pb`.
  case puckerBloat(PuckerBloatItem)
  /// Zig zag, `zz`.
  case zigZag(ZigZagItem)
  /// Offset path, `op`.
  case offsetPath(OffsetPathItem)
  /// Repeater, `rp`.
  case repeater(RepeaterItem)
  /// Merge paths, `mm`.
  case mergePaths(MergePathsItem)
  /// An item without effect, by its `ty`.
  case other(type: String, ItemHead)

  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead {
    switch self {
    case .group(let item): item.head
    case .path(let item): item.head
    case .rectangle(let item): item.head
    case .ellipse(let item): item.head
    case .polystar(let item): item.head
    case .fill(let item): item.head
    case .stroke(let item): item.head
    case .gradientFill(let item): item.head
    case .gradientStroke(let item): item.head
    case .trim(let item): item.head
    case .roundedCorners(let item): item.head
    case .puckerBloat(let item): item.head
    case .zigZag(let item): item.head
    case .offsetPath(let item): item.head
    case .repeater(let item): item.head
    case .mergePaths(let item): item.head
    case .other(_, let head): head
    }
  }
}

/// Members that all items have.
public struct ItemHead: Sendable {
  /// `nm`; empty if missing.
  public var name: String
  /// `hd`: not shown in After Effects.
  public var isHidden: Bool
  /// `bm` of styles and groups: 0 is normal.
  public var blendMode: Int
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int
}

/// Group, `gr`: items that share a transform.
public struct ShapeGroup: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `it` without the transform.
  public var items: [ShapeItem]
  /// The `tr` in `it`; the identity if it is missing.
  public var transform: LottieTransform
}

/// Path, `sh`.
public struct PathItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `ks`: the contour.
  public var path: LottieProperty<Contour>
}

/// Rectangle, `rc`.
public struct RectangleItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `s`: width and height in pixels.
  public var size: LottieProperty<LottieVector>
  /// `r`: corner radius in pixels.
  public var radius: LottieProperty<Double>
  /// Whether `d` is 1 or 2; without `d` a rectangle runs counter-clockwise.
  public var isClockwise: Bool
}

/// Ellipse, `el`.
public struct EllipseItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `s`: horizontal and vertical diameter in pixels.
  public var size: LottieProperty<LottieVector>
  /// Whether `d` is not 3.
  public var isClockwise: Bool
}

/// Polystar, `sr`: a star or a regular polygon.
public struct PolystarItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// Whether `sy` is 1; else it is a polygon.
  public var isStar: Bool
  /// `p`: the centre.
  public var position: LottieProperty<LottieVector>
  /// `pt`: number of points.
  public var points: LottieProperty<Double>
  /// `r`: rotation in degrees.
  public var rotation: LottieProperty<Double>
  /// `or`: outer radius in pixels.
  public var outerRadius: LottieProperty<Double>
  /// `os`: roundness of the outer points, in percent.
  public var outerRoundness: LottieProperty<Double>
  /// `ir`: inner radius of stars, in pixels.
  public var innerRadius: LottieProperty<Double>
  /// `is`: roundness of the inner points of stars, in percent.
  public var innerRoundness: LottieProperty<Double>
  /// Whether `d` is not 3.
  public var isClockwise: Bool
}

/// Fill, `fl`.
public struct FillItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `c`: colour, 0…1.
  public var color: LottieProperty<LottieColor>
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `r`: fill rule.
  public var rule: FillRule
}

/// Stroke, `st`.
public struct StrokeItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// `c`: colour, 0…1.
  public var color: LottieProperty<LottieColor>
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// Width, caps, joins and dashes.
  public var line: LottieLine
}

/// Members that solid and gradient strokes have in common.
public struct LottieLine: Sendable {
  /// `w`: width in pixels.
  public var width: LottieProperty<Double>
  /// `lc`: caps at open ends and dashes.
  public var cap: StrokeStyle.Cap
  /// `lj`: joins at corners.
  public var join: StrokeStyle.Join
  /// `ml`: miter limit, of miter joins only.
  public var miterLimit: Double
  /// `d` without the offset: lengths of dashes and gaps in turn, in pixels; empty for a solid line.
  public var dashes: [LottieProperty<Double>]
  /// The offset in `d`, in pixels; nil if there is none.
  public var dashOffset: LottieProperty<Double>?
}

internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// A path item over time.
typealias PathSource = CompositeTrack<PathGeometry>

/// The tracks of a path item.
enum PathGeometry: TrackFormula {
  case path(Track<Contour>)
  case rectangle(position: VectorTrack, size: VectorTrack, radius: Track<Double>, isClockwise: Bool)
  case ellipse(position: VectorTrack, size: VectorTrack, isClockwise: Bool)
  case polystar(PolystarFormula)

  /// Nil for an item that is no path.
  init?(_ item: ShapeItem, _ parts: inout TrackParts) {
    switch item {
    case .path(let item): self = .path(Track(item.path, &parts))
    case .rectangle(let item):
      self = .rectangle(
        position: VectorTrack(item.position, &parts), size: VectorTrack(item.size, &parts),
        radius: Track(item.radius, &parts), isClockwise: item.isClockwise)
    case .ellipse(let item):
      self = .ellipse(
        position: VectorTrack(item.position, &parts), size: VectorTrack(item.size, &parts),
        isClockwise: item.isClockwise)
    case .polystar(let item): self = .polystar(PolystarFormula(item, &parts))
    default: return nil
    }
  }

  func value(at time: Double, in context: EvaluationContext) -> Contour {
    switch self {
    case .path(let track): return track.value(at: time, in: context)
    case .rectangle(let position, let size, let radius, let isClockwise):
      let extent = size.value(at: time, in: context)
      return ParametricContours.rectangle(
        center: position.value(at: time, in: context).point, size: Size(extent.x, extent.y),
        radius: radius.value(at: time, in: context), isClockwise: isClockwise)
    case .ellipse(let position, let size, let isClockwise):
      let extent = size.value(at: time, in: context)
      return ParametricContours.ellipse(
        center: position.value(at: time, in: context).point, radii: Size(extent.x / 2, extent.y / 2),
        isClockwise: isClockwise)
    case .polystar(let star): return star.value(at: time, in: context)
    }
  }

  /// A rectangle or ellipse with its parameters; nil for all else.
  func parametricOutline(at time: Double, in context: EvaluationContext) -> Shape.Outline? {
    switch self {
    case .rectangle(let position, let size, let radius, _):
      let center = position.value(at: time, in: context)
      let extent = size.value(at: time, in: context)
      let rounding = min(radius.value(at: time, in: context), extent.x / 2, extent.y / 2)
      guard extent.x > 0, extent.y > 0, rounding >= 0 else { return nil }
      let rect = Rect(x: center.x - extent.x / 2, y: center.y - extent.y / 2, width: extent.x, height: extent.y)
      return .rect(rect, cornerRadius: rounding)
    case .ellipse(let position, let size, _):
      let extent = size.value(at: time, in: context)
      guard extent.x > 0, extent.y > 0 else { return nil }
      return .ellipse(
        center: position.value(at: time, in: context).point, radii: Size(extent.x / 2, extent.y / 2))
    case .path, .polystar: return nil
    }
  }

  /// Appends the contour at a time to a path, mapped.
  func append(to path: inout Path, at time: Double, in context: EvaluationContext, transformedBy transform: Affine) {
    if case .path(let track) = self {
      track.append(to: &path, at: time, in: context, transformedBy: transform)
    } else {
      path.append(value(at: time, in: context), transformedBy: transform)
    }
  }
}

/// The tracks of a star or regular polygon.
struct PolystarFormula: TrackFormula {
  private let isStar: Bool
  private let isClockwise: Bool
  private let position: VectorTrack
  private let points: Track<Double>
  private let rotation: Track<Double>
  private let outerRadius: Track<Double>
  private let outerRoundness: Track<Double>
  private let innerRadius: Track<Double>
  private let innerRoundness: Track<Double>

  init(_ item: borrowing PolystarItem, _ parts: inout TrackParts) {
    isStar = item.isStar
    isClockwise = item.isClockwise
    position = VectorTrack(item.position, &parts)
    points = Track(item.points, &parts)
    rotation = Track(item.rotation, &parts)
    outerRadius = Track(item.outerRadius, &parts)
    outerRoundness = Track(item.outerRoundness, &parts)
    innerRadius = Track(item.innerRadius, &parts)
    innerRoundness = Track(item.innerRoundness, &parts)
  }

  func value(at time: Double, in context: EvaluationContext) -> Contour {
    ParametricContours.polystar(
      center: position.value(at: time, in: context).point, points: points.value(at: time, in: context),
      rotation: rotation.value(at: time, in: context).fromDegrees,
      outer: .init(
        radius: outerRadius.value(at: time, in: context),
        roundness: outerRoundness.value(at: time, in: context).fromPercent),
      inner: isStar
        ? .init(
          radius: innerRadius.value(at: time, in: context),
          roundness: innerRoundness.value(at: time, in: context).fromPercent) : nil,
      isClockwise: isClockwise)
  }
}

internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// A path item over time.
///
/// A class, because a copy of its tracks costs as much as a contour.
final class PathSource {
  /// What the path is.
  enum Geometry {
    case path(Track<Contour>)
    case rectangle(position: VectorTrack, size: VectorTrack, radius: Track<Double>, isClockwise: Bool)
    case ellipse(position: VectorTrack, size: VectorTrack, isClockwise: Bool)
    case polystar(PolystarTrack)
  }

  let geometry: Geometry
  /// When the contour changes.
  private(set) lazy var changes = geometry.changes

  init(_ item: borrowing PathItem) { geometry = .path(Track(item.path)) }

  init(_ item: borrowing RectangleItem) {
    geometry = .rectangle(
      position: VectorTrack(item.position), size: VectorTrack(item.size), radius: Track(item.radius),
      isClockwise: item.isClockwise)
  }

  init(_ item: borrowing EllipseItem) {
    geometry = .ellipse(
      position: VectorTrack(item.position), size: VectorTrack(item.size), isClockwise: item.isClockwise)
  }

  init(_ item: borrowing PolystarItem) { geometry = .polystar(PolystarTrack(item)) }

  var isAnimated: Bool {
    switch geometry {
    case .path(let track): track.isAnimated
    case .rectangle(let position, let size, let radius, _):
      position.isAnimated || size.isAnimated || radius.isAnimated
    case .ellipse(let position, let size, _): position.isAnimated || size.isAnimated
    case .polystar(let star): star.isAnimated
    }
  }

  func contour(at time: Double) -> Contour {
    switch geometry {
    case .path(let track): return track.value(at: time)
    case .rectangle(let position, let size, let radius, let isClockwise):
      let extent = size.value(at: time)
      return ParametricContours.rectangle(
        center: position.value(at: time).point, size: Size(extent.x, extent.y), radius: radius.value(at: time),
        isClockwise: isClockwise)
    case .ellipse(let position, let size, let isClockwise):
      let extent = size.value(at: time)
      return ParametricContours.ellipse(
        center: position.value(at: time).point, radii: Size(extent.x / 2, extent.y / 2), isClockwise: isClockwise)
    case .polystar(let star): return star.contour(at: time)
    }
  }

  /// A rectangle or ellipse with its parameters; nil for all else.
  func parametricOutline(at time: Double) -> Shape.Outline? {
    switch geometry {
    case .rectangle(let position, let size, let radius, _):
      let center = position.value(at: time)
      let extent = size.value(at: time)
      let rounding = min(radius.value(at: time), extent.x / 2, extent.y / 2)
      guard extent.x > 0, extent.y > 0, rounding >= 0 else { return nil }
      let rect = Rect(x: center.x - extent.x / 2, y: center.y - extent.y / 2, width: extent.x, height: extent.y)
      return .rect(rect, cornerRadius: rounding)
    case .ellipse(let position, let size, _):
      let extent = size.value(at: time)
      guard extent.x > 0, extent.y > 0 else { return nil }
      return .ellipse(center: position.value(at: time).point, radii: Size(extent.x / 2, extent.y / 2))
    case .path, .polystar: return nil
    }
  }

  /// Adds the contour to a path, mapped.
  func append(to path: inout Path, at time: Double, transformedBy transform: Affine) {
    if case .path(let track) = geometry {
      track.append(to: &path, at: time, transformedBy: transform)
    } else {
      path.append(contour(at: time), transformedBy: transform)
    }
  }
}

extension PathSource.Geometry {
  fileprivate var changes: ChangeTimes {
    switch self {
    case .path(let track): track.changes
    case .rectangle(let position, let size, let radius, _):
      ChangeTimes(anyOf: [position.changes, size.changes, radius.changes])
    case .ellipse(let position, let size, _): ChangeTimes(anyOf: [position.changes, size.changes])
    case .polystar(let star): star.changes
    }
  }
}

extension Track<Contour> {
  /// Adds the contour to a path, mapped. On the way between keyframes no contour is made.
  fileprivate func append(to path: inout Path, at time: Double, transformedBy transform: Affine) {
    switch place(at: time) {
    case .fixed: path.append(fixed, transformedBy: transform)
    case .start(let index): path.append(segments[index].start, transformedBy: transform)
    case .end(let index): path.append(segments[index].end, transformedBy: transform)
    case .inside(let index, let progress):
      path.append(
        segments[index].start, towards: segments[index].end, by: progress[0], transformedBy: transform)
    }
  }
}

/// A star or polygon over time.
struct PolystarTrack {
  private let isStar: Bool
  private let isClockwise: Bool
  private let position: VectorTrack
  private let points: Track<Double>
  private let rotation: Track<Double>
  private let outerRadius: Track<Double>
  private let outerRoundness: Track<Double>
  private let innerRadius: Track<Double>
  private let innerRoundness: Track<Double>

  init(_ item: borrowing PolystarItem) {
    isStar = item.isStar
    isClockwise = item.isClockwise
    position = VectorTrack(item.position)
    points = Track(item.points)
    rotation = Track(item.rotation)
    outerRadius = Track(item.outerRadius)
    outerRoundness = Track(item.outerRoundness)
    innerRadius = Track(item.innerRadius)
    innerRoundness = Track(item.innerRoundness)
  }

  var isAnimated: Bool {
    position.isAnimated
      || [points, rotation, outerRadius, outerRoundness, innerRadius, innerRoundness].contains(where: \.isAnimated)
  }

  var changes: ChangeTimes {
    let numbers = [points, rotation, outerRadius, outerRoundness, innerRadius, innerRoundness]
    return ChangeTimes(anyOf: [position.changes] + numbers.map(\.changes))
  }

  func contour(at time: Double) -> Contour {
    ParametricContours.polystar(
      center: position.value(at: time).point, points: points.value(at: time),
      rotation: rotation.value(at: time).fromDegrees,
      outer: .init(radius: outerRadius.value(at: time), roundness: outerRoundness.value(at: time).fromPercent),
      inner: isStar
        ? .init(radius: innerRadius.value(at: time), roundness: innerRoundness.value(at: time).fromPercent) : nil,
      isClockwise: isClockwise)
  }
}

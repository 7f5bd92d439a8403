internal import Geometry
internal import LottieFormat

/// A shape modifier over time: what turns contours into other contours.
enum ModifierTrack {
  case trim(start: Track<Double>, end: Track<Double>, offset: Track<Double>, isSequential: Bool)
  case roundedCorners(radius: Track<Double>)
  case puckerBloat(amount: Track<Double>)
  case zigZag(amplitude: Track<Double>, ridges: Track<Double>, pointType: Track<Double>)
  case offsetPath(amount: Track<Double>, join: StrokeStyle.Join, miterLimit: Track<Double>)

  init(_ item: TrimItem) {
    self = .trim(
      start: Track(item.start), end: Track(item.end), offset: Track(item.offset), isSequential: item.isSequential)
  }

  init(_ item: RoundedCornersItem) { self = .roundedCorners(radius: Track(item.radius)) }

  init(_ item: PuckerBloatItem) { self = .puckerBloat(amount: Track(item.amount)) }

  init(_ item: ZigZagItem) {
    self = .zigZag(
      amplitude: Track(item.amplitude), ridges: Track(item.ridges), pointType: Track(item.pointType))
  }

  init(_ item: OffsetPathItem) {
    self = .offsetPath(amount: Track(item.amount), join: item.join, miterLimit: Track(item.miterLimit))
  }

  var isAnimated: Bool {
    switch self {
    case .trim(let start, let end, let offset, _): start.isAnimated || end.isAnimated || offset.isAnimated
    case .roundedCorners(let value), .puckerBloat(let value): value.isAnimated
    case .zigZag(let amplitude, let ridges, let pointType):
      amplitude.isAnimated || ridges.isAnimated || pointType.isAnimated
    case .offsetPath(let amount, _, let miterLimit): amount.isAnimated || miterLimit.isAnimated
    }
  }

  var changes: ChangeTimes {
    switch self {
    case .trim(let start, let end, let offset, _): ChangeTimes(anyOf: [start.changes, end.changes, offset.changes])
    case .roundedCorners(let value), .puckerBloat(let value): value.changes
    case .zigZag(let amplitude, let ridges, let pointType):
      ChangeTimes(anyOf: [amplitude.changes, ridges.changes, pointType.changes])
    case .offsetPath(let amount, _, let miterLimit): ChangeTimes(anyOf: [amount.changes, miterLimit.changes])
    }
  }

  /// Whether what becomes of a path depends on the other paths.
  var linksPaths: Bool {
    if case .trim(_, _, _, let isSequential) = self { isSequential } else { false }
  }

  /// At most how many vertices each vertex becomes.
  func growth(at time: Double) -> Int {
    switch self {
    case .puckerBloat: 1
    case .trim, .roundedCorners: 2
    case .zigZag(_, let ridges, _): Self.count(ridges.value(at: time)) + 2
    // Both sides of a segment, each in three parts of two vertices and a join.
    case .offsetPath: 14
    }
  }

  /// Modifies paths.
  func modify(_ paths: inout [MeasuredPath], at time: Double) {
    switch self {
    case .trim(let start, let end, let offset, let isSequential):
      let range = TrimModifier.Range(
        start: start.value(at: time).fromPercent, end: end.value(at: time).fromPercent,
        offsetDegrees: offset.value(at: time))
      TrimModifier.trim(&paths, range, isSequential: isSequential)
    case .roundedCorners(let radius):
      let radius = radius.value(at: time)
      paths.modifyContours { RoundedCornersModifier.round($0, radius: radius) }
    case .puckerBloat(let amount):
      let amount = amount.value(at: time).fromPercent
      paths.modifyContours { PuckerBloatModifier.bloat($0, by: amount) }
    case .zigZag(let amplitude, let ridges, let pointType):
      let modifier = ZigZagModifier(
        amplitude: amplitude.value(at: time), ridges: Self.count(ridges.value(at: time)),
        isSmooth: pointType.value(at: time) == 2)
      paths.modifyContours(modifier.zigZag)
    case .offsetPath(let amount, let join, let miterLimit):
      let modifier = OffsetPathModifier(
        amount: amount.value(at: time), join: join, miterLimit: miterLimit.value(at: time))
      paths.modifyContours(modifier.offset)
    }
  }

  /// A number of ridges. More than this cannot be told from an area.
  private static func count(_ ridges: Double) -> Int { Int(clamping: ridges.rounded(), to: 0...10_000) }
}

extension [MeasuredPath] {
  fileprivate mutating func modifyContours(_ modify: (Contour) -> Contour) {
    for index in indices { self[index] = MeasuredPath(self[index].contours.map(modify)) }
  }
}

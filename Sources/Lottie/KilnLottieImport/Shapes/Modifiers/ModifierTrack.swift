internal import KilnGeometry
internal import KilnLottieFormat

/// A shape modifier over time.
typealias ModifierTrack = CompositeTrack<ModifierFormula>

/// The tracks of a shape modifier's parameters.
enum ModifierFormula: TrackFormula {
  case trim(start: Track<Double>, end: Track<Double>, offset: Track<Double>, isSequential: Bool)
  case roundedCorners(radius: Track<Double>)
  case puckerBloat(amount: Track<Double>)
  case zigZag(amplitude: Track<Double>, ridges: Track<Double>, pointType: Track<Double>)
  case offsetPath(amount: Track<Double>, join: StrokeStyle.Join, miterLimit: Track<Double>)

  /// Nil for an item that is no modifier of paths.
  init?(_ item: ShapeItem, _ parts: inout TrackParts) {
    switch item {
    case .trim(let item):
      self = .trim(
        start: Track(item.start, &parts), end: Track(item.end, &parts), offset: Track(item.offset, &parts),
        isSequential: item.isSequential)
    case .roundedCorners(let item): self = .roundedCorners(radius: Track(item.radius, &parts))
    case .puckerBloat(let item): self = .puckerBloat(amount: Track(item.amount, &parts))
    case .zigZag(let item):
      self = .zigZag(
        amplitude: Track(item.amplitude, &parts), ridges: Track(item.ridges, &parts),
        pointType: Track(item.pointType, &parts))
    case .offsetPath(let item):
      self = .offsetPath(
        amount: Track(item.amount, &parts), join: item.join, miterLimit: Track(item.miterLimit, &parts))
    default: return nil
    }
  }

  /// Whether the result for a path depends on the other paths.
  var linksPaths: Bool {
    if case .trim(_, _, _, let isSequential) = self { isSequential } else { false }
  }

  func value(at time: Double, in context: EvaluationContext) -> PathModifier {
    switch self {
    case .trim(let start, let end, let offset, let isSequential):
      let range = TrimModifier.Range(
        start: start.value(at: time, in: context).fromPercent, end: end.value(at: time, in: context).fromPercent,
        offsetDegrees: offset.value(at: time, in: context))
      return .trim(range, isSequential: isSequential)
    case .roundedCorners(let radius): return .roundedCorners(radius: radius.value(at: time, in: context))
    case .puckerBloat(let amount): return .puckerBloat(amount: amount.value(at: time, in: context).fromPercent)
    case .zigZag(let amplitude, let ridges, let pointType):
      return .zigZag(
        ZigZagModifier(
          amplitude: amplitude.value(at: time, in: context), ridges: Self.count(ridges.value(at: time, in: context)),
          isSmooth: pointType.value(at: time, in: context) == 2))
    case .offsetPath(let amount, let join, let miterLimit):
      return .offsetPath(
        OffsetPathModifier(
          amount: amount.value(at: time, in: context), join: join, miterLimit: miterLimit.value(at: time, in: context)))
    }
  }

  /// A number of ridges; more than 10,000 cannot be told from an area.
  private static func count(_ ridges: Double) -> Int { Int(clamping: ridges.rounded(), to: 0...10_000) }
}

/// A shape modifier with its parameters at one time.
enum PathModifier {
  case trim(TrimModifier.Range, isSequential: Bool)
  case roundedCorners(radius: Double)
  /// A factor; positive bloats, negative puckers.
  case puckerBloat(amount: Double)
  case zigZag(ZigZagModifier)
  case offsetPath(OffsetPathModifier)

  /// Upper bound for the number of vertices that each vertex becomes.
  var growth: Int {
    switch self {
    case .puckerBloat: 1
    case .trim, .roundedCorners: 2
    case .zigZag(let modifier): modifier.ridges + 2
    // Both sides of a segment, each in three parts of two vertices and a join.
    case .offsetPath: 14
    }
  }

  /// Replaces paths by their modified ones.
  func modify(_ paths: inout [MeasuredPath]) {
    switch self {
    case .trim(let range, let isSequential): TrimModifier.trim(&paths, range, isSequential: isSequential)
    case .roundedCorners(let radius): paths.modifyContours { RoundedCornersModifier.round($0, radius: radius) }
    case .puckerBloat(let amount): paths.modifyContours { PuckerBloatModifier.bloat($0, by: amount) }
    case .zigZag(let modifier): paths.modifyContours(modifier.zigZag)
    case .offsetPath(let modifier): paths.modifyContours(modifier.offset)
    }
  }
}

extension [MeasuredPath] {
  fileprivate mutating func modifyContours(_ modify: (Contour) -> Contour) {
    for index in indices { self[index] = MeasuredPath(self[index].contours.map(modify)) }
  }
}

public import Geometry

/// Colours that change along a line or away from a centre.
public struct Gradient: Sendable, Hashable {
  /// Where the colours lie, in shape space.
  public enum Course: Sendable, Hashable {
    /// From `start` to `end`, the same along every line across.
    case linear(start: Point, end: Point)
    /// From `focus` to the circle.
    case radial(center: Point, radius: Double, focus: Point)
  }

  /// A colour at a place between the gradient's start (0) and end (1).
  public struct Stop: Sendable, Hashable, BitwiseCopyable {
    /// 0…1; no stop comes before its predecessor.
    public var offset: Double
    /// The colour, translucency included.
    public var color: StraightColor

    /// A stop.
    public init(offset: Double, color: StraightColor) {
      self.offset = offset
      self.color = color
    }
  }

  /// Where the colours lie.
  public var course: Course
  /// At least one. Between stops each straight component changes evenly; before the first and after the last their
  /// colours go on. Two stops at one offset are a hard edge.
  public var stops: [Stop]

  /// A gradient; offsets are brought into 0…1 and into order.
  ///
  /// - Precondition: there is a stop.
  public init(_ course: Course, stops: [Stop]) {
    precondition(!stops.isEmpty, "a gradient has stops")
    self.course = course
    var reached = 0.0
    let isInOrder = stops.allSatisfy { stop in
      defer { reached = stop.offset }
      return stop.offset >= reached && stop.offset <= 1
    }
    guard !isInOrder else {
      self.stops = stops
      return
    }
    reached = 0
    self.stops = stops.map { stop in
      reached = max(reached, stop.offset > 0 ? min(1, stop.offset) : 0)
      return Stop(offset: reached, color: stop.color)
    }
  }

  /// Whether every number fits into a 32-bit float.
  var fitsFloat: Bool {
    switch course {
    case .linear(let start, let end): start.fitsFloat && end.fitsFloat
    case .radial(let center, let radius, let focus): center.fitsFloat && radius.fitsFloat && focus.fitsFloat
    }
  }

  /// Whether nothing of it can be seen.
  public var isTransparent: Bool { stops.allSatisfy { $0.color.alpha == 0 } }

  /// The colour at a place between start and end.
  public func color(at offset: Double) -> StraightColor {
    guard let after = stops.firstIndex(where: { $0.offset > offset }) else { return stops[stops.count - 1].color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let fraction = (offset - a.offset) / (b.offset - a.offset)
    func mix(_ component: KeyPath<StraightColor, Double>) -> Double {
      a.color[keyPath: component] + (b.color[keyPath: component] - a.color[keyPath: component]) * fraction
    }
    return StraightColor(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
  }
}

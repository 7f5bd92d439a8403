public import KilnGeometry

/// Linear or radial gradient, with colour stops interpolated in straight sRGB.
public struct Gradient: Sendable, Hashable {
  /// Colour stop: a colour at an offset between the gradient's start (0) and end (1).
  public struct Stop: Sendable, Hashable, BitwiseCopyable {
    /// Offset, 0…1; at least that of the stop before.
    public var offset: Double
    /// Straight colour, alpha included.
    public var color: StraightColor

    /// A colour at an offset, which `Gradient.init` clamps to 0…1.
    public init(offset: Double, color: StraightColor) {
      self.offset = offset
      self.color = color
    }
  }

  /// Line or circle that the offsets refer to, in shape space.
  public var geometry: GradientGeometry
  /// Colour stops in order of their offsets; at least one. Between two stops each straight component is interpolated
  /// linearly; before the first and after the last stop its colour continues. Two stops at one offset are a hard edge.
  public var stops: [Stop]

  /// A gradient; offsets are clamped to 0…1 and to at least that of the stop before.
  ///
  /// - Precondition: `stops` is not empty.
  public init(_ geometry: GradientGeometry, stops: [Stop]) {
    precondition(!stops.isEmpty, "a gradient has stops")
    self.geometry = geometry
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
    switch geometry {
    case .linear(let start, let end): start.fitsFloat && end.fitsFloat
    case .radial(let center, let radius, let focus): center.fitsFloat && radius.fitsFloat && focus.fitsFloat
    }
  }

  /// Whether every stop has an alpha of 0.
  public var isTransparent: Bool { stops.allSatisfy { $0.color.alpha == 0 } }

  /// The interpolated colour at an offset; offsets outside of 0…1 are allowed.
  public func color(at offset: Double) -> StraightColor {
    guard let after = stops.firstIndex(where: { $0.offset > offset }) else { return stops[stops.count - 1].color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let fraction = (offset - a.offset) / (b.offset - a.offset)
    // Not by key paths: this is asked for every pixel of a ramp, and they were 2.5 % of a conversion with many.
    let (from, to) = (a.color, b.color)
    return StraightColor(
      red: from.red + (to.red - from.red) * fraction, green: from.green + (to.green - from.green) * fraction,
      blue: from.blue + (to.blue - from.blue) * fraction, alpha: from.alpha + (to.alpha - from.alpha) * fraction)
  }
}

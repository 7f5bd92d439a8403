internal import KilnGeometry

/// The colours of a gradient of a glyph, in order of their offsets.
struct ColorLine {
  private(set) var stops: [FontGlyph.Gradient.Stop]

  /// Least distance between the first and the last offset of a gradient that is not a hard edge.
  private static let leastLength = 1e-4

  /// Nil if there are no colours.
  init?(_ stops: [FontGlyph.Gradient.Stop]) {
    guard !stops.isEmpty else { return nil }
    self.stops = stops.sorted { $0.offset < $1.offset }
  }

  private var first: Double { stops.first?.offset ?? 0 }
  private var last: Double { stops.last?.offset ?? 0 }

  /// The mean colour along the line.
  var meanColor: FontGlyph.Color {
    var (sum, length) = (SIMD4<Double>.zero, 0.0)
    for (stop, next) in zip(stops, stops.dropFirst()) {
      sum += (stop.color.premultiplied + next.color.premultiplied) * ((next.offset - stop.offset) / 2)
      length += next.offset - stop.offset
    }
    return length > 0 ? FontGlyph.Color(premultiplied: sum / length) : stops[0].color
  }

  // MARK: - Geometry

  /// The gradient along a line; nil if it is a hard edge.
  ///
  /// - Parameter turn: Rotation point of COLR: colours are constant along the line from `start` to it.
  func linear(start: Point, end: Point, turn: Point) -> FontGlyph.Gradient? {
    let across = turn - start
    let normal = Point(-across.y, across.x)
    let square = normal.x * normal.x + normal.y * normal.y
    guard square > 0, square.isFinite, last - first > Self.leastLength else { return nil }
    let along = normal * (((end - start).x * normal.x + (end - start).y * normal.y) / square)
    guard along != .zero, along.length.isFinite else { return nil }
    return FontGlyph.Gradient(
      geometry: .linear(start: start + along * first, end: start + along * last),
      stops: stops(from: first, to: last))
  }

  /// The gradient between two circles, of which one lies inside the other; nil for others.
  func radial(_ start: Circle, _ end: Circle) -> FontGlyph.Gradient? {
    guard last - first > Self.leastLength else { return nil }
    let (inner, outer) = (start.mixed(with: end, by: first), start.mixed(with: end, by: last))
    guard inner.radius.isFinite, outer.radius.isFinite else { return nil }
    guard inner.radius <= outer.radius else { return reversed.radial(end, start) }
    guard inner.radius >= 0, (outer.center - inner.center).length + inner.radius < outer.radius else { return nil }
    let isPoint = inner.radius < outer.radius * Self.leastLength
    // Between circles with different centres, of which neither is a point, colours run along no circle that is known here.
    guard isPoint || inner.center == outer.center else { return nil }
    let hole = isPoint ? 0 : inner.radius / outer.radius
    return FontGlyph.Gradient(
      geometry: .radial(center: outer.center, radius: outer.radius, focus: inner.center),
      stops: stops(from: first - hole * (last - first) / (1 - hole), to: last))
  }

  /// Start or end circle of a gradient, in em.
  struct Circle {
    var center: Point
    var radius: Double

    func mixed(with other: Circle, by share: Double) -> Circle {
      Circle(center: center + (other.center - center) * share, radius: radius + (other.radius - radius) * share)
    }
  }

  private var reversed: ColorLine {
    var line = self
    line.stops = stops.reversed().map { FontGlyph.Gradient.Stop(offset: 1 - $0.offset, color: $0.color) }
    return line
  }

  /// The stops with offsets between two that become 0 and 1.
  private func stops(from start: Double, to end: Double) -> [FontGlyph.Gradient.Stop] {
    stops.map { FontGlyph.Gradient.Stop(offset: ($0.offset - start) / (end - start), color: $0.color) }
  }
}

extension FontGlyph.Color {
  /// The colour of premultiplied components 0…1.
  fileprivate init(premultiplied color: SIMD4<Double>) {
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
    let straight = color.w > 0 ? color / color.w : .zero
    self.init(red: byte(straight.x), green: byte(straight.y), blue: byte(straight.z), alpha: byte(color.w))
  }

  fileprivate var premultiplied: SIMD4<Double> {
    SIMD4(Double(red), Double(green), Double(blue), 255) / 255 * (Double(alpha) / 255)
  }
}

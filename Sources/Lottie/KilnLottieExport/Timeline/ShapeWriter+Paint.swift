internal import KilnGeometry
internal import KilnTimeline

extension ShapeWriter {
  /// Tolerance of colour components, 0…1.
  private static var colorTolerance: Double { 1.0 / 510 }
  /// Tolerance of percentages of opacity.
  static var opacityTolerance: Double { 0.2 }

  /// Type, colours and opacity of a fill or stroke.
  func paint(
    _ kind: ShapeSignature.PaintKind, _ solid: String, _ gradient: String, _ text: inout LottieText,
    _ paint: (DrawnShape) -> Paint?
  ) {
    switch kind {
    case .solid:
      text.member("ty", solid)
      func color(_ shape: DrawnShape) -> StraightColor {
        guard case .solid(let color) = paint(shape) else { return .black }
        return color
      }
      property("c", .vector, tolerance: Self.colorTolerance, decimals: 4, &text) {
        [color($0).red, color($0).green, color($0).blue].map(EditText.color) + [1]
      }
      property("o", .scalar, tolerance: Self.opacityTolerance, decimals: 2, &text) { [color($0).alpha * 100] }
    case .linear, .radial:
      text.member("ty", gradient)
      writeGradient(&text) { shape in
        guard case .gradient(let gradient) = paint(shape) else { return nil }
        return gradient
      }
    }
  }

  private func writeGradient(_ text: inout LottieText, _ gradient: (DrawnShape) -> Gradient?) {
    guard let first = gradient(shapes[0]) else { return }
    if case .linear = first.geometry { text.member("t", 1) } else { text.member("t", 2) }
    gradientLengths("s", &text) { gradient($0)?.start ?? .zero }
    gradientLengths("e", &text) { gradient($0)?.end ?? .zero }
    if case .radial = first.geometry {
      property("h", .scalar, tolerance: 0.2, decimals: 2, &text) { [gradient($0)?.highlight.length ?? 0] }
      property("a", .scalar, tolerance: 0.2, decimals: 2, &text) { [gradient($0)?.highlight.angle ?? 0] }
    }
    let hasAlpha = shapes.contains { gradient($0)?.stops.contains { $0.color.alpha < 1 } ?? false }
    text.key("g")
    text.object { text in
      text.member("p", first.stops.count)
      property("k", .vector, tolerance: Self.colorTolerance, decimals: 4, &text) { shape in
        let stops = gradient(shape)?.stops ?? []
        let colors = stops.flatMap { [$0.offset, $0.color.red, $0.color.green, $0.color.blue] }
        return hasAlpha ? colors + stops.flatMap { [$0.offset, $0.color.alpha] } : colors
      }
    }
    text.staticMember("o", 100)
  }
}

extension Gradient {
  /// Where the first stop is: the start of the line, or the centre.
  fileprivate var start: Point {
    switch geometry {
    case .linear(let start, _): start
    case .radial(let center, _, _): center
    }
  }

  /// Where the last stop is.
  fileprivate var end: Point {
    switch geometry {
    case .linear(_, let end): end
    case .radial(let center, let radius, _): Point(center.x + radius, center.y)
    }
  }

  /// Distance of the focus from the centre, in percent of the radius, and its direction in degrees.
  fileprivate var highlight: (length: Double, angle: Double) {
    guard case .radial(let center, let radius, let focus) = geometry, radius > 0, focus != center else { return (0, 0) }
    let offset = focus - center
    return (offset.length / radius * 100, Scalar.angle(x: offset.x, y: offset.y) / Scalar.radiansPerDegree)
  }
}

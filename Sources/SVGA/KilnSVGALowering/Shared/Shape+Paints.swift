internal import KilnTimeline

extension Shape {
  /// The shape's fill and stroke as shapes of their own, in painting order.
  var paints: [Shape] {
    var paints: [Shape] = []
    if let fill { paints.append(Shape(outline: outline, fill: fill, transform: transform)) }
    if let stroke { paints.append(Shape(outline: outline, stroke: stroke, transform: transform)) }
    return paints
  }

  /// The paint of a shape that has either a fill or a stroke.
  var onlyPaint: Paint? { fill?.paint ?? stroke?.paint }
}

extension Paint {
  /// Whether every colour has alpha 1.
  var isOpaque: Bool {
    switch self {
    case .solid(let color): color.alpha == 1
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 1 }
    }
  }
}

internal import KilnGeometry
internal import KilnTimeline

/// The points of a shape list, by which two lists are compared up to an affine map.
struct ShapePose {
  /// Properties that two lists must have in common for an affine map between them.
  struct Signature: Hashable {
    /// Verbs of each shape's path.
    var verbs: [Path.Verbs] = []
    var styles: [Style] = []

    /// A shape without its geometry.
    struct Style: Hashable {
      var fill: Paint?
      var rule: FillRule?
      var stroke: Paint?
      var style: StrokeStyle?
    }
  }

  private(set) var signature = Signature()
  /// Points of outlines and gradients in sprite space.
  private(set) var points: [Point] = []
  /// Widths, dashes and dash phases of strokes in sprite space.
  private(set) var lengths: [Double] = []
  /// Whether only uniform maps are allowed: strokes and gradients stay what they are under no others.
  private(set) var needsUniform = false

  /// The pose of a list; nil if a shape's own transform stretches its stroke unevenly.
  init?(_ shapes: [Shape]) {
    for shape in shapes {
      let path = shape.outline.path
      signature.verbs.append(path.verbs)
      let placed = shape.transform == .identity ? path.points : path.points.map(shape.transform.apply)
      // Most lists are one shape, whose points need no copy.
      if points.isEmpty { points = placed } else { points += placed }
      var style = Signature.Style(fill: shape.fill?.paint, rule: shape.fill?.rule, stroke: shape.stroke?.paint)
      if let stroke = shape.stroke {
        guard shape.transform.isUniform() else { return nil }
        needsUniform = true
        let scale = shape.transform.stretch.largest
        lengths += ([stroke.style.width, stroke.style.dashPhase] + stroke.style.dashes).map { $0 * scale }
        var plain = stroke.style
        plain.width = 1
        plain.dashPhase = 0
        plain.dashes = Array(repeating: 1, count: plain.dashes.count)
        style.style = plain
      }
      style.fill = style.fill.map { paint in moved(paint, shape.transform) }
      style.stroke = style.stroke.map { paint in moved(paint, shape.transform) }
      signature.styles.append(style)
    }
  }

  /// The paint without the geometry of its gradient, whose points are added to the others.
  private mutating func moved(_ paint: Paint, _ transform: Affine) -> Paint {
    guard case .gradient(let gradient) = paint else { return paint }
    needsUniform = true
    switch gradient.geometry {
    case .linear(let start, let end):
      // The third point fixes the direction across the gradient.
      points += [start, end, start + (end - start).turnedClockwise].map(transform.apply)
      return .gradient(Gradient(.linear(start: .zero, end: .zero), stops: gradient.stops))
    case .radial(let center, let radius, let focus):
      points += [center, focus, center + Point(radius, 0), center + Point(0, radius)].map(transform.apply)
      return .gradient(Gradient(.radial(center: .zero, radius: 0, focus: .zero), stops: gradient.stops))
    }
  }
}

extension ShapePose {
  /// The affine map from another list of the same signature to this one; nil if it misses a point or a length by more
  /// than `tolerance`, in sprite space.
  func map(from reference: ShapePose, tolerance: Double) -> Affine? {
    guard reference.points.count == points.count, reference.lengths.count == lengths.count,
      let map = fit(reference)
    else { return nil }
    guard map.isFinite, map.determinant != 0, !needsUniform || map.isUniform(tolerance: 1e-4) else { return nil }
    for (from, to) in zip(reference.points, points) where map.apply(from).distance(to: to) > tolerance { return nil }
    let scale = map.stretch.largest
    for (from, to) in zip(reference.lengths, lengths) where abs(from * scale - to) > tolerance { return nil }
    return map
  }

  /// The affine map that is exact in three points: the first, the one farthest from it, and the one farthest from the
  /// line between those.
  private func fit(_ reference: ShapePose) -> Affine? {
    let from = reference.points
    guard let first = from.first else { return nil }
    let second = from.indices.max { from[$0].distance(to: first) < from[$1].distance(to: first) } ?? 0
    let axis = from[second] - first
    guard axis.length > 0 else { return nil }
    let image = points[second] - points[0]
    let turned = from.indices.max {
      abs(Point.cross(axis, from[$0] - first)) < abs(Point.cross(axis, from[$1] - first))
    }
    guard !needsUniform, let third = turned,
      abs(Point.cross(axis, from[third] - first)) > 1e-3 * axis.length * axis.length
    else { return Self.similarity(axis, image, from: first, to: points[0]) }
    let basis = Affine(
      a: axis.x, b: axis.y, c: from[third].x - first.x, d: from[third].y - first.y, tx: first.x, ty: first.y)
    let target = Affine(
      a: image.x, b: image.y, c: points[third].x - points[0].x, d: points[third].y - points[0].y, tx: points[0].x,
      ty: points[0].y)
    return basis.inverse.map { target * $0 }
  }

  /// The similarity (rotation, uniform scale, translation) that maps a vector and a point to others.
  private static func similarity(_ vector: Point, _ image: Point, from: Point, to: Point) -> Affine {
    let square = Point.dot(vector, vector)
    let cosine = Point.dot(vector, image) / square
    let sine = Point.cross(vector, image) / square
    return .translation(to.x, to.y) * Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
      * .translation(-from.x, -from.y)
  }
}

internal import Geometry
internal import TimelineModel

/// Areas that shapes cover.
enum ShapeArea {
  /// A quarter of the error that a path's decimals may make, in pixels of the canvas.
  static let tolerance = 0.0125

  /// The tolerance in a space that is drawn at a scale.
  static func tolerance(atScale scale: Double) -> Double { tolerance / max(1e-6, scale) }

  /// What a shape's fill covers, in the space that the shape stands in, for the non-zero rule; nil if that takes too long.
  static func fill(of shape: Shape, rule: FillRule, tolerance: Double) -> Path? {
    shape.outline.path.transformed(by: shape.transform).nonZeroEquivalent(rule, tolerance: tolerance)
  }

  /// What a shape's fill or stroke covers, if it has only one of them, likewise.
  static func area(of shape: Shape, tolerance: Double) -> Path? {
    if let stroke = shape.stroke { return self.stroke(of: shape, style: stroke.style, tolerance: tolerance) }
    return fill(of: shape, rule: shape.fill?.rule ?? .nonZero, tolerance: tolerance)
  }

  /// What a shape's stroke covers, likewise.
  static func stroke(of shape: Shape, style: StrokeStyle, tolerance: Double) -> Path {
    let scale = max(1e-6, shape.transform.stretch.largest)
    return shape.outline.path.strokeOutline(style, tolerance: tolerance / scale).path
      .fittingCurves(tolerance: tolerance / scale).transformed(by: shape.transform)
  }

  /// What a shape's fill and its stroke cover together, likewise; nil also if the outline is open or dashed.
  static func expanded(_ shape: Shape, rule: FillRule, by style: StrokeStyle, tolerance: Double) -> Path? {
    let scale = max(1e-6, shape.transform.stretch.largest)
    return shape.outline.path.expandedByStroke(style, rule: rule, tolerance: tolerance / scale)?
      .fittingCurves(tolerance: tolerance / scale).transformed(by: shape.transform)
  }
}

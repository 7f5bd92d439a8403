internal import KilnGeometry
internal import KilnTimeline

/// Areas that shapes cover, as paths for the non-zero rule. All tolerances are in the space of the result.
enum ShapeArea {
  /// Pixels of the canvas: a quarter of what rounding of path data may move a point.
  static let tolerance = 0.0125

  /// The tolerance in a space that is drawn at a scale.
  static func tolerance(atScale scale: Double) -> Double { tolerance / max(1e-6, scale) }

  /// Area of a shape's fill in sprite space; nil if its non-zero equivalent takes too long.
  static func fill(of shape: Shape, rule: FillRule, tolerance: Double) -> Path? {
    shape.outline.path.transformed(by: shape.transform).nonZeroEquivalent(rule, tolerance: tolerance)
  }

  /// Area of the fill or stroke of a shape that has one of them, in sprite space; nil if that takes too long.
  static func area(of shape: Shape, tolerance: Double) -> Path? {
    if let stroke = shape.stroke { return self.stroke(of: shape, style: stroke.style, tolerance: tolerance) }
    return fill(of: shape, rule: shape.fill?.rule ?? .nonZero, tolerance: tolerance)
  }

  /// Area of a shape's stroke in sprite space.
  static func stroke(of shape: Shape, style: StrokeStyle, tolerance: Double) -> Path {
    let scale = max(1e-6, shape.transform.stretch.largest)
    return shape.outline.path.strokeOutline(style, tolerance: tolerance / scale).path
      .fittingCurves(tolerance: tolerance / scale).transformed(by: shape.transform)
  }

  /// Area of a shape's stroke in sprite space, in few points.
  ///
  /// If a path bends more sharply than its stroke is wide, the outline runs to and fro between both sides with every
  /// chord. These parts lie inside of the area, and are left out where that makes the fitted outline shorter.
  ///
  /// Outlining, merging and fitting each have twice the tolerance: together they move a point by at most six times
  /// `tolerance`, or four times where nothing is merged.
  ///
  /// - Parameters:
  ///   - fitsCurves: Whether curves stand for lines where they are near enough.
  ///   - known: Outlines made before, to which this one is added.
  static func cachedStroke(
    of shape: Shape, style: StrokeStyle, tolerance: Double, fitsCurves: Bool = true, known: StrokeOutlineCache
  ) -> Path {
    let tolerance = tolerance * leanTolerance / max(1e-6, shape.transform.stretch.largest)
    let key = StrokeOutlineCache.Key(
      outline: shape.outline, style: style, tolerance: tolerance, fitsCurves: fitsCurves)
    return known.path(key) {
      cachedStroke(of: shape.outline.path, style, tolerance: tolerance, fitsCurves: fitsCurves)
    }.transformed(by: shape.transform)
  }

  /// Outline of a stroke in its own space.
  private static func cachedStroke(
    of path: Path, _ style: StrokeStyle, tolerance: Double, fitsCurves: Bool
  ) -> Path {
    let stroke = path.strokeOutline(style, tolerance: tolerance)
    guard fitsCurves else { return stroke.path }
    var lean = stroke.path.fittingCurves(tolerance: tolerance)
    // Smooth sides have become curves: lines are left where the outline has corners or overlaps itself.
    let lineCount = lean.verbs.count { $0 == .line }
    if stroke.mayOverlap, mergedLines.contains(lineCount), 2 * lineCount > lean.verbs.count,
      let merged = stroke.path.combined(.union, with: Path(), tolerance: tolerance)?
        .fittingCurves(tolerance: tolerance),
      merged.points.count < lean.points.count
    {
      lean = merged
    }
    return lean
  }

  /// Factor on the tolerance of lean outlines.
  private static let leanTolerance = 2.0
  /// Numbers of lines in an outline for which its parts are merged: fewer gain little, more take too long.
  private static let mergedLines = 32...4000

  /// Area of a shape's fill and stroke together in sprite space; nil if the outline is open or dashed, or that takes
  /// too long.
  static func expanded(_ shape: Shape, rule: FillRule, by style: StrokeStyle, tolerance: Double) -> Path? {
    let scale = max(1e-6, shape.transform.stretch.largest)
    return shape.outline.path.expandedByStroke(style, rule: rule, tolerance: tolerance / scale)?
      .fittingCurves(tolerance: tolerance / scale).transformed(by: shape.transform)
  }
}

extension Path {
  /// The part of the area that is inside of a clip, if there is one; nil if that takes too long.
  func clipped(by clip: Path?, tolerance: Double) -> Path? {
    guard let clip, clip.relation(to: bounds, tolerance: tolerance) != .inside else { return self }
    return combined(.intersection, with: clip, tolerance: tolerance)
  }
}

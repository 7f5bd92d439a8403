internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension PlayerDrawing {
  /// The colour of a fill or stroke; nil if it is not seen.
  func paint(_ color: SVGAShapeEntity.ShapeStyle.RGBAColor) -> Paint? {
    guard color.a > 0 else { return nil }
    var alpha = Double(color.a)
    if hidesTranslucentPaints, alpha < 1 {
      // The integer at the start of its text, which below 10⁻⁶ is like 1e-7.
      guard alpha < 1e-6 else { return nil }
      alpha = 1
    }
    let parts = [color.r, color.g, color.b].map(Double.init)
    switch components {
    case .exact: break
    case .truncated: return .solid(Self.truncated(parts, alpha: alpha, scale: 255))
    case .guessed:
      let scale: Double = parts.allSatisfy { $0 <= 1 } ? 255 : 1
      return .solid(Self.truncated(parts, alpha: alpha / (alpha <= 1 ? 1 : 255), scale: scale))
    }
    return .solid(StraightColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha))
  }

  private static func truncated(_ parts: [Double], alpha: Double, scale: Double) -> StraightColor {
    let levels = parts.map { ($0 * scale).rounded(.down) / 255 }
    return StraightColor(red: levels[0], green: levels[1], blue: levels[2], alpha: alpha)
  }

  /// Shapes with a sprite's opacity in their colours, for players that draw each paint by itself.
  func painted(_ shapes: [Shape], opacity: Double) -> [Shape] {
    guard opacity < 1, alphaScope != .sprite else { return shapes }
    return shapes.map { shape in
      var shape = shape
      shape.style = ShapeStyle(
        fill: shape.fill.map { Fill(faded($0.paint, opacity), rule: $0.rule) },
        stroke: shape.stroke.map { Stroke(faded($0.paint, opacity), style: $0.style) })
      return shape
    }
  }

  private func faded(_ paint: Paint, _ opacity: Double) -> Paint {
    guard case .solid(var color) = paint else { return paint }
    color.alpha = alphaScope == .replacedPaint ? opacity : color.alpha * opacity
    return .solid(color)
  }

  /// Lengths of the dashes and gaps of a stroke, in turn, and the offset into them; none for a solid line.
  func dashes(of styles: SVGAShapeEntity.ShapeStyle) -> (lengths: [Double], phase: Double) {
    let given = [styles.lineDashI, styles.lineDashIi, styles.lineDashIii].map(Double.init)
    guard given.allSatisfy(\.isFinite) else { return ([], 0) }
    switch dashes {
    case .offset:
      // The smallest lengths that iOS and Android draw.
      return given[0] > 0 || given[1] > 0 ? ([max(1, given[0]), max(0.1, given[1])], given[2]) : ([], 0)
    case .threeLengths:
      let lengths = given.map { max(0, $0) }
      return (Self.canvasDashes(lengths[1] > 0 || lengths[2] > 0 ? lengths : [lengths[0]]), 0)
    case .lengths:
      let count = given[2] > 0 ? 3 : given[1] > 0 ? 2 : 1
      return (Self.canvasDashes(Array(given.prefix(count))), 0)
    case .filledLengths:
      return (Self.canvasDashes(given.filter { $0 != 0 }), 0)
    }
  }

  /// Lengths as a canvas takes them: none if one is below 0 or all are 0, twice those of an odd number.
  private static func canvasDashes(_ lengths: [Double]) -> [Double] {
    guard lengths.allSatisfy({ $0 >= 0 }), lengths.contains(where: { $0 > 0 }) else { return [] }
    return lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
  }

  /// Shapes in the space of the canvas, whose strokes are as wide as the sprite's transform makes them in one direction,
  /// whatever a shape's own transform is.
  func strokedAfterTransforms(_ shapes: [Shape], by transform: Affine) -> [Shape] {
    let scale = Self.strokeScale(of: transform)
    return shapes.map { shape in
      let outline = shape.outline.path.transformed(by: transform * shape.transform)
      return Shape(outline: .path(outline), fill: shape.fill, stroke: shape.stroke.map { $0.scaled(by: scale) })
    }
  }

  /// Scale of strokes under a transform; 0 for those that are a pixel wide.
  private static func strokeScale(of transform: Affine) -> Double {
    let determinant = transform.a * transform.d - transform.b * transform.c
    guard transform.a != 0, determinant != 0 else { return 0 }
    let horizontal = (transform.a * transform.a + transform.b * transform.b).squareRoot()
    return abs(determinant) / horizontal
  }
}

extension Stroke {
  /// A stroke of Android's in the space of the canvas: its miter limit is rounded down and scaled, too.
  fileprivate func scaled(by scale: Double) -> Stroke {
    var style = style
    style.width = scale > 0 ? style.width * scale : 1
    if style.join == .miter {
      style.miterLimit = style.miterLimit.rounded(.down) * scale
      if style.miterLimit <= 1 { (style.join, style.miterLimit) = (.bevel, 4) }
    }
    style.dashes = scale > 0 ? style.dashes.map { $0 * scale } : []
    style.dashPhase *= scale
    return Stroke(paint, style: style)
  }
}

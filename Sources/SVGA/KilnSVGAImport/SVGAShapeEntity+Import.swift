internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension SVGAShapeEntity {
  /// The shape, or nil when it paints nothing.
  func shape(findings: inout SpriteFindings) -> Shape? {
    guard hasStyles else {
      findings.note(.svgaStylesMissing)
      return nil
    }
    guard isFinite else {
      findings.note(.svgaShapeNotFinite)
      return nil
    }
    guard let outline = outline(findings: &findings) else { return nil }
    let transform = hasTransform ? Affine(self.transform) : .identity
    if transform.a == 0 || transform.d == 0 { findings.note(.svgaTransformZero) }
    let fill = styles.hasFill ? styles.fill.paint.map { Fill($0) } : nil
    let stroke = styles.outlineStroke(findings: &findings)
    if stroke != nil, abs(transform.stretch.largest - 1) > 1e-3 || !transform.isUniform() {
      findings.note(.svgaStrokeScaled)
    }
    if fill?.paint.isTranslucent == true || stroke?.paint.isTranslucent == true {
      findings.note(.svgaColorTranslucent)
    }
    guard fill != nil || stroke != nil else { return nil }
    return Shape(outline: outline, fill: fill, stroke: stroke, transform: transform)
  }

  /// Whether the numbers that say where the shape is are finite. Those of a path are, once it is read.
  private var isFinite: Bool {
    switch type {
    case .rect: transform.isFinite && rect.isFinite
    case .ellipse: transform.isFinite && ellipse.isFinite
    case .shape, .keep, .UNRECOGNIZED: transform.isFinite
    }
  }

  /// Outline of the kind that `type` names; arguments of another type count as absent.
  private func outline(findings: inout SpriteFindings) -> Shape.Outline? {
    switch type {
    case .shape:
      if !PathDataGrammar.isReadAlike(shape.d) { findings.note(.svgaPathCommands) }
      let path = Path(text: shape.d)
      return path.isEmpty ? nil : .path(path.limited(findings: &findings))
    case .rect:
      let (x, y, width, height) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
      let bounds = Rect(
        minX: min(x, x + width), minY: min(y, y + height), maxX: max(x, x + width), maxY: max(y, y + height))
      return .rect(bounds, cornerRadius: max(0, Double(rect.cornerRadius)))
    case .ellipse:
      let radii = Size(abs(Double(ellipse.radiusX)), abs(Double(ellipse.radiusY)))
      return .ellipse(center: Point(Double(ellipse.x), Double(ellipse.y)), radii: radii)
    case .keep, .UNRECOGNIZED:
      // KEEP counts only as the first shape of a frame, where it is resolved.
      return nil
    }
  }
}

extension SVGAShapeEntity.ShapeStyle {
  /// The stroke, or nil when there is none.
  fileprivate func outlineStroke(findings: inout SpriteFindings) -> Stroke? {
    guard hasStroke, let paint = stroke.paint else { return nil }
    guard strokeWidth > 0, strokeWidth.isFinite else {
      findings.note(.svgaStrokeWidthMissing)
      return nil
    }
    var style = StrokeStyle(width: Double(strokeWidth), miterLimit: Double(miterLimit))
    switch lineCap {
    case .round: style.cap = .round
    case .square: style.cap = .square
    case .butt, .UNRECOGNIZED: style.cap = .butt
    }
    switch lineJoin {
    case .round: style.join = .round
    case .bevel: style.join = .bevel
    case .miter, .UNRECOGNIZED: style.join = .miter
    }
    if style.join == .miter, !(miterLimit >= 1 && miterLimit.isFinite) {
      // A limit below 1 bevels every corner, and so does an absent one on iOS and Android.
      if miterLimit == 0 { findings.note(.svgaMiterLimitMissing) }
      style.join = .bevel
    }
    if style.join != .miter { style.miterLimit = 4 }
    if lineDashI > 0 || lineDashIi > 0, [lineDashI, lineDashIi, lineDashIii].allSatisfy(\.isFinite) {
      findings.note(.svgaDashes)
      // The smallest lengths that iOS and Android draw.
      style.dashes = [max(1, Double(lineDashI)), max(0.1, Double(lineDashIi))]
      style.dashPhase = Double(lineDashIii)
    }
    return Stroke(paint, style: style)
  }
}

extension SVGAShapeEntity.ShapeStyle.RGBAColor {
  /// The colour, or nil when it is transparent.
  fileprivate var paint: Paint? {
    a > 0 ? .solid(StraightColor(red: Double(r), green: Double(g), blue: Double(b), alpha: Double(a))) : nil
  }
}

extension Paint {
  fileprivate var isTranslucent: Bool {
    switch self {
    case .solid(let color): color.alpha < 1
    case .gradient: false
    }
  }
}

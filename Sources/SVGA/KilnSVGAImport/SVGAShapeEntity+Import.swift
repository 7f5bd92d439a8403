internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension SVGAShapeEntity {
  /// The shape, or nil when it paints nothing.
  func shape(_ drawing: PlayerDrawing, findings: inout SpriteFindings) -> Shape? {
    guard hasStyles || drawing.fillsWithoutStyles else {
      findings.note(.svgaStylesMissing)
      return nil
    }
    guard isFinite else {
      findings.note(.svgaShapeNotFinite)
      return nil
    }
    guard let outline = outline(drawing, findings: &findings) else { return nil }
    let transform = drawing.transform(of: self)
    if transform.a == 0 || transform.d == 0 { findings.note(.svgaTransformZero) }
    let fill = fill(drawing)
    let stroke = styles.outlineStroke(drawing, findings: &findings)
    if stroke != nil, abs(transform.stretch.largest - 1) > 1e-3 || !transform.isUniform() {
      findings.note(.svgaStrokeScaled)
    }
    if fill?.paint.isTranslucent == true || stroke?.paint.isTranslucent == true {
      findings.note(.svgaColorTranslucent)
    }
    guard fill != nil || stroke != nil else { return nil }
    return Shape(outline: outline, fill: fill, stroke: stroke, transform: transform)
  }

  private func fill(_ drawing: PlayerDrawing) -> Fill? {
    guard hasStyles else { return Fill(.solid(.black)) }
    return styles.hasFill ? drawing.paint(styles.fill).map { Fill($0) } : nil
  }

  /// Whether the numbers that say where the shape is are finite. Those of a path are, once it is read.
  private var isFinite: Bool {
    switch type {
    case .rect: transform.isFinite && rect.isFinite
    case .ellipse: transform.isFinite && ellipse.isFinite
    case .shape, .keep, .UNRECOGNIZED: transform.isFinite
    }
  }

  /// Whether it is a rectangle whose corners have a radius below 0, its own or that of a negative size.
  var hasNegativeRadius: Bool { type == .rect && min(rect.width, rect.height, rect.cornerRadius) < 0 }

  /// Outline of the kind that `type` names; arguments of another type count as absent.
  private func outline(_ drawing: PlayerDrawing, findings: inout SpriteFindings) -> Shape.Outline? {
    switch type {
    case .shape:
      if !PathDataGrammar.isReadAlike(shape.d) { findings.note(.svgaPathCommands) }
      let path = PlayerPathReader.path(shape.d, drawing.paths)
      return path.isEmpty ? nil : .path(path.limited(findings: &findings))
    case .rect:
      let (x, y, width, height) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
      let bounds = Rect(
        minX: min(x, x + width), minY: min(y, y + height), maxX: max(x, x + width), maxY: max(y, y + height))
      let radius = max(0, Double(rect.cornerRadius))
      if drawing.hasContinuousCorners, radius > 0 { return .path(.continuousRect(bounds, cornerRadius: radius)) }
      return .rect(bounds, cornerRadius: radius)
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
  fileprivate func outlineStroke(_ drawing: PlayerDrawing, findings: inout SpriteFindings) -> Stroke? {
    guard hasStroke, let paint = drawing.paint(stroke), strokeWidth.isFinite else { return nil }
    guard let width = strokeWidth > 0 ? Double(strokeWidth) : drawing.assumedStrokeWidth else {
      findings.note(.svgaStrokeWidthMissing)
      return nil
    }
    let miterLimit = miterLimit == 0 ? drawing.assumedMiterLimit ?? 0 : Double(miterLimit)
    var style = StrokeStyle(width: width, miterLimit: miterLimit)
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
    (style.dashes, style.dashPhase) = drawing.dashes(of: self)
    if !style.dashes.isEmpty { findings.note(.svgaDashes) }
    return Stroke(paint, style: style)
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

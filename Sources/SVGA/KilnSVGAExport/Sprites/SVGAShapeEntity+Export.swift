internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension SVGAShapeEntity {
  /// The same shapes as in the frame before.
  static var keep: SVGAShapeEntity {
    var entity = SVGAShapeEntity()
    entity.type = .keep
    return entity
  }

  /// A shape with its transform applied to outline and stroke width; nil if it has no outline or no paint.
  init?(_ shape: Shape, precision: SpritePrecision, _ texts: inout PathTexts) {
    self.init()
    setOutline(shape, precision: precision, &texts)
    guard type != .shape || !self.shape.d.isEmpty, shape.fill != nil || shape.stroke != nil else { return nil }
    var styles = SVGAShapeEntity.ShapeStyle()
    if let color = shape.fill?.paint.color { styles.fill = .init(color) }
    if let stroke = shape.stroke, let color = stroke.paint.color {
      styles.stroke = .init(color)
      styles.strokeWidth = precision.positiveLength(stroke.style.width * shape.transform.stretch.largest)
      styles.setCorners(stroke.style)
    }
    self.styles = styles
  }

  /// Writes rectangles and ellipses that are only translated by their parameters, which is shorter.
  private mutating func setOutline(_ shape: Shape, precision: SpritePrecision, _ texts: inout PathTexts) {
    switch shape.outline {
    case .rect(let rect, let cornerRadius) where shape.transform.isTranslation && rect.width > 0 && rect.height > 0:
      type = .rect
      self.rect.x = precision.length(rect.minX + shape.transform.tx)
      self.rect.y = precision.length(rect.minY + shape.transform.ty)
      self.rect.width = precision.positiveLength(rect.width)
      self.rect.height = precision.positiveLength(rect.height)
      self.rect.cornerRadius = precision.length(max(0, min(cornerRadius, min(rect.width, rect.height) / 2)))
    case .ellipse(let center, let radii) where shape.transform.isTranslation && radii.width > 0 && radii.height > 0:
      type = .ellipse
      ellipse.x = precision.length(center.x + shape.transform.tx)
      ellipse.y = precision.length(center.y + shape.transform.ty)
      ellipse.radiusX = precision.positiveLength(radii.width)
      ellipse.radiusY = precision.positiveLength(radii.height)
    case .path, .rect, .ellipse:
      type = .shape
      let width = shape.stroke.map { $0.style.width * shape.transform.stretch.largest }
      var path = texts.simplified(
        shape.outline.path.transformed(by: shape.transform), strokeWidth: width, precision)
      if let stroke = shape.stroke, stroke.style.cap != .butt { path = path.drawingOutDots(by: precision.outlineStep) }
      self.shape.d = texts.text(of: path, strokeWidth: width, precision)
    }
  }
}

extension SVGAShapeEntity.ShapeStyle {
  fileprivate mutating func setCorners(_ style: StrokeStyle) {
    switch style.cap {
    case .butt: lineCap = .butt
    case .round: lineCap = .round
    case .square: lineCap = .square
    }
    switch style.join {
    case .miter: lineJoin = .miter
    case .round: lineJoin = .round
    case .bevel: lineJoin = .bevel
    }
    // Players have different defaults for an absent limit, and check it for every join.
    miterLimit = Float(max(1, style.miterLimit))
  }
}

extension SVGAShapeEntity.ShapeStyle.RGBAColor {
  /// An opaque colour: alpha is carried by the frame. Components are whole bytes, which Web does not round down.
  fileprivate init(_ color: StraightColor) {
    func component(_ value: Double) -> Float { Float((value * 255).rounded() / 255) }
    self.init()
    r = component(color.red)
    g = component(color.green)
    b = component(color.blue)
    a = 1
  }
}

extension Affine {
  /// Whether nothing is turned or stretched.
  fileprivate var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}

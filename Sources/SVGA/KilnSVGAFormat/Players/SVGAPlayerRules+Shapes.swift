internal import KilnGeometry

/// The shapes that a sprite shows, followed from frame to frame through KEEP, and the rules about them.
struct DrawnShapes {
  private let capabilities: SVGACapabilities
  /// Maximum distance by which rounding of numbers moved a point, in pixels of the canvas.
  private let rounding: Double
  private var isVisible = false
  private var facts = SVGAShapeFacts()

  init(_ capabilities: SVGACapabilities, rounding: Double) {
    self.capabilities = capabilities
    self.rounding = rounding
  }

  /// Steps over a hidden frame, after which players have no shapes to keep.
  mutating func hide() {
    isVisible = false
    facts = SVGAShapeFacts()
  }

  /// Steps to a visible frame and returns what breaks a rule.
  ///
  /// - Parameter hasBitmap: Whether the sprite has a bitmap, so that clips cut it in every player.
  mutating func show(_ frame: SVGAFrameEntity, hasBitmap: Bool) -> [String] {
    var violations: [String] = []
    if frame.shapes.contains(where: { $0.type == .keep }) {
      if !isVisible || facts.paintCount == 0 { violations.append("KEEP does not follow a visible frame with shapes") }
      if frame.shapes.count > 1 { violations.append("KEEP is not the only shape") }
    } else {
      facts = SVGAShapeFacts(frame.shapes)
      violations += frame.shapes.flatMap(\.violations)
    }
    isVisible = true
    let features = capabilities.unsupportedFeatures(
      of: facts, opacity: Double(frame.alpha), stretch: Affine(frame.transform).stretch,
      isClipped: !hasBitmap && !frame.clipPath.isEmpty, rounding: rounding)
    return violations + features.descriptions.map { "\($0), which not all players draw alike" }
  }
}

extension SVGAShapeFacts {
  /// Facts of a frame's shapes. Transforms of shapes are not looked at: a rule of their own forbids them.
  init(_ shapes: [SVGAShapeEntity]) {
    self.init()
    for shape in shapes {
      let styles = shape.styles
      if styles.hasFill { addPaint(alpha: Double(styles.fill.a)) }
      guard styles.hasStroke else { continue }
      addPaint(alpha: Double(styles.stroke.a))
      let isDashed = styles.lineDashI != 0 || styles.lineDashIi != 0 || styles.lineDashIii != 0
      addStroke(width: Double(styles.strokeWidth), isDashed: isDashed)
    }
  }
}

extension SVGAShapeEntity {
  /// Violations: what some player of the profile draws differently.
  fileprivate var violations: [String] {
    var violations: [String] = []
    func expect(_ condition: Bool, _ violation: String) { if !condition { violations.append(violation) } }
    expect(!hasTransform, "a shape has a transform, which Android does not apply to strokes")
    switch type {
    case .shape: expect(PathDataGrammar.accepts(shape.d), "an outline is not plain path data")
    case .rect:
      expect(rect.isFinite && rect.width > 0 && rect.height > 0 && rect.cornerRadius >= 0, "a rectangle has no area")
    case .ellipse: expect(ellipse.isFinite && ellipse.radiusX > 0 && ellipse.radiusY > 0, "an ellipse has no area")
    case .keep: break
    case .UNRECOGNIZED(let value): expect(false, "\(value) is no type of shape")
    }
    expect(hasStyles, "a shape has no styles, which iOS fills black")
    expect(!styles.hasFill || styles.fill.a == 1, "a fill is translucent, which Web-Lite does not draw")
    if styles.hasStroke {
      expect(styles.stroke.a == 1, "a stroke is translucent, which Web-Lite does not draw")
      expect(styles.strokeWidth.isFinite && styles.strokeWidth > 0, "a stroke has no width, which Web draws 1 px wide")
      expect(styles.miterLimit.isFinite && styles.miterLimit >= 1, "the miter limit is missing")
    }
    return violations
  }
}

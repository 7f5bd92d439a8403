/// The shapes that a sprite shows, followed from frame to frame through KEEP, and the rules about them.
struct DrawnShapes {
  /// Differences in stroke width between players that are let pass, in pixels of the canvas.
  private static let strokeTolerance: Float = 0.1

  private let profile: SVGAProfile
  private var isVisible = false
  private var count = 0
  private var widestStroke: Float = 0

  init(_ profile: SVGAProfile) { self.profile = profile }

  /// Steps to a visible frame and returns what breaks a rule.
  mutating func follow(_ frame: SVGAFrameEntity) -> [String] {
    var violations: [String] = []
    if frame.shapes.contains(where: { $0.type == .keep }) {
      if !isVisible || count == 0 { violations.append("KEEP does not follow a visible frame with shapes") }
      if frame.shapes.count > 1 { violations.append("KEEP is not the only shape") }
    } else {
      count = frame.shapes.count
      widestStroke = frame.shapes.reduce(0) { $1.styles.hasStroke ? max($0, $1.styles.strokeWidth) : $0 }
      violations += frame.shapes.flatMap(\.violations)
    }
    isVisible = true
    if frame.alpha < 1, count > 1 {
      violations.append("several shapes are translucent; canvas players show each through the other")
    }
    let stretch = frame.transform.stretch
    let difference = stretch.largest - stretch.smallest
    if !profile.stretchesStrokes, widestStroke > 0, difference > 0.02 * stretch.largest,
      widestStroke * difference > Self.strokeTolerance
    {
      violations.append("a stroke is stretched, which Android does not do")
    }
    return violations
  }
}

extension SVGAShapeEntity {
  /// What some player draws otherwise.
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
    expect(styles.lineDashI == 0 && styles.lineDashIi == 0 && styles.lineDashIii == 0, "dashes differ between players")
    if styles.hasStroke {
      expect(styles.stroke.a == 1, "a stroke is translucent, which Web-Lite does not draw")
      expect(styles.strokeWidth.isFinite && styles.strokeWidth > 0, "a stroke has no width, which Web draws 1 px wide")
      expect(styles.miterLimit.isFinite && styles.miterLimit >= 1, "the miter limit is missing")
    }
    return violations
  }
}

extension SVGATransform {
  /// Largest and smallest factor by which a vector is stretched.
  fileprivate var stretch: (largest: Float, smallest: Float) {
    let sum = a * a + b * b + c * c + d * d
    let p = a * a + b * b - c * c - d * d
    let q = a * c + b * d
    let difference = (p * p + 4 * q * q).squareRoot()
    return (((sum + difference) / 2).squareRoot(), (max(0, sum - difference) / 2).squareRoot())
  }
}

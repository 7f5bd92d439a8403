internal import KilnGeometry
internal import KilnSVGAFormat

/// Rewrites shapes into fewer bytes within a precision.
struct ShapeOptimizer {
  /// Precision of outlines.
  private let precision: SpritePrecision
  /// Precision of the shapes' own transforms.
  private let transformPrecision: SpritePrecision
  /// Whether numbers are rounded at all.
  private let isRounding: Bool
  private var known: [Outline: String] = [:]

  /// Path data, and the width of its stroke if it has one.
  private struct Outline: Hashable {
    var text: String
    var strokeWidth: Double?
  }
  /// The shapes of a frame, rewritten.
  private(set) var list: [SVGAShapeEntity] = []

  init(precision: SpritePrecision, transformPrecision: SpritePrecision, isRounding: Bool) {
    self.precision = precision
    self.transformPrecision = transformPrecision
    self.isRounding = isRounding
  }

  /// Rewrites the shapes of a frame. KEEP is dropped: players know it as a frame's first shape only.
  mutating func rewrite(_ shapes: [SVGAShapeEntity], _ texts: inout PathTexts) {
    list = shapes.filter { $0.type != .keep }
    guard isRounding else { return }
    for index in list.indices { list[index] = rewritten(list[index], &texts) }
  }

  private mutating func rewritten(_ shape: SVGAShapeEntity, _ texts: inout PathTexts) -> SVGAShapeEntity {
    var result = SVGAShapeEntity()
    result.type = shape.type
    switch shape.type {
    case .shape:
      let isStroked = shape.hasStyles && shape.styles.hasStroke
      let width = isStroked ? Double(shape.styles.strokeWidth) : nil
      result.shape.d = text(Outline(text: shape.shape.d, strokeWidth: width), &texts)
    case .rect: result.rect = shape.rect
    case .ellipse: result.ellipse = shape.ellipse
    case .keep, .UNRECOGNIZED: return shape
    }
    if shape.hasStyles { result.styles = shape.styles }
    if shape.hasTransform, Affine(shape.transform) != .identity {
      result.transform = transformPrecision.rounded(shape.transform)
    }
    return result
  }

  private mutating func text(_ outline: Outline, _ texts: inout PathTexts) -> String {
    if let known = known[outline] { return known }
    let shortened = precision.shortened(outline.text, strokeWidth: outline.strokeWidth, &texts)
    known[outline] = shortened
    return shortened
  }
}

internal import Geometry
internal import SVGAFormat

/// Rewrites shapes into fewer bytes within a precision.
struct ShapeOptimizer {
  /// Precision of outlines.
  private let precision: SpritePrecision
  /// Precision of the shapes' own transforms.
  private let transformPrecision: SpritePrecision
  /// Whether numbers are rounded at all.
  private let isRounding: Bool
  private var texts: [Outline: String] = [:]

  /// Path data, and the width of its stroke if it has one.
  private struct Outline: Hashable {
    var text: String
    var strokeWidth: Double?
  }
  /// The shapes of a frame; setting them rewrites them. KEEP is dropped: players know it as a frame's first shape only.
  var list: [SVGAShapeEntity] = [] {
    didSet { list = list.filter { $0.type != .keep }.map { isRounding ? rewritten($0) : $0 } }
  }

  init(precision: SpritePrecision, transformPrecision: SpritePrecision, isRounding: Bool) {
    self.precision = precision
    self.transformPrecision = transformPrecision
    self.isRounding = isRounding
  }

  private mutating func rewritten(_ shape: SVGAShapeEntity) -> SVGAShapeEntity {
    var result = SVGAShapeEntity()
    result.type = shape.type
    switch shape.type {
    case .shape:
      let isStroked = shape.hasStyles && shape.styles.hasStroke
      let width = isStroked ? Double(shape.styles.strokeWidth) : nil
      result.shape.d = text(Outline(text: shape.shape.d, strokeWidth: width))
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

  private mutating func text(_ outline: Outline) -> String {
    if let cached = texts[outline] { return cached }
    let shortened = precision.shortened(outline.text, strokeWidth: outline.strokeWidth)
    texts[outline] = shortened
    return shortened
  }
}

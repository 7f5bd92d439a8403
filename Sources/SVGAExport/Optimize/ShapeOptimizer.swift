internal import Geometry
internal import SVGAFormat

/// Rewrites shapes into fewer bytes that look the same.
struct ShapeOptimizer {
  /// Of outlines.
  private let precision: SpritePrecision
  /// Of the shapes' own transforms.
  private let transformPrecision: SpritePrecision
  private var texts: [String: String] = [:]
  /// The shapes of a frame, rewritten as soon as they are set. KEEP counts only in the first place, where it is no shape
  /// of this frame.
  var list: [SVGAShapeEntity] = [] {
    didSet { list = list.filter { $0.type != .keep }.map { rewritten($0) } }
  }

  init(precision: SpritePrecision, transformPrecision: SpritePrecision) {
    self.precision = precision
    self.transformPrecision = transformPrecision
  }

  private mutating func rewritten(_ shape: SVGAShapeEntity) -> SVGAShapeEntity {
    var result = SVGAShapeEntity()
    result.type = shape.type
    switch shape.type {
    case .shape: result.shape.d = text(shape.shape.d)
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

  private mutating func text(_ text: String) -> String {
    if let known = texts[text] { return known }
    let shortened = precision.shortened(text)
    texts[text] = shortened
    return shortened
  }
}

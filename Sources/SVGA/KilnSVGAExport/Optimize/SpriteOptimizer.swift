internal import KilnGeometry
internal import KilnSVGAFormat

/// Rewrites one sprite's frames into fewer bytes within a tolerance.
struct SpriteOptimizer {
  private let sprite: SVGASpriteEntity
  private let options: SVGAExporter.Options
  private var shapes: ShapeOptimizer
  private let precision: SpritePrecision
  private var clips: [String: String] = [:]

  init(_ sprite: SVGASpriteEntity, options: SVGAExporter.Options) {
    self.sprite = sprite
    self.options = options
    let extent = SpriteExtent(sprite)
    // Clips and shapes on one side, their own transforms and those of the frames on the other: three roundings.
    var share = options
    share.tolerance /= extent.hasShapeTransforms ? 3 : 1
    precision = SpritePrecision(extent: extent.farthest, scale: extent.frameScale * extent.shapeScale, options: share)
    share.tolerance /= max(extent.frameScale, 1e-6)
    shapes = ShapeOptimizer(
      precision: precision,
      transformPrecision: SpritePrecision(extent: extent.farthestInShapes, scale: extent.shapeScale, options: share),
      isRounding: options.tolerance > 0)
  }

  /// The sprite in fewer bytes.
  mutating func optimized(_ texts: inout PathTexts) -> SVGASpriteEntity {
    var result = SVGASpriteEntity()
    result.imageKey = sprite.imageKey
    result.matteKey = sprite.matteKey
    result.frames.reserveCapacity(sprite.frames.count)
    var current: [SVGAShapeEntity] = []
    var shown: [SVGAShapeEntity] = []
    for frame in sprite.frames {
      if frame.shapes.first?.type != .keep, frame.shapes != current {
        current = frame.shapes
        shapes.rewrite(current, &texts)
      }
      guard frame.alpha > 0 else {
        // Players forget the shapes over a hidden frame, so KEEP never reaches over one.
        result.frames.append(SVGAFrameEntity())
        shown = []
        continue
      }
      var smaller = self.frame(frame, &texts)
      if !shapes.list.isEmpty {
        smaller.shapes = options.keepsUnchangedShapes && shapes.list == shown ? [.keep] : shapes.list
      }
      result.frames.append(smaller)
      shown = shapes.list
    }
    return result
  }

  /// A frame without its shapes.
  private mutating func frame(_ frame: SVGAFrameEntity, _ texts: inout PathTexts) -> SVGAFrameEntity {
    var result = SVGAFrameEntity()
    let isRounded = options.tolerance > 0
    result.alpha = isRounded ? PlayerAlpha.rounded(frame.alpha) : frame.alpha
    if frame.hasLayout { result.layout = frame.layout }
    if frame.hasTransform {
      result.transform = isRounded ? precision.rounded(frame.transform) : frame.transform
    }
    result.clipPath = isRounded ? clip(frame.clipPath, &texts) : frame.clipPath
    return result
  }

  /// A clip in fewer bytes. It usually equals that of the frame before.
  private mutating func clip(_ text: String, _ texts: inout PathTexts) -> String {
    if let known = clips[text] { return known }
    let shortened = precision.shortened(text, strokeWidth: nil, &texts)
    clips[text] = shortened
    return shortened
  }
}

/// Largest coordinates of a sprite and largest scales of its transforms, which decide the precision of its numbers.
private struct SpriteExtent {
  /// Farthest coordinate of layouts, clips and transformed shapes.
  private(set) var farthest = 0.0
  /// Farthest coordinate of shapes, before their own transforms.
  private(set) var farthestInShapes = 0.0
  private(set) var frameScale = 0.0
  private(set) var shapeScale = 1.0
  private(set) var hasShapeTransforms = false

  init(_ sprite: SVGASpriteEntity) {
    var clip = ""
    for frame in sprite.frames where frame.alpha > 0 {
      let transform = frame.hasTransform ? Affine(frame.transform) : .identity
      if transform.isFinite { frameScale = max(frameScale, transform.stretch.largest) }
      let sides = [Double(frame.layout.width), Double(frame.layout.height)].filter(\.isFinite)
      farthest = max(farthest, sides.max() ?? 0)
      if frame.clipPath != clip {
        clip = frame.clipPath
        farthest = max(farthest, Path(text: clip).bounds.farthestCoordinate)
      }
    }
    var last: [SVGAShapeEntity] = []
    for frame in sprite.frames where frame.shapes != last {
      last = frame.shapes
      for shape in last { add(shape) }
    }
  }

  private mutating func add(_ shape: SVGAShapeEntity) {
    let transform = shape.hasTransform ? Affine(shape.transform) : .identity
    let bounds = shape.outlineBounds
    guard transform.isFinite, bounds.isFinite else { return }
    farthestInShapes = max(farthestInShapes, bounds.farthestCoordinate)
    farthest = max(farthest, transform.apply(bounds).farthestCoordinate)
    if transform != .identity {
      hasShapeTransforms = true
      shapeScale = max(shapeScale, transform.stretch.largest)
    }
  }
}

extension SVGAShapeEntity {
  /// Bounds of the outline, before the shape's transform.
  fileprivate var outlineBounds: Rect {
    switch type {
    case .shape: Path(text: shape.d).bounds
    case .rect:
      Rect(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    case .ellipse:
      Rect(
        minX: Double(ellipse.x - ellipse.radiusX), minY: Double(ellipse.y - ellipse.radiusY),
        maxX: Double(ellipse.x + ellipse.radiusX), maxY: Double(ellipse.y + ellipse.radiusY))
    case .keep, .UNRECOGNIZED: .empty
    }
  }
}

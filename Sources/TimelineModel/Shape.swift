public import Geometry

/// An outline with paint. However much it says, a copy is one reference count.
public struct Shape: Sendable, Hashable {
  /// The geometry. Rectangles and ellipses keep their parameters, because formats can say them shorter.
  public enum Outline: Sendable, Hashable {
    case path(Path)
    case rect(Rect, cornerRadius: Double)
    case ellipse(center: Point, radii: Size)

    /// The outline as a path.
    public var path: Path {
      switch self {
      case .path(let path): path
      case .rect(let rect, let cornerRadius): .rect(rect, cornerRadius: cornerRadius)
      case .ellipse(let center, let radii): .ellipse(center: center, radii: radii)
      }
    }
  }

  /// What all copies share; it never changes.
  private final class Content: Sendable {
    let outline: Outline
    let fill: Fill?
    let stroke: Stroke?
    let transform: Affine

    init(_ outline: Outline, _ fill: Fill?, _ stroke: Stroke?, _ transform: Affine) {
      self.outline = outline
      self.fill = fill
      self.stroke = stroke
      self.transform = transform
    }
  }

  private var content: Content

  /// A shape.
  public init(outline: Outline, fill: Fill? = nil, stroke: Stroke? = nil, transform: Affine = .identity) {
    content = Content(outline, fill, stroke, transform)
  }

  /// The geometry.
  public var outline: Outline {
    get { content.outline }
    set { content = Content(newValue, fill, stroke, transform) }
  }

  /// Painted first.
  public var fill: Fill? {
    get { content.fill }
    set { content = Content(outline, newValue, stroke, transform) }
  }

  /// Painted over the fill.
  public var stroke: Stroke? {
    get { content.stroke }
    set { content = Content(outline, fill, newValue, transform) }
  }

  /// Shape space → sprite space. Strokes are stretched by it.
  public var transform: Affine {
    get { content.transform }
    set { content = Content(outline, fill, stroke, newValue) }
  }

  /// Whether two shapes draw the same.
  public static func == (a: Shape, b: Shape) -> Bool {
    a.content === b.content
      || a.transform == b.transform && a.outline == b.outline && a.fill == b.fill && a.stroke == b.stroke
  }

  /// Feeds all that it says to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(fill)
    hasher.combine(stroke)
    hasher.combine(transform)
  }

  /// Whether every number is finite; a path's and a colour's always are.
  var isFinite: Bool {
    guard transform.isFinite, fill?.paint.isFinite ?? true, stroke?.paint.isFinite ?? true else { return false }
    if let style = stroke?.style {
      guard style.width.isFinite, style.miterLimit.isFinite, style.dashPhase.isFinite,
        style.dashes.allSatisfy({ $0.isFinite })
      else { return false }
    }
    return switch outline {
    case .path: true
    case .rect(let rect, let cornerRadius): rect.isFinite && cornerRadius.isFinite
    case .ellipse(let center, let radii): center.isFinite && radii.width.isFinite && radii.height.isFinite
    }
  }

  /// A rectangle of sprite space that holds everything painted; miters and square caps are counted at their longest.
  public var bounds: Rect { bounds(ofOutline: outlineBounds) }

  /// Holds the outline in sprite space, without the width of its stroke.
  var outlineBounds: Rect { outline.path.bounds(transformedBy: transform) }

  /// The bounds, when those of the outline are known.
  func bounds(ofOutline outlineBounds: Rect) -> Rect {
    var bounds = fill == nil ? Rect.empty : outlineBounds
    if let stroke {
      let reach = stroke.style.width / 2 * max(stroke.style.join == .miter ? stroke.style.miterLimit : 1, 1.5)
      // How far the mapped circle of that radius reaches.
      let reachX = reach * (transform.a * transform.a + transform.c * transform.c).squareRoot()
      let reachY = reach * (transform.b * transform.b + transform.d * transform.d).squareRoot()
      bounds = bounds.union(outlineBounds.outset(x: reachX, y: reachY))
    }
    return bounds
  }
}

/// How the inside of an outline is painted.
public struct Fill: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// What counts as inside.
  public var rule: FillRule

  /// A fill.
  public init(_ paint: Paint, rule: FillRule = .nonZero) {
    self.paint = paint
    self.rule = rule
  }
}

/// How an outline itself is painted.
public struct Stroke: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// Width, caps, joins and dashes, in shape space.
  public var style: StrokeStyle

  /// A stroke.
  public init(_ paint: Paint, style: StrokeStyle) {
    self.paint = paint
    self.style = style
  }
}

/// What covers an area.
public enum Paint: Sendable, Hashable {
  /// One colour.
  case solid(StraightColor)
  /// Colours that change from place to place.
  case gradient(Gradient)

  /// Whether every number is finite; a colour's always are.
  var isFinite: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.isFinite
    }
  }
}

/// A colour in sRGB, not multiplied by its alpha; components 0…1.
public struct StraightColor: Sendable, Hashable, BitwiseCopyable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// 0 is transparent, 1 opaque.
  public var alpha: Double

  /// A colour; components are clamped to 0…1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    func clamped(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
    self.red = clamped(red)
    self.green = clamped(green)
    self.blue = clamped(blue)
    self.alpha = clamped(alpha)
  }

  /// Opaque black.
  public static let black = StraightColor(red: 0, green: 0, blue: 0)
}

/// Shapes from back to front, with the bounds of them all in sprite space.
public struct ShapeList: Sendable, Hashable {
  /// Back to front.
  public let shapes: [Shape]
  /// Holds everything painted.
  public let bounds: Rect
  /// Holds the outlines, without the width of their strokes.
  public let outlineBounds: Rect

  init(_ shapes: [Shape]) {
    self.shapes = shapes
    var bounds = Rect.empty
    var outlineBounds = Rect.empty
    for shape in shapes {
      let outline = shape.outlineBounds
      outlineBounds = outlineBounds.union(outline)
      bounds = bounds.union(shape.bounds(ofOutline: outline))
    }
    self.bounds = bounds
    self.outlineBounds = outlineBounds
  }
}

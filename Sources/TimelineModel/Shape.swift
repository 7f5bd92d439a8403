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
    let style: ShapeStyle
    let transform: Affine

    init(_ outline: Outline, _ style: ShapeStyle, _ transform: Affine) {
      self.outline = outline
      self.style = style
      self.transform = transform
    }
  }

  private var content: Content

  /// A shape.
  public init(outline: Outline, style: ShapeStyle, transform: Affine = .identity) {
    content = Content(outline, style, transform)
  }

  /// A shape with a look of its own.
  public init(outline: Outline, fill: Fill? = nil, stroke: Stroke? = nil, transform: Affine = .identity) {
    self.init(outline: outline, style: ShapeStyle(fill: fill, stroke: stroke), transform: transform)
  }

  /// The geometry.
  public var outline: Outline {
    get { content.outline }
    set { content = Content(newValue, style, transform) }
  }

  /// How it is painted.
  public var style: ShapeStyle {
    get { content.style }
    set { content = Content(outline, newValue, transform) }
  }

  /// Painted first.
  public var fill: Fill? {
    get { content.style.fill }
    set { style = ShapeStyle(fill: newValue, stroke: stroke) }
  }

  /// Painted over the fill.
  public var stroke: Stroke? {
    get { content.style.stroke }
    set { style = ShapeStyle(fill: fill, stroke: newValue) }
  }

  /// Shape space → sprite space. Strokes are stretched by it.
  public var transform: Affine {
    get { content.transform }
    set { content = Content(outline, style, newValue) }
  }

  /// Whether two shapes draw the same.
  public static func == (a: Shape, b: Shape) -> Bool {
    a.content === b.content || a.transform == b.transform && a.style == b.style && a.outline == b.outline
  }

  /// Feeds all that it says to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(style)
    hasher.combine(transform)
  }

  /// Whether every number fits into a 32-bit float.
  var fitsFloat: Bool {
    guard transform.fitsFloat, style.fitsFloat else { return false }
    return switch outline {
    case .path(let path): path.fitsFloat
    case .rect(let rect, let cornerRadius): rect.fitsFloat && cornerRadius.fitsFloat
    case .ellipse(let center, let radii): center.fitsFloat && radii.fitsFloat
    }
  }

  /// A rectangle of sprite space that holds everything painted; miters and square caps are counted at their longest.
  public var bounds: Rect { bounds(ofOutline: outlineBounds) }

  /// Holds the outline in sprite space, without the width of its stroke.
  var outlineBounds: Rect { outline.path.bounds(transformedBy: transform) }

  /// The bounds, when those of the outline are known.
  func bounds(ofOutline outlineBounds: Rect) -> Rect {
    let bounds = style.isFilled ? outlineBounds : .empty
    guard let reach = style.strokeReach else { return bounds }
    // How far the mapped circle of that radius reaches.
    let reachX = reach * (transform.a * transform.a + transform.c * transform.c).squareRoot()
    let reachY = reach * (transform.b * transform.b + transform.d * transform.d).squareRoot()
    return bounds.union(outlineBounds.outset(x: reachX, y: reachY))
  }
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

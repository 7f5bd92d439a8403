public import KilnGeometry

/// An outline with fill and stroke. Copying costs one reference count, because the content is shared.
public struct Shape: Sendable, Hashable {
  /// Geometry of a shape. Rectangles and ellipses keep their parameters, which formats can store more compactly.
  public enum Outline: Sendable, Hashable {
    /// Contours of lines and curves.
    case path(Path)
    /// A rectangle, whose corners may be rounded.
    case rect(Rect, cornerRadius: Double)
    /// An ellipse along the axes.
    case ellipse(center: Point, radii: Size)

    /// The outline converted to a path.
    public var path: Path {
      switch self {
      case .path(let path): path
      case .rect(let rect, let cornerRadius): .rect(rect, cornerRadius: cornerRadius)
      case .ellipse(let center, let radii): .ellipse(center: center, radii: radii)
      }
    }
  }

  /// Immutable content, shared by all copies.
  private final class Content: Sendable {
    let outline: Outline
    let style: ShapeStyle
    let transform: Affine
    let letter: Letter?

    init(_ outline: Outline, _ style: ShapeStyle, _ transform: Affine, letter: Letter?) {
      self.outline = outline
      self.style = style
      self.transform = transform
      self.letter = letter
    }
  }

  private var content: Content

  /// A shape with a style that may be shared with other shapes.
  public init(outline: Outline, style: ShapeStyle, transform: Affine = .identity, letter: Letter? = nil) {
    content = Content(outline, style, transform, letter: letter)
  }

  /// A shape with a style of its own.
  public init(
    outline: Outline, fill: Fill? = nil, stroke: Stroke? = nil, transform: Affine = .identity, letter: Letter? = nil
  ) {
    self.init(outline: outline, style: ShapeStyle(fill: fill, stroke: stroke), transform: transform, letter: letter)
  }

  /// Geometry, in shape space.
  public var outline: Outline {
    get { content.outline }
    set { content = Content(newValue, style, transform, letter: nil) }
  }

  /// Fill and stroke.
  public var style: ShapeStyle {
    get { content.style }
    set { content = Content(outline, newValue, transform, letter: letter) }
  }

  /// Fill, painted below the stroke; nil for none.
  public var fill: Fill? {
    get { content.style.fill }
    set { style = ShapeStyle(fill: newValue, stroke: stroke) }
  }

  /// Stroke, painted over the fill; nil for none.
  public var stroke: Stroke? {
    get { content.style.stroke }
    set { style = ShapeStyle(fill: fill, stroke: newValue) }
  }

  /// Shape space → sprite space. Strokes are mapped by it, too.
  public var transform: Affine {
    get { content.transform }
    set { content = Content(outline, style, newValue, letter: letter) }
  }

  /// The letter that the outline is or belongs to; nil for what is none, and once the outline is changed.
  public var letter: Letter? { content.letter }

  /// Whether all properties are equal.
  public static func == (a: Shape, b: Shape) -> Bool {
    a.content === b.content
      || a.transform == b.transform && a.letter == b.letter && a.style == b.style && a.outline == b.outline
  }

  /// Hashes all properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(style)
    hasher.combine(transform)
    hasher.combine(letter)
  }

  /// Whether every number fits into a 32-bit float.
  var fitsFloat: Bool {
    guard transform.fitsFloat, style.fitsFloat, letter?.size.fitsFloat ?? true else { return false }
    return switch outline {
    case .path(let path): path.fitsFloat
    case .rect(let rect, let cornerRadius): rect.fitsFloat && cornerRadius.fitsFloat
    case .ellipse(let center, let radii): center.fitsFloat && radii.fitsFloat
    }
  }

  /// A rectangle in sprite space that contains everything painted; miters and square caps count with their maximum length.
  public var bounds: Rect { bounds(ofOutline: outlineBounds) }

  /// Bounding box of the outline in sprite space, without stroke width.
  var outlineBounds: Rect { outline.path.bounds(transformedBy: transform) }

  /// The same as `bounds`, given the bounds of the outline.
  func bounds(ofOutline outlineBounds: Rect) -> Rect {
    let bounds = style.isFilled ? outlineBounds : .empty
    guard let reach = style.strokeReach else { return bounds }
    // Half extents of the mapped circle of that radius.
    let reachX = reach * (transform.a * transform.a + transform.c * transform.c).squareRoot()
    let reachY = reach * (transform.b * transform.b + transform.d * transform.d).squareRoot()
    return bounds.union(outlineBounds.outset(x: reachX, y: reachY))
  }
}

/// Shapes from back to front, with their common bounds in sprite space.
public struct ShapeList: Sendable, Hashable {
  /// The shapes, back to front.
  public let shapes: [Shape]
  /// Contains everything painted.
  public let bounds: Rect
  /// Contains the outlines, without stroke width.
  public let outlineBounds: Rect
  /// Whether there are letters on whole pixels, which are drawn up to `Letter.overhang` beside their place.
  public let hasAlignedLetters: Bool

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
    hasAlignedLetters = shapes.contains { $0.letter?.isAligned ?? false }
  }
}

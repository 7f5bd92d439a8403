internal import KilnGeometry
internal import KilnTimeline

/// What two shapes must have in common for one to become the other by keyframes.
struct ShapeSignature: Hashable {
  enum Outline: Hashable {
    case rect, ellipse
    /// Whether each contour is closed.
    case path([Bool])
  }

  enum PaintKind: Hashable {
    case solid
    case linear(stops: Int)
    case radial(stops: Int)

    init(_ paint: Paint) {
      switch paint {
      case .solid: self = .solid
      case .gradient(let gradient):
        switch gradient.geometry {
        case .linear: self = .linear(stops: gradient.stops.count)
        case .radial: self = .radial(stops: gradient.stops.count)
        }
      }
    }
  }

  struct FillKind: Hashable {
    let paint: PaintKind
    let rule: FillRule
  }

  struct StrokeKind: Hashable {
    let paint: PaintKind
    let cap: StrokeStyle.Cap
    let join: StrokeStyle.Join
    let miterLimit: Double
    let dashes: Int
  }

  let outline: Outline
  let fill: FillKind?
  let stroke: StrokeKind?

  /// Nil for a shape that draws nothing.
  init?(_ shape: Shape, contours: [Contour]) {
    fill = shape.fill.map { FillKind(paint: PaintKind($0.paint), rule: $0.rule) }
    if let visible = shape.stroke, visible.style.width > 0 {
      let style = visible.style
      stroke = StrokeKind(
        paint: PaintKind(visible.paint), cap: style.cap, join: style.join,
        miterLimit: style.join == .miter ? style.miterLimit : 0, dashes: style.dashes.count)
    } else {
      stroke = nil
    }
    guard fill != nil || stroke != nil else { return nil }
    switch shape.outline {
    case .rect: outline = .rect
    case .ellipse: outline = .ellipse
    case .path:
      guard !contours.isEmpty else { return nil }
      outline = .path(contours.map(\.isClosed))
    }
  }
}

/// A shape that draws something, with its contours if it is a path.
struct DrawnShape {
  let shape: Shape
  let contours: [Contour]
  let signature: ShapeSignature

  init?(_ shape: Shape) {
    var contours: [Contour] = []
    if case .path(let path) = shape.outline { contours = path.contours.map { Contour($0) } }
    guard let signature = ShapeSignature(shape, contours: contours) else { return nil }
    (self.shape, self.contours, self.signature) = (shape, contours, signature)
  }

  /// Bounds of the outline in shape space.
  var outlineBounds: Rect { shape.outline.path.bounds }
}

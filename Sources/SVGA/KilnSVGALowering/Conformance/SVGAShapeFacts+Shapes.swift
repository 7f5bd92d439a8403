internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension SVGAShapeFacts {
  /// Facts of a timeline's shapes.
  init(_ shapes: [Shape]) {
    self.init()
    for shape in shapes {
      if let fill = shape.fill {
        addPaint(alpha: fill.paint.solidAlpha)
        if fill.rule == .evenOdd { addEvenOddRule() }
      }
      if let stroke = shape.stroke {
        addPaint(alpha: stroke.paint.solidAlpha)
        addStroke(
          width: stroke.style.width, isDashed: !stroke.style.dashes.isEmpty, stretch: shape.transform.stretch)
      }
    }
  }
}

extension Paint {
  /// Alpha of a solid colour; nil for a gradient.
  fileprivate var solidAlpha: Double? {
    switch self {
    case .solid(let color): color.alpha
    case .gradient: nil
    }
  }
}

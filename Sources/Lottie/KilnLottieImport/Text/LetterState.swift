internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// Transform, opacity and paint of a letter at one time.
struct LetterState {
  /// Letter space → layer space.
  var transform: Affine
  /// Opacity, 0…1.
  var opacity: Double
  var paint: LetterPaint
}

/// Fill and stroke of a letter.
struct LetterPaint: Hashable {
  var fill: StraightColor?
  var stroke: StraightColor?
  var strokeWidth = 0.0

  /// Whether anything is painted.
  var isVisible: Bool { fill != nil || stroke != nil && strokeWidth > 0 }

  /// Whether stroke and fill overlap, so that opacity must be applied to both together.
  var overlapsItself: Bool { fill != nil && stroke != nil && strokeWidth > 0 }

  /// An outline with this paint.
  func shape(_ outline: Path, transform: Affine = .identity, letter: Letter? = nil) -> Shape {
    let style = StrokeStyle(width: strokeWidth, cap: .butt, join: .round, miterLimit: 4)
    return Shape(
      outline: .path(outline), fill: fill.map { Fill(.solid($0)) },
      stroke: strokeWidth > 0 ? stroke.map { Stroke(.solid($0), style: style) } : nil, transform: transform,
      letter: letter)
  }

  /// A glyph with this paint: its outline, or else its parts in their own colours.
  func shapes(_ glyph: Glyph, transform: Affine = .identity) -> [Shape] {
    if glyph.layers.isEmpty {
      return glyph.outline.isEmpty ? [] : [shape(glyph.outline, transform: transform, letter: glyph.letter)]
    }
    return glyph.layers.map { layer in
      guard let paint = layer.paint else { return shape(layer.outline, transform: transform, letter: glyph.letter) }
      // Colours of a font take the opacity of the text.
      return Shape(
        outline: .path(layer.outline), fill: Fill(paint.faded(by: fill?.alpha ?? 1)), transform: transform,
        letter: glyph.letter)
    }
  }

  /// The paint with its alpha multiplied by an opacity.
  func faded(by opacity: Double) -> LetterPaint {
    var paint = self
    paint.fill?.alpha *= opacity
    paint.stroke?.alpha *= opacity
    return paint
  }
}

extension Paint {
  /// The paint with its alpha multiplied by an opacity.
  fileprivate func faded(by opacity: Double) -> Paint {
    switch self {
    case .solid(var color):
      color.alpha *= opacity
      return .solid(color)
    case .gradient(var gradient):
      for index in gradient.stops.indices { gradient.stops[index].color.alpha *= opacity }
      return .gradient(gradient)
    }
  }
}

extension StraightColor {
  /// A text's colour, which lottie-web rounds to whole 255ths. (Shapes' colours are rounded down.)
  init(text color: LottieColor) {
    func component(_ index: Int) -> Double { (color[index] * 255 + 0.5).rounded(.down) / 255 }
    self.init(red: component(0), green: component(1), blue: component(2))
  }
}

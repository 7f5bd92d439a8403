internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// Where a letter is at one time, and how it is painted.
struct LetterState {
  /// Letter space → layer space.
  var transform: Affine
  /// 0…1.
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

  /// Whether the opacity of the letter is not that of its parts.
  var overlapsItself: Bool { fill != nil && stroke != nil && strokeWidth > 0 }

  /// An outline with this paint.
  func shape(_ outline: Path, transform: Affine = .identity) -> Shape {
    let style = StrokeStyle(width: strokeWidth, cap: .butt, join: .round, miterLimit: 4)
    return Shape(
      outline: .path(outline), fill: fill.map { Fill(.solid($0)) },
      stroke: strokeWidth > 0 ? stroke.map { Stroke(.solid($0), style: style) } : nil, transform: transform)
  }

  /// The same with another alpha.
  func faded(by opacity: Double) -> LetterPaint {
    var paint = self
    paint.fill?.alpha *= opacity
    paint.stroke?.alpha *= opacity
    return paint
  }
}

extension StraightColor {
  /// A text's colour, which lottie-web rounds to whole 255ths. (Shapes' colours are rounded down.)
  init(text color: LottieColor) {
    func component(_ index: Int) -> Double { (color[index] * 255 + 0.5).rounded(.down) / 255 }
    self.init(red: component(0), green: component(1), blue: component(2))
  }
}

public import Geometry

/// `t` of a text layer.
public struct LottieText: Sendable {
  /// `d.k`: what the text says and looks like, in the order of time.
  public var documents: [LottieTextKeyframe]
  /// `p`, if the text runs along a mask.
  public var path: LottieTextPath?
  /// `m.g`: characters that share an anchor.
  public var grouping: LottieTextGrouping
  /// `m.a`: where in its group a character's anchor is, in percent.
  public var groupAlignment: LottieProperty<LottieVector>
  /// `a`: what moves and changes single characters.
  public var animators: [LottieTextAnimator]
}

/// `d.k[i]`.
public struct LottieTextKeyframe: Sendable {
  /// `t`: the first frame at which the document counts.
  public var time: Double
  /// `s`.
  public var document: LottieTextDocument
}

/// `d.k[i].s`: a text with its looks.
public struct LottieTextDocument: Sendable {
  /// `j`. Any other number, such as those of justified text, means left.
  public enum Justification: Int, Sendable {
    case left = 0
    case right = 1
    case center = 2
  }

  /// `t`. Lines end with U+000D or U+0003.
  public var text: String
  /// `f`: the font's name in `fonts`.
  public var font: String
  /// `s`: the font's size in pixels.
  public var size: Double
  /// `fc`; nil for no fill.
  public var fill: LottieColor?
  /// `sc`; nil for no stroke.
  public var stroke: LottieColor?
  /// `sw` in pixels.
  public var strokeWidth: Double
  /// `of`: the stroke is below the fill if this is false.
  public var isStrokeOverFill: Bool?
  /// `j`.
  public var justification: Justification
  /// `j` as the file says it.
  public var justificationCode: Int
  /// `tr` in thousandths of the size.
  public var tracking: Double
  /// `lh` in pixels; 0 for the size times 1.2.
  public var lineHeight: Double
  /// `ls` in pixels, upwards.
  public var baselineShift: Double
  /// `sz`: the box that lines are broken to fit in.
  public var boxSize: Size?
  /// `ps`: the box's top left corner.
  public var boxPosition: Point?
  /// `ca`: 0 for characters as they are, 1 for capitals, 2 for small capitals.
  public var capitals: Int
}

/// `m.g`.
public enum LottieTextGrouping: Int, Sendable {
  case characters = 1
  case words = 2
  case lines = 3
  case all = 4
}

/// `p` of a text with a mask to run along.
public struct LottieTextPath: Sendable {
  /// `m`: position in the layer's masks.
  public var mask: Int
  /// `f`: distance from the path's start to the text, in pixels.
  public var firstMargin: LottieProperty<Double>
  /// `l`: distance from the text to the path's end, in pixels.
  public var lastMargin: LottieProperty<Double>
  /// `a` is not 0: the characters are spread over the whole path.
  public var forcesAlignment: LottieProperty<Double>
  /// `p` is not 0: the characters turn with the path.
  public var isPerpendicular: LottieProperty<Double>
  /// `r` is not 0: the text runs from the path's end.
  public var isReversed: LottieProperty<Double>
}

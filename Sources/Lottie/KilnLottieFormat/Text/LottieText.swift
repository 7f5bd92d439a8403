public import KilnGeometry

/// The text of a text layer, `t`.
public struct LottieText: Sendable {
  /// `d.k`: the text documents in ascending order of time.
  public var documents: [LottieTextKeyframe]
  /// `d.x`: what computes the text of the documents; nil for most texts.
  public var expression: LottieExpression?
  /// `p`: the mask along which the text runs; nil for lines.
  public var path: LottieTextPath?
  /// `m.g`: characters that share an anchor.
  public var grouping: LottieTextGrouping
  /// `m.a`: where in its group a character's anchor is, in percent.
  public var groupAlignment: LottieProperty<LottieVector>
  /// `a`: changes of characters, in the order of their application.
  public var animators: [LottieTextAnimator]
}

/// A keyframe of the text document, `d.k[i]`.
public struct LottieTextKeyframe: Sendable {
  /// `t`: first frame of the document.
  public var time: Double
  /// `s`: the document, unchanged until the next keyframe.
  public var document: LottieTextDocument

  /// A document from a frame on.
  public init(time: Double, document: LottieTextDocument) {
    self.time = time
    self.document = document
  }
}

/// A text with its style, `d.k[i].s`.
public struct LottieTextDocument: Sendable {
  /// Alignment of lines, `j`. Any other number, such as those of justified text, means left.
  public enum Justification: Int, Sendable {
    /// Lines begin at the same place.
    case left = 0
    /// Lines end at the same place.
    case right = 1
    /// Lines have the same middle.
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
  /// `sw`: stroke width in pixels.
  public var strokeWidth: Double
  /// `of`: the stroke is below the fill if this is false.
  public var isStrokeOverFill: Bool?
  /// `j`; `left` for an unknown number.
  public var justification: Justification
  /// `j` as the file says it.
  public var justificationCode: Int
  /// `tr`: additional distance of characters, in thousandths of the size; nil if one of several documents lacks it.
  public var tracking: Double?
  /// `lh`: distance of baselines in pixels; 0 for 1.2 times the size.
  public var lineHeight: Double
  /// `ls`: shift of the baseline in pixels, upwards.
  public var baselineShift: Double
  /// `sz`: the box that lines are broken to fit in.
  public var boxSize: Size?
  /// `ps`: the box's top left corner.
  public var boxPosition: Point?
  /// `ca`: 0 for characters as they are, 1 for capitals, 2 for small capitals.
  public var capitals: Int
}

/// Groups of characters that share an anchor point, `m.g`.
public enum LottieTextGrouping: Int, Sendable {
  /// Each character has its own.
  case characters = 1
  /// Those of a word.
  case words = 2
  /// Those of a line.
  case lines = 3
  /// All of the text.
  case all = 4
}

/// The path of a text, `p`.
public struct LottieTextPath: Sendable {
  /// `m`: index in the layer's masks.
  public var mask: Int
  /// `f`: distance from the path's start to the text, in pixels.
  public var firstMargin: LottieProperty<Double>
  /// `l`: distance from the text to the path's end, in pixels.
  public var lastMargin: LottieProperty<Double>
  /// `a`: if not 0, the characters are spread over the whole path.
  public var forcesAlignment: LottieProperty<Double>
  /// `p`: if not 0, the characters are rotated with the path.
  public var isPerpendicular: LottieProperty<Double>
  /// `r`: if not 0, the text runs from the path's end.
  public var isReversed: LottieProperty<Double>
}

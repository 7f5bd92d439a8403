public import KilnGeometry

/// Gradient fill, `gf`.
public struct GradientFillItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// Geometry and colour stops.
  public var gradient: LottieGradient
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `r`: fill rule.
  public var rule: FillRule
}

/// Gradient stroke, `gs`.
public struct GradientStrokeItem: Sendable {
  /// Name, visibility, blend mode and position in the file.
  public var head: ItemHead
  /// Geometry and colour stops.
  public var gradient: LottieGradient
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// Width, caps, joins and dashes.
  public var line: LottieLine
}

/// A linear, radial or conic gradient.
public struct LottieGradient: Sendable {
  /// Whether `t` is 1; any other type is radial.
  public var isLinear: Bool
  /// Whether `t` is 3: the colours run around the centre. lottie-web draws it as a radial one.
  public var isConic: Bool
  /// `s`: the start point of a linear gradient, the centre of a radial one.
  public var start: LottieProperty<LottieVector>
  /// `e`: the end point of a linear gradient, a point on the circle of a radial one.
  public var end: LottieProperty<LottieVector>
  /// `h`: distance of the focus from the centre, in percent of the radius.
  public var highlightLength: LottieProperty<Double>
  /// `a`: direction of the focus, in degrees from the direction of `end`.
  public var highlightAngle: LottieProperty<Double>
  /// `g.p`: number of colour stops.
  public var colorCount: Int
  /// `g.k`: offset, red, green and blue of each colour stop, then offset and alpha of each opacity stop.
  public var stops: LottieProperty<LottieNumbers>
}

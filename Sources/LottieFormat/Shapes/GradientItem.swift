public import Geometry

/// `gf`.
public struct GradientFillItem: Sendable {
  /// Name and place.
  public var head: ItemHead
  /// The colours.
  public var gradient: LottieGradient
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// `r`.
  public var rule: FillRule
}

/// `gs`.
public struct GradientStrokeItem: Sendable {
  /// Name and place.
  public var head: ItemHead
  /// The colours.
  public var gradient: LottieGradient
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// Width, corners and dashes.
  public var line: LottieLine
}

/// Colours along a line or around a centre.
public struct LottieGradient: Sendable {
  /// `t` is 1; any other type is radial.
  public var isLinear: Bool
  /// `s`: the start, or the centre.
  public var start: LottieProperty<LottieVector>
  /// `e`: the end, or a point of the circle.
  public var end: LottieProperty<LottieVector>
  /// `h`: how far the highlight is from the centre, in percent of the radius.
  public var highlightLength: LottieProperty<Double>
  /// `a`: the highlight's direction, in degrees from the line to the end.
  public var highlightAngle: LottieProperty<Double>
  /// `g.p`: number of colour stops.
  public var colorCount: Int
  /// `g.k`: offset, red, green and blue of each colour stop, then offset and alpha of each opacity stop.
  public var stops: LottieProperty<LottieNumbers>
}

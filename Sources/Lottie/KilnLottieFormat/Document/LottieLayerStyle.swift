/// Layer style, an element of a layer's `sy`, as Bodymovin writes it.
public struct LottieLayerStyle: Sendable {
  /// The kinds that the specification names, with the members that are read.
  public enum Kind: Sendable {
    /// `ty` 0: a line around the layer.
    case stroke(size: LottieProperty<Double>, color: LottieProperty<LottieColor>)
    /// `ty` 1: a shadow below the layer.
    indirect case dropShadow(LottieStyleShadow)
    /// `ty` 7: a colour over the layer, its opacity in percent.
    case colorOverlay(LottieProperty<LottieColor>, opacity: LottieProperty<Double>)
    /// `ty` 8: a gradient over the layer.
    indirect case gradientOverlay(LottieGradientOverlay)
    /// Another kind, by its number.
    case other(Int)
  }

  /// `ty` and the members that depend on it.
  public var kind: Kind
  /// `bm`: number of the blend mode in After Effects' own list, in which 1 is normal; nil if missing.
  public var blendMode: Int?
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int
}

/// Members of a drop shadow.
public struct LottieStyleShadow: Sendable {
  /// `c`: colour of the shadow, components 0…1.
  public var color: LottieProperty<LottieColor>
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `a`: direction that the light comes from, in degrees counterclockwise from the right.
  public var angle: LottieProperty<Double>
  /// `d`: distance from the layer in pixels.
  public var distance: LottieProperty<Double>
  /// `s`: width of the blur in pixels.
  public var size: LottieProperty<Double>
  /// `ch`: share of the blur that is solid, in percent.
  public var spread: LottieProperty<Double>
}

/// Members of a gradient overlay.
public struct LottieGradientOverlay: Sendable {
  /// Arrangements of the colours, by After Effects' numbers.
  public enum Form: Int, Sendable {
    /// From one side to the other.
    case linear = 1
    /// From the centre in all directions.
    case radial = 2
    /// Along one turn around the centre.
    case angle = 3
    /// From the centre line to both sides.
    case reflected = 4
    /// From the centre to the sides of a square on its corner.
    case diamond = 5
  }

  /// `gt`; linear if missing or unknown.
  public var form: Form
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `gf.p`: number of colour stops.
  public var colorCount: Int
  /// `gf.k`: the stops, as a gradient's `g.k`.
  public var stops: LottieProperty<LottieNumbers>
  /// `a`: direction of the colours, in degrees counterclockwise from the right.
  public var angle: LottieProperty<Double>
  /// `s`: length in percent of the layer's extent in that direction.
  public var scale: LottieProperty<Double>
  /// `of`: translation of the centre in percent of the layer's size.
  public var offset: LottieProperty<LottieVector>
  /// `re`: whether the colours run the other way.
  public var isReversed: Bool
  /// `al`: whether the gradient spans the layer, not the composition.
  public var isAligned: Bool
}

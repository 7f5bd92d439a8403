/// `layers[i]`.
public struct LottieLayer: Sendable {
  /// What the layer shows.
  public enum Content: Sendable {
    /// `ty` 0: the layers of an asset, cut to `width` × `height`.
    case precomposition(asset: String, width: Double, height: Double, timeRemap: LottieProperty<Double>?)
    /// `ty` 1: a rectangle of one colour.
    case solid(width: Double, height: Double, color: LottieColor)
    /// `ty` 2: a picture.
    case image(asset: String)
    /// `ty` 3: nothing; other layers move with it.
    case null
    /// `ty` 4: shapes.
    case shapes([ShapeItem])
    /// `ty` 5: text.
    case text(LottieText)
    /// `ty` 6: sound.
    case audio
    /// Another type, by its number.
    case other(Int)
  }

  /// `ind`: what `parent` refers to.
  public var index: Int?
  /// `parent`: the layer whose transform this one follows.
  public var parent: Int?
  /// `nm`.
  public var name: String
  /// `ip`, in frames of the composition; nil if missing.
  public var inPoint: Double?
  /// `op`; nil if missing.
  public var outPoint: Double?
  /// `st`: when a precomposition's own time starts.
  public var startTime: Double
  /// `sr`: by how much a precomposition's own time is stretched.
  public var stretch: Double
  /// `ks`.
  public var transform: LottieTransform
  /// `ao`: the layer turns in the direction of its motion.
  public var isAutoOriented: Bool
  /// `hd`.
  public var isHidden: Bool
  /// `bm`: 0 is normal.
  public var blendMode: Int
  /// `tt`: the layer is cut by another one.
  public var matteMode: Int?
  /// `tp`: the layer that cuts this one; nil for the one above.
  public var matteParent: Int?
  /// `td`: the layer cuts others and is not drawn itself.
  public var isMatteSource: Bool
  /// `masksProperties` if `hasMask` is set, those without effect too.
  public var masks: [LottieMask]
  /// `ef`.
  public var effects: [LottieEffect]
  /// `sy`: number of layer styles.
  public var styleCount: Int
  /// What it shows.
  public var content: Content
  /// Place in the tree.
  public var node: Int
}

/// `ks` of a layer or `tr` of a group.
public struct LottieTransform: Sendable {
  /// How the position is given.
  public enum Position: Sendable {
    /// One property of two or three components.
    case combined(LottieProperty<LottieVector>)
    /// A property a component.
    case split(x: LottieProperty<Double>, y: LottieProperty<Double>, z: LottieProperty<Double>)
  }

  /// `a`.
  public var anchor: LottieProperty<LottieVector>
  /// `p`.
  public var position: Position
  /// `s` in percent.
  public var scale: LottieProperty<LottieVector>
  /// `r`, or `rz` of a layer in space, in degrees clockwise.
  public var rotation: LottieProperty<Double>
  /// `rx`, `ry` and `or` of a layer in space.
  public var spatial: SpatialRotation?
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// `sk` in degrees.
  public var skew: LottieProperty<Double>
  /// `sa` in degrees.
  public var skewAxis: LottieProperty<Double>
  /// Place in the tree.
  public var node: Int

  /// Rotations out of the plane, in degrees.
  public struct SpatialRotation: Sendable {
    /// `rx`.
    public var x: LottieProperty<Double>
    /// `ry`.
    public var y: LottieProperty<Double>
    /// `or`.
    public var orientation: LottieProperty<LottieVector>
  }
}

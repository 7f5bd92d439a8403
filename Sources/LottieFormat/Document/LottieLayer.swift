/// `layers[i]`.
///
/// A class, because a copy of all its properties costs as much as a look at them.
public final class LottieLayer: Sendable {
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
    indirect case text(LottieText)
    /// `ty` 6: sound.
    case audio
    /// Another type, by its number.
    case other(Int)
  }

  /// `ind`: what `parent` refers to.
  public let index: Int?
  /// `parent`: the layer whose transform this one follows.
  public let parent: Int?
  /// `nm`.
  public let name: String
  /// `ip`, in frames of the composition; nil if missing.
  public let inPoint: Double?
  /// `op`; nil if missing.
  public let outPoint: Double?
  /// `st`: when a precomposition's own time starts.
  public let startTime: Double
  /// `sr`: by how much a precomposition's own time is stretched.
  public let stretch: Double
  /// `ks`.
  public let transform: LottieTransform
  /// `ao`: the layer turns in the direction of its motion.
  public let isAutoOriented: Bool
  /// `hd`.
  public let isHidden: Bool
  /// `bm`: 0 is normal.
  public let blendMode: Int
  /// `tt`: the layer is cut by another one.
  public let matteMode: Int?
  /// `tp`: the layer that cuts this one; nil for the one above.
  public let matteParent: Int?
  /// `td`: the layer cuts others and is not drawn itself.
  public let isMatteSource: Bool
  /// `masksProperties` unless `hasMask` is there and false; those without effect too.
  public let masks: [LottieMask]
  /// `ef`.
  public let effects: [LottieEffect]
  /// `sy`: number of layer styles.
  public let styleCount: Int
  /// What it shows.
  public let content: Content
  /// Position among the layers of its composition, as in the file.
  public let position: Int
  /// Place in the tree.
  public let node: Int

  init(
    index: Int?, parent: Int?, name: String, inPoint: Double?, outPoint: Double?, startTime: Double, stretch: Double,
    transform: LottieTransform, isAutoOriented: Bool, isHidden: Bool, blendMode: Int, matteMode: Int?,
    matteParent: Int?, isMatteSource: Bool, masks: [LottieMask], effects: [LottieEffect], styleCount: Int,
    content: Content, position: Int, node: Int
  ) {
    self.index = index
    self.parent = parent
    self.name = name
    self.inPoint = inPoint
    self.outPoint = outPoint
    self.startTime = startTime
    self.stretch = stretch
    self.transform = transform
    self.isAutoOriented = isAutoOriented
    self.isHidden = isHidden
    self.blendMode = blendMode
    self.matteMode = matteMode
    self.matteParent = matteParent
    self.isMatteSource = isMatteSource
    self.masks = masks
    self.effects = effects
    self.styleCount = styleCount
    self.content = content
    self.position = position
    self.node = node
  }
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

  /// Rotations out of the plane, in degrees. A class, because few layers have them.
  public final class SpatialRotation: Sendable {
    /// `rx`.
    public let x: LottieProperty<Double>
    /// `ry`.
    public let y: LottieProperty<Double>
    /// `or`.
    public let orientation: LottieProperty<LottieVector>

    init(x: LottieProperty<Double>, y: LottieProperty<Double>, orientation: LottieProperty<LottieVector>) {
      self.x = x
      self.y = y
      self.orientation = orientation
    }
  }
}

/// Layer, an element of `layers`.
///
/// A class, because a copy of its many properties costs as much as reading them.
public final class LottieLayer: Sendable {
  /// The type of a layer, with the members of that type.
  public enum Content: Sendable {
    /// `ty` 0: the layers of an asset, cut to `width` × `height`.
    case precomposition(asset: String, width: Double, height: Double, timeRemap: LottieProperty<Double>?)
    /// `ty` 1: a rectangle of one colour with straight alpha.
    case solid(width: Double, height: Double, color: LottieColor)
    /// `ty` 2: an image asset.
    case image(asset: String)
    /// `ty` 3: shows nothing; a parent for other layers.
    case null
    /// `ty` 4: the items of `shapes`, topmost first.
    case shapes([ShapeItem])
    /// `ty` 5: a text.
    indirect case text(LottieText)
    /// `ty` 6: a sound.
    indirect case audio(LottieSound)
    /// Another type, by its number.
    case other(Int)
  }

  /// `ind`: what `parent` refers to.
  public let index: Int?
  /// `parent`: the layer whose transform this one follows.
  public let parent: Int?
  /// `nm`; empty if missing.
  public let name: String
  /// `ip`, in frames of the composition; nil if missing.
  public let inPoint: Double?
  /// `op`, in frames of the composition; nil if missing.
  public let outPoint: Double?
  /// `st`: frame of the composition at which a precomposition's own time is 0.
  public let startTime: Double
  /// Missing keys out of `st`, `ip` and `op`. lottie-web never shows a layer without one of them.
  public let missingTimes: [String]
  /// `sr`: frames of the composition for each frame of a precomposition; not 0.
  public let stretch: Double
  /// `ks`: transform and opacity.
  public let transform: LottieTransform
  /// `ao`: the layer is rotated along its motion path.
  public let isAutoOriented: Bool
  /// `hd`: the layer is not drawn.
  public let isHidden: Bool
  /// `bm`: blend mode, 0 for normal.
  public let blendMode: Int
  /// `tt`: track matte mode; nil for none.
  public let matteMode: Int?
  /// `tp`: `index` of the layer that is the matte; nil for the layer above.
  public let matteParent: Int?
  /// `td`: the layer is a matte and is not drawn itself.
  public let isMatteSource: Bool
  /// `masksProperties` unless `hasMask` is false; also those of mode `none`.
  public let masks: [LottieMask]
  /// `ef` in the order of their application.
  public let effects: [LottieEffect]
  /// `sy`: layer styles, in the order of the file.
  public let styles: [LottieLayerStyle]
  /// `ty` and the members that depend on it.
  public let content: Content
  /// Position among the layers of its composition, as in the file.
  public let position: Int
  /// Index of the object in the file's JSON tree, for findings.
  public let node: Int

  init(
    index: Int?, parent: Int?, name: String, inPoint: Double?, outPoint: Double?, startTime: Double,
    missingTimes: [String], stretch: Double, transform: LottieTransform, isAutoOriented: Bool, isHidden: Bool,
    blendMode: Int, matteMode: Int?,
    matteParent: Int?, isMatteSource: Bool, masks: [LottieMask], effects: [LottieEffect], styles: [LottieLayerStyle],
    content: Content, position: Int, node: Int
  ) {
    self.index = index
    self.parent = parent
    self.name = name
    self.inPoint = inPoint
    self.outPoint = outPoint
    self.startTime = startTime
    self.missingTimes = missingTimes
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
    self.styles = styles
    self.content = content
    self.position = position
    self.node = node
  }
}

/// `ks` of a layer or `tr` of a group.
public struct LottieTransform: Sendable {
  /// A position in one property or in one for each component, in pixels.
  public enum Position: Sendable {
    /// One property of two or three components.
    case combined(LottieProperty<LottieVector>)
    /// One property for each component.
    case split(x: LottieProperty<Double>, y: LottieProperty<Double>, z: LottieProperty<Double>)
  }

  /// `a`: anchor point in the layer's space, in pixels.
  public var anchor: LottieProperty<LottieVector>
  /// `p`: position of the anchor point in the parent's space.
  public var position: Position
  /// `s`: scale in percent.
  public var scale: LottieProperty<LottieVector>
  /// `r`, or `rz` of a layer in space, in degrees clockwise.
  public var rotation: LottieProperty<Double>
  /// `rx`, `ry` and `or`; nil for a layer in the plane.
  public var spatial: SpatialRotation?
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `sk`: skew in degrees.
  public var skew: LottieProperty<Double>
  /// `sa`: direction of the skew in degrees.
  public var skewAxis: LottieProperty<Double>
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int

  /// Rotations out of the plane, in degrees. A class, because few layers have them.
  public final class SpatialRotation: Sendable {
    /// `rx`: about the x axis.
    public let x: LottieProperty<Double>
    /// `ry`: about the y axis.
    public let y: LottieProperty<Double>
    /// `or`: about x, y and z, applied after the rotations.
    public let orientation: LottieProperty<LottieVector>

    init(x: LottieProperty<Double>, y: LottieProperty<Double>, orientation: LottieProperty<LottieVector>) {
      self.x = x
      self.y = y
      self.orientation = orientation
    }
  }
}

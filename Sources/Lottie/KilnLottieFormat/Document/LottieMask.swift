public import KilnGeometry

/// Mask, an element of `masksProperties`: a path that limits the visible part of its layer.
public struct LottieMask: Sendable {
  /// Operation that combines a mask with those before it.
  public enum Mode: String, Sendable {
    /// The mask has no effect.
    case none = "n"
    /// Union with the masks before it.
    case add = "a"
    /// The masks before it without this one; of the first mask everything without it.
    case subtract = "s"
    /// Intersection with the masks before it.
    case intersect = "i"
    /// The larger value of this mask and those before it.
    case lighten = "l"
    /// The smaller value of this mask and those before it.
    case darken = "d"
    /// The absolute difference of this mask and those before it.
    case difference = "f"
  }

  /// `nm`; empty if missing.
  public var name: String
  /// `mode`; `add` if missing or unknown.
  public var mode: Mode
  /// `pt`: the contour in the layer's space.
  public var path: LottieProperty<Contour>
  /// `o`: opacity in percent.
  public var opacity: LottieProperty<Double>
  /// `x`: distance by which the path is expanded, in pixels of the layer; negative values contract it.
  public var expansion: LottieProperty<Double>
  /// `inv`: the outside of the path is visible instead of its inside.
  public var isInverted: Bool
  /// `f`: horizontal and vertical width of the soft edge, in pixels of the layer.
  public var feather: LottieProperty<LottieVector>
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int

  /// Whether the feather is not always 0.
  public var isFeathered: Bool { feather.isAnimated || feather.value != .zero }
}

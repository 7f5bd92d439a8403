public import Geometry

/// `masksProperties[i]`: a path that decides how much of its layer is seen.
public struct LottieMask: Sendable {
  /// `mode`.
  public enum Mode: String, Sendable {
    /// The mask has no effect.
    case none = "n"
    /// More is seen.
    case add = "a"
    /// Less is seen.
    case subtract = "s"
    /// Only what other masks show, too, is seen.
    case intersect = "i"
    case lighten = "l"
    case darken = "d"
    case difference = "f"
  }

  /// `nm`.
  public var name: String
  /// How the mask combines with those before it.
  public var mode: Mode
  /// `pt`, in the layer's space.
  public var path: LottieProperty<Contour>
  /// `o` in percent.
  public var opacity: LottieProperty<Double>
  /// `x`: by how much the path grows, in pixels of the layer.
  public var expansion: LottieProperty<Double>
  /// `inv`: the outside counts.
  public var isInverted: Bool
  /// `f`: how far the edge is blurred, in pixels of the layer.
  public var feather: LottieProperty<LottieVector>
  /// Place in the tree.
  public var node: Int

  /// Whether the edge is soft at some time.
  public var isFeathered: Bool { feather.isAnimated || feather.value != .zero }
}

public import Geometry

/// `ef[i]` of a layer.
public struct LottieEffect: Sendable {
  /// `ef[i].ef[j]`: a parameter's value, in the file's units.
  public enum Parameter: Sendable {
    /// A slider, an angle in degrees, a checkbox (0 or 1), a choice, a layer's `ind`, a mask's number.
    case number(LottieProperty<Double>)
    /// `ty` 2; 0…1.
    case color(LottieProperty<LottieColor>)
    /// `ty` 3.
    case point(LottieProperty<LottieVector>)
    /// A group's end, or something that nobody reads.
    case none
  }

  /// `ty`.
  public var type: Int
  /// `nm`.
  public var name: String
  /// `en` is not 0.
  public var isEnabled: Bool
  /// `ef`, which effects read by position.
  public var parameters: [Parameter]
  /// `fs`: the region of a drop shadow in shares of its layer's bounding box; nil if missing.
  public var region: Rect?
  /// Place in the tree.
  public var node: Int
}

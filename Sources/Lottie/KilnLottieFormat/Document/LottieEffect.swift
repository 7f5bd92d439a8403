public import KilnGeometry

/// Effect, an element of a layer's `ef`.
public struct LottieEffect: Sendable {
  /// A parameter's value in the file's units, `ef[i].ef[j].v`.
  public enum Parameter: Sendable {
    /// A slider, an angle in degrees, a checkbox (0 or 1), a choice, a layer's `ind`, a mask's number.
    case number(LottieProperty<Double>)
    /// `ty` 2: a colour, 0…1.
    case color(LottieProperty<LottieColor>)
    /// `ty` 3: a point in pixels of the layer.
    case point(LottieProperty<LottieVector>)
    /// The end of a group of parameters, or an unknown type.
    case none
  }

  /// `ty`: the kind of effect.
  public var type: Int
  /// `nm`; empty if missing.
  public var name: String
  /// Whether it draws nothing and holds values for expressions: a control of After Effects, or of a plug-in. They have the
  /// `ty` 5, which effects have, too, that Bodymovin does not know; `mn` tells them apart.
  public var isControl: Bool
  /// Whether `en` is not 0.
  public var isEnabled: Bool
  /// `ef`; their meaning depends on their position.
  public var parameters: [Parameter]
  /// `fs`: the region of a drop shadow in shares of its layer's bounding box; nil if missing.
  public var region: Rect?
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int
}

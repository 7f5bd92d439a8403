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

  /// `fs`: the region of a drop shadow as shares of its layer's bounding box.
  public struct Region: Sendable {
    /// Left edge.
    public var x: Double
    /// Top edge.
    public var y: Double
    /// Extent to the right.
    public var width: Double
    /// Extent downwards.
    public var height: Double

    /// A region.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// `ty`.
  public var type: Int
  /// `nm`.
  public var name: String
  /// `en` is not 0.
  public var isEnabled: Bool
  /// `ef`, which effects read by position.
  public var parameters: [Parameter]
  /// `fs`; nil if missing.
  public var region: Region?
  /// Place in the tree.
  public var node: Int
}

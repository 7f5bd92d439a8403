internal import Rasterizer
public import TimelineModel

extension StraightColor {
  /// Luminance of the sRGB components, 0…1, as luma mattes count it.
  public var luminance: Double {
    LuminanceWeight.red * red + LuminanceWeight.green * green + LuminanceWeight.blue * blue
  }
}

internal import KilnRasterizer
public import KilnTimeline

extension StraightColor {
  /// Luminance of the sRGB components, 0…1, as used by luma mattes; alpha is ignored.
  public var luminance: Double {
    LuminanceWeight.red * red + LuminanceWeight.green * green + LuminanceWeight.blue * blue
  }

  /// Red, green, blue and alpha, 0…1.
  package var rgba: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}

/// Tolerance for the width of a stroke under uneven scale: up to this difference it counts as a single width.
public enum SVGAStrokeTolerance {
  /// Share of the larger scale; it covers the error of transforms that are products of rotations.
  public static let relative = 1e-3
  /// Difference of the stroke's widths in pixels of the canvas; the exporter's rounding moves outlines as far.
  public static let pixels = 0.05
  /// Rounding, which moves a point by one unit at most, moves the widths of a stroke apart by fewer than this: by 4/3
  /// through the coefficients of the transform, because bounds reach beyond an outline by 3/4 of the width of its
  /// stroke, and by 3/4 through the width itself.
  private static let roundingFactor = 3.0

  /// Whether a stroke counts as evenly scaled.
  ///
  /// - Parameters:
  ///   - width: Width before scaling; infinity asks for the relative tolerance alone.
  ///   - stretch: Largest and smallest scale, such that widths after scaling are in pixels of the canvas.
  ///   - rounding: Maximum distance by which rounding of numbers moved a point, in pixels of the canvas.
  public static func accepts(
    width: Double, stretch: (largest: Double, smallest: Double), rounding: Double = 0
  ) -> Bool {
    let difference = stretch.largest - stretch.smallest
    if difference <= relative * stretch.largest { return true }
    // The smallest coefficient is not rounded, but put in place of 0.
    let allowance = rounding > 0 ? roundingFactor * rounding + 2 * width * SVGAPlayers.smallestCoefficient : 0
    return width * difference <= pixels + allowance
  }
}

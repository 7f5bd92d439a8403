internal import KilnGeometry
internal import KilnRasterizer
internal import KilnTimeline

extension Paint {
  /// The paint converted for the rasterizer.
  ///
  /// - Parameters:
  ///   - opacity: Factor on alpha, 0…1.
  ///   - transform: shape space → pixels.
  func brush(opacity: Double, transform: Affine, _ tables: inout GradientTables) -> Rasterizer.Paint {
    switch self {
    case .solid(let color): .color(color.premultiplied(opacity: opacity))
    case .gradient(let gradient):
      .gradient(
        GradientShader(gradient.geometry, tables.table(gradient.stops), opacity: opacity), transform)
    }
  }
}

extension StraightColor {
  /// The colour with its alpha multiplied by an opacity 0…1, premultiplied.
  func premultiplied(opacity: Double) -> PremultipliedColor {
    PremultipliedColor(red: red, green: green, blue: blue, alpha: alpha * opacity)
  }
}

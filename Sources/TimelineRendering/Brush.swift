internal import Geometry
internal import Rasterizer
internal import TimelineModel

extension Paint {
  /// The paint made ready for the rasterizer.
  ///
  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - transform: shape space → pixels.
  func brush(opacity: Double, transform: Affine, _ tables: inout GradientTables) -> Rasterizer.Paint {
    switch self {
    case .solid(let color): .color(color.premultiplied(opacity: opacity))
    case .gradient(let gradient):
      .gradient(
        GradientShader(gradient.course.shaderCourse, tables.table(gradient.stops), opacity: opacity), transform)
    }
  }
}

extension StraightColor {
  /// The colour at an opacity, 0…1.
  func premultiplied(opacity: Double) -> PremultipliedColor {
    PremultipliedColor(red: red, green: green, blue: blue, alpha: alpha * opacity)
  }
}

extension Gradient.Course {
  fileprivate var shaderCourse: GradientShader.Course {
    switch self {
    case .linear(let start, let end): .linear(start: start, end: end)
    case .radial(let center, let radius, let focus): .radial(center: center, radius: radius, focus: focus)
    }
  }
}

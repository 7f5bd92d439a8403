internal import Rasterizer
internal import TimelineModel

/// A paint made ready for the rasterizer.
enum Brush {
  case color(PremultipliedColor)
  case gradient(GradientShader)
}

extension Paint {
  /// The paint at an opacity, 0…1.
  func brush(opacity: Double) -> Brush {
    switch self {
    case .solid(let color): .color(color.premultiplied(opacity: opacity))
    case .gradient(let gradient):
      .gradient(
        GradientShader(gradient.course.shaderCourse) { gradient.color(at: $0).premultiplied(opacity: opacity) })
    }
  }
}

extension StraightColor {
  fileprivate func premultiplied(opacity: Double) -> PremultipliedColor {
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

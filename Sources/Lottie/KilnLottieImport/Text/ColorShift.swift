internal import KilnLottieFormat

/// A change of a colour's hue, saturation and brightness.
struct ColorShift {
  /// In full turns of the colour circle.
  var hue: Double
  var saturation: Double
  var brightness: Double

  /// A colour shifted by `weight` times the shift: hue, then saturation, then brightness, as grey has no hue.
  func applied(to color: LottieColor, weight: Double) -> LottieColor {
    var (h, s, v) = Self.components(of: color)
    h += hue * weight
    (h, s, v) = Self.components(of: Self.color(hue: h - h.rounded(.down), saturation: s, brightness: v))
    s = max(0, min(1, s + saturation * weight))
    (h, s, v) = Self.components(of: Self.color(hue: h, saturation: s, brightness: v))
    v = max(0, min(1, v + brightness * weight))
    return Self.color(hue: h, saturation: s, brightness: v)
  }

  private static func components(of color: LottieColor) -> (hue: Double, saturation: Double, brightness: Double) {
    let (r, g, b) = (color[0], color[1], color[2])
    let brightest = max(r, g, b)
    let range = brightest - min(r, g, b)
    guard range > 0 else { return (0, 0, brightest) }
    let sixths =
      switch brightest {
      case r: (g - b) / range + (g < b ? 6 : 0)
      case g: (b - r) / range + 2
      default: (r - g) / range + 4
      }
    return (sixths / 6, brightest == 0 ? 0 : range / brightest, brightest)
  }

  private static func color(hue: Double, saturation: Double, brightness: Double) -> LottieColor {
    /// Each component is a trapezium over the hue: full for two sixths, none for two, ramps in between.
    func component(_ offset: Double) -> Double {
      let sixth = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(sixth, 4 - sixth, 1)))
    }
    return [component(5), component(3), component(1), 1]
  }
}

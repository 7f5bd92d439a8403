internal import KilnGeometry
internal import KilnTimeline

/// A gradient, quantized to solid colours with steps of two to six levels of 255.
struct GradientLevels {
  /// A colour and the offset at which it starts. It extends to the next level; the first starts at -∞.
  struct Level {
    var start: Double
    var color: StraightColor
  }

  /// Largest difference of a component between neighbours; half of it is the error.
  private static let smallestStep = 2.0 / 255
  /// Gradients of more than `fineLevelCount` levels get larger steps, those of more than `maximumLevelCount` none.
  private static let largestStep = 6.0 / 255
  private static let fineLevelCount = 96.0
  private static let maximumLevelCount = 192.0

  private(set) var levels: [Level]

  /// Nil for a gradient that is translucent somewhere, or has too many colours.
  init?(_ gradient: Gradient) {
    let stops = gradient.stops
    guard stops.allSatisfy({ $0.color.alpha == 1 }) else { return nil }
    let range = zip(stops, stops.dropFirst()).reduce(0) { $0 + $1.0.color.distance(to: $1.1.color) }
    let step = max(Self.smallestStep, min(Self.largestStep, range / Self.fineLevelCount))
    guard range / step <= Self.maximumLevelCount else { return nil }
    levels = [Level(start: -.infinity, color: stops[0].color)]
    for (a, b) in zip(stops, stops.dropFirst()) {
      let steps = (a.color.distance(to: b.color) / step).rounded(.up)
      let count = a.offset == b.offset ? 1 : Int(clamping: steps, to: 1...Int(Self.maximumLevelCount))
      for index in 1...count {
        let middle = (Double(index) - 0.5) / Double(count)
        let color = a.color.mixed(with: b.color, by: Double(index) / Double(count))
        levels.append(Level(start: a.offset + (b.offset - a.offset) * middle, color: color))
      }
    }
  }
}

extension StraightColor {
  /// The largest difference of a component.
  fileprivate func distance(to other: StraightColor) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }

  fileprivate func mixed(with other: StraightColor, by fraction: Double) -> StraightColor {
    StraightColor(
      red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
      blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
  }
}

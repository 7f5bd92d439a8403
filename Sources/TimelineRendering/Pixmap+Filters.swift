internal import Geometry
internal import Pixels
internal import Rasterizer
internal import TimelineModel

extension Pixmap {
  /// Applies filters one after the other.
  ///
  /// - Parameters:
  ///   - space: sprite space → pixels, along the same axes.
  mutating func apply(_ filters: [Filter], space: Affine) {
    let source = self
    for filter in filters { apply(filter, source: source, space) }
  }

  private mutating func apply(_ filter: Filter, source: Pixmap, _ space: Affine) {
    switch filter {
    case .blur(let deviation):
      let deviation = deviation.scaled(by: space).clampedDeviation
      blur(deviationX: deviation.width, deviationY: deviation.height)
    case .shadow(let shadow):
      let deviation = Size(shadow.deviation, shadow.deviation).scaled(by: space).clampedDeviation
      addShadow(
        of: source, color: shadow.color.components, offset: space.applyToVector(shadow.offset),
        deviationX: deviation.width, deviationY: deviation.height, showsPicture: shadow.showsSource)
    case .fill(let color): fill(color.components)
    case .tint(let tint):
      self.tint(
        black: tint.black.components, white: tint.white.components, amount: Float(tint.amount),
        showsPicture: tint.showsSource)
    case .tritone(let shadows, let midtones, let highlights):
      tritone(shadows: shadows.components, midtones: midtones.components, highlights: highlights.components)
    case .levels(let levels):
      mapComponents(
        red: levels.red.table(then: levels.composite), green: levels.green.table(then: levels.composite),
        blue: levels.blue.table(then: levels.composite), alpha: levels.alpha.table(then: nil))
    case .erode(let radius):
      let radii = Size(radius, radius).scaled(by: space)
      // Browsers take whole pixels, too.
      let range = 0...Int(FilterChain.farthest)
      erode(radiusX: Int(clamping: radii.width, to: range), radiusY: Int(clamping: radii.height, to: range))
    }
  }
}

extension FilterChain {
  /// Longest way in pixels that filters carry something.
  fileprivate static let farthest = 2048.0

  /// How far the filters may carry something that is seen in a picture, along each axis, in pixels.
  ///
  /// - Parameters:
  ///   - side: The picture's longer side. From beyond a few times that nothing reaches it that can be told from haze.
  func reach(in space: Affine, side: Int) -> Size {
    var reach = Size(1, 1)
    for filter in filters {
      switch filter {
      case .blur(let deviation):
        let deviation = deviation.scaled(by: space).clampedDeviation
        reach = Size(reach.width + deviation.width * 3, reach.height + deviation.height * 3)
      case .shadow(let shadow):
        let deviation = Size(shadow.deviation, shadow.deviation).scaled(by: space).clampedDeviation
        let offset = space.applyToVector(shadow.offset)
        reach = Size(
          reach.width + deviation.width * 3 + abs(offset.x), reach.height + deviation.height * 3 + abs(offset.y))
      case .erode(let radius):
        let radii = Size(radius, radius).scaled(by: space)
        reach = Size(reach.width + radii.width, reach.height + radii.height)
      case .fill, .tint, .tritone, .levels: break
      }
    }
    let farthest = min(Self.farthest, 4 * Double(side))
    return Size(min(farthest, reach.width), min(farthest, reach.height))
  }
}

extension Affine {
  /// How long the map makes one unit along each axis, as a map without turns.
  var axisScale: Affine { .scale((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }
}

extension Size {
  /// Lengths along the axes of a space, in pixels.
  fileprivate func scaled(by space: Affine) -> Size {
    let scale = space.axisScale
    return Size(abs(width) * scale.a, abs(height) * scale.d)
  }

  /// Standard deviations up to the largest that browsers draw.
  fileprivate var clampedDeviation: Size { Size(min(532, width), min(532, height)) }
}

extension StraightColor {
  fileprivate var components: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) }
}

extension Filter.Levels.Curve {
  /// The curve, followed by another one, for each byte.
  fileprivate func table(then next: Filter.Levels.Curve?) -> [UInt8] {
    (0..<256).map { byte in
      let component = self(Double(byte) / 255)
      let result = next.map { $0(component) } ?? component
      return result > 0 ? UInt8(min(255, (result * 255).rounded())) : 0
    }
  }
}

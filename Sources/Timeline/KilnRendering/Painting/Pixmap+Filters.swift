internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline

extension Pixmap {
  /// Applies filters in order.
  ///
  /// - Parameters:
  ///   - space: sprite space → pixels; spatial filters need a transform without rotation and skew.
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
      // Whole pixels, as in browsers.
      let range = 0...Int(FilterChain.maximumReach)
      erode(
        radiusX: Int(clamping: radii.width.rounded(), to: range),
        radiusY: Int(clamping: radii.height.rounded(), to: range))
    case .outline(let color, let radius):
      let radii = Size(radius, radius).scaled(by: space)
      addOutline(
        of: source, color: color.components, radiusX: min(FilterChain.maximumReach, radii.width),
        radiusY: min(FilterChain.maximumReach, radii.height))
    }
  }
}

extension FilterChain {
  /// Maximum distance in pixels over which filters have an effect.
  fileprivate static let maximumReach = 2048.0

  /// Maximum distance in pixels over which source pixels influence a result: four times its longer side, because pixels
  /// farther away have no visible influence.
  ///
  /// - Parameter side: The result's longer side in pixels.
  static func maximumReach(side: Double) -> Double { min(maximumReach, 4 * side) }

  /// Distance along each axis, in pixels, over which source pixels influence the result, at most `maximumReach(side:)`.
  ///
  /// - Parameters:
  ///   - side: The result's longer side in pixels.
  func reach(in space: Affine, side: Double) -> Size {
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
      case .erode(let radius), .outline(_, let radius):
        let radii = Size(radius, radius).scaled(by: space)
        reach = Size(reach.width + radii.width, reach.height + radii.height)
      case .fill, .tint, .tritone, .levels: break
      }
    }
    let maximum = Self.maximumReach(side: side)
    return Size(min(maximum, reach.width), min(maximum, reach.height))
  }
}

extension Affine {
  /// The transform's scale along each axis, without rotation and skew.
  var axisScale: Affine { .scale((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }
}

extension Size {
  /// The lengths along the axes of a space, converted to pixels.
  fileprivate func scaled(by space: Affine) -> Size {
    let scale = space.axisScale
    return Size(abs(width) * scale.a, abs(height) * scale.d)
  }

  /// Standard deviations clamped to the maximum of browsers.
  fileprivate var clampedDeviation: Size { Size(min(532, width), min(532, height)) }
}

extension StraightColor {
  fileprivate var components: SIMD4<Float> { SIMD4<Float>(rgba) }
}

extension Filter.Levels.Curve {
  /// Lookup table of the curve for 8-bit components, optionally followed by another curve.
  fileprivate func table(then next: Filter.Levels.Curve?) -> [UInt8] {
    (0..<256).map { byte in
      let component = self(Double(byte) / 255)
      let result = next.map { $0(component) } ?? component
      return result > 0 ? UInt8(min(255, (result * 255).rounded())) : 0
    }
  }
}

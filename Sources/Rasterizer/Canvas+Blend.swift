internal import Geometry
public import Pixels

extension BlendMode {
  /// The blend function B(backdrop, source) of straight sRGB components 0…1: the result where both are opaque.
  func blend(_ backdrop: SIMD3<Float>, _ source: SIMD3<Float>) -> SIMD3<Float> {
    switch self {
    case .normal: source
    case .multiply: backdrop * source
    case .screen: backdrop + source - backdrop * source
    case .darken: pointwiseMin(backdrop, source)
    case .lighten: pointwiseMax(backdrop, source)
    case .difference: pointwiseMax(backdrop, source) - pointwiseMin(backdrop, source)
    case .exclusion: backdrop + source - 2 * backdrop * source
    case .overlay: each(source, backdrop, Self.hardLight)
    case .hardLight: each(backdrop, source, Self.hardLight)
    case .softLight: each(backdrop, source, Self.softLight)
    case .colorDodge: each(backdrop, source) { b, s in b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    case .colorBurn: each(backdrop, source) { b, s in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    case .hue: Self.withLuminosity(Self.withSaturation(source, Self.saturation(backdrop)), Self.luminosity(backdrop))
    case .saturation:
      Self.withLuminosity(Self.withSaturation(backdrop, Self.saturation(source)), Self.luminosity(backdrop))
    case .color: Self.withLuminosity(source, Self.luminosity(backdrop))
    case .luminosity: Self.withLuminosity(backdrop, Self.luminosity(source))
    case .add: pointwiseMin(backdrop + source, .one)
    // Components are whole multiples of 1/255, so half of that is a safe tolerance.
    case .hardMix: each(backdrop, source) { b, s in b + s > 254.5 / 255 ? 1 : 0 }
    }
  }

  private func each(
    _ backdrop: SIMD3<Float>, _ source: SIMD3<Float>, _ formula: (Float, Float) -> Float
  ) -> SIMD3<Float> {
    [formula(backdrop.x, source.x), formula(backdrop.y, source.y), formula(backdrop.z, source.z)]
  }

  private static func hardLight(_ b: Float, _ s: Float) -> Float {
    s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1)
  }

  private static func softLight(_ b: Float, _ s: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }

  // MARK: - Hue, saturation, luminosity

  private static func luminosity(_ c: SIMD3<Float>) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  private static func saturation(_ c: SIMD3<Float>) -> Float { c.max() - c.min() }

  private static func withLuminosity(_ c: SIMD3<Float>, _ luminosity: Float) -> SIMD3<Float> {
    let shifted = c + (luminosity - Self.luminosity(c))
    let (low, high) = (shifted.min(), shifted.max())
    let gray = SIMD3<Float>(repeating: luminosity)
    if low < 0 && luminosity > low { return gray + (shifted - gray) * luminosity / (luminosity - low) }
    if high > 1 && high > luminosity { return gray + (shifted - gray) * (1 - luminosity) / (high - luminosity) }
    return shifted
  }

  private static func withSaturation(_ c: SIMD3<Float>, _ saturation: Float) -> SIMD3<Float> {
    let (low, high) = (c.min(), c.max())
    return high > low ? (c - low) * saturation / (high - low) : .zero
  }
}

extension Canvas {
  /// Composites a layer with a blend mode.
  ///
  /// - Parameters:
  ///   - x: Column that the layer's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  public func blend(_ layer: Layer, x: Int, y: Int, mode: BlendMode) {
    let area = area(of: layer, x: x, y: y)
    guard !area.isEmpty else { return }
    layer.withOrigin { pixels in
      for row in area.minY..<area.maxY {
        let source = pixels + ((row &- y) &* layer.width &- x)
        let target = origin + row &* width
        for column in area.minX..<area.maxX where source[column] != 0 {
          target[column] = Self.blended(source[column], over: target[column], mode)
        }
      }
    }
  }

  private static func blended(_ source: UInt32, over backdrop: UInt32, _ mode: BlendMode) -> UInt32 {
    let (s, b) = (components(source), components(backdrop))
    let (sourceAlpha, backdropAlpha) = (s.w, b.w)
    guard sourceAlpha > 0, backdropAlpha > 0 else { return PixelArithmetic.over(source, backdrop) }
    let (sourceColor, backdropColor) = (SIMD3(s.x, s.y, s.z), SIMD3(b.x, b.y, b.z))
    let mixed = mode.blend(backdropColor / backdropAlpha, sourceColor / sourceAlpha)
    let color =
      sourceColor * (1 - backdropAlpha) + backdropColor * (1 - sourceAlpha)
      + mixed * (sourceAlpha * backdropAlpha)
    let alpha = sourceAlpha + backdropAlpha - sourceAlpha * backdropAlpha
    func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(alpha, value)) * 255 + 0.5) }
    return byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | UInt32(alpha * 255 + 0.5) << 24
  }

  private static func components(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24)) / 255
  }
}

extension Pixmap {
  /// Composites `source` over this pixmap with a blend mode.
  ///
  /// - Parameters:
  ///   - x: Column of this pixmap that the source's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  public mutating func blend(_ source: Pixmap, x: Int, y: Int, mode: BlendMode) {
    withCanvas { $0.blend(Layer(source), x: x, y: y, mode: mode) }
  }
}

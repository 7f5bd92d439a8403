internal import KilnPixels

extension BlendMode {
  /// The blend function B(backdrop, source) of four straight sRGB colours each, components 0…1: the result where both are
  /// opaque.
  @inline(__always)
  func blend(_ backdrop: ColorLanes, _ source: ColorLanes) -> ColorLanes {
    switch self {
    case .normal: source
    case .multiply: each(backdrop, source) { $0 * $1 }
    case .screen: each(backdrop, source) { $0 + $1 - $0 * $1 }
    case .darken: each(backdrop, source) { lesser($0, $1) }
    case .lighten: each(backdrop, source) { greater($0, $1) }
    case .difference: each(backdrop, source) { greater($0, $1) - lesser($0, $1) }
    case .exclusion: each(backdrop, source) { $0 + $1 - 2 * $0 * $1 }
    case .overlay: each(source, backdrop, Self.hardLight)
    case .hardLight: each(backdrop, source, Self.hardLight)
    case .softLight: each(backdrop, source, Self.softLight)
    case .colorDodge:
      each(backdrop, source) { b, s in
        let light = select(s .>= 1, .one, lesser(.one, b / (1 - s)))
        return select(b .== 0, .zero, light)
      }
    case .colorBurn:
      each(backdrop, source) { b, s in
        let dark = select(s .<= 0, .zero, 1 - lesser(.one, (1 - b) / s))
        return select(b .>= 1, .one, dark)
      }
    case .hue: source.withSaturation(backdrop.saturation).withLuminosity(backdrop.luminosity)
    case .saturation: backdrop.withSaturation(source.saturation).withLuminosity(backdrop.luminosity)
    case .color: source.withLuminosity(backdrop.luminosity)
    case .luminosity: backdrop.withLuminosity(source.luminosity)
    case .add: each(backdrop, source) { lesser($0 + $1, .one) }
    // Components are whole multiples of 1/255, so half of that is a safe tolerance.
    case .hardMix: each(backdrop, source) { select($0 + $1 .> 254.5 / 255, .one, .zero) }
    }
  }

  @inline(__always)
  private func each(
    _ a: ColorLanes, _ b: ColorLanes, _ formula: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> ColorLanes {
    ColorLanes(red: formula(a.red, b.red), green: formula(a.green, b.green), blue: formula(a.blue, b.blue))
  }

  @inline(__always)
  private static func hardLight(_ b: SIMD4<Float>, _ s: SIMD4<Float>) -> SIMD4<Float> {
    select(s .<= 0.5, 2 * b * s, b + (2 * s - 1) - b * (2 * s - 1))
  }

  @inline(__always)
  private static func softLight(_ b: SIMD4<Float>, _ s: SIMD4<Float>) -> SIMD4<Float> {
    let d = select(b .<= 0.25, ((16 * b - 12) * b + 4) * b, b.squareRoot())
    return select(s .<= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))
  }
}

/// Luminosity and saturation, as in Compositing and Blending Level 1, section 10.2.
extension ColorLanes {
  @inline(__always)
  fileprivate var luminosity: SIMD4<Float> { 0.3 * red + 0.59 * green + 0.11 * blue }
  @inline(__always)
  fileprivate var lowest: SIMD4<Float> { lesser(lesser(red, green), blue) }
  @inline(__always)
  fileprivate var highest: SIMD4<Float> { greater(greater(red, green), blue) }
  @inline(__always)
  fileprivate var saturation: SIMD4<Float> { highest - lowest }

  @inline(__always)
  fileprivate func withLuminosity(_ luminosity: SIMD4<Float>) -> ColorLanes {
    let change = luminosity - self.luminosity
    let shifted = map { $0 + change }
    let (low, high) = (shifted.lowest, shifted.highest)
    let (isTooLow, isTooHigh) = (low .< 0 .& luminosity .> low, high .> 1 .& high .> luminosity)
    return shifted.map { component in
      let raised = luminosity + (component - luminosity) * luminosity / (luminosity - low)
      let lowered = luminosity + (component - luminosity) * (1 - luminosity) / (high - luminosity)
      return select(isTooLow, raised, select(isTooHigh, lowered, component))
    }
  }

  @inline(__always)
  fileprivate func withSaturation(_ saturation: SIMD4<Float>) -> ColorLanes {
    let (low, high) = (lowest, highest)
    return map { select(high .> low, ($0 - low) * saturation / (high - low), .zero) }
  }
}

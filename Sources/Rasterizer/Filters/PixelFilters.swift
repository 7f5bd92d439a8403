public import Geometry
public import Pixels

/// Filters over a whole pixmap. Colours are straight sRGB, components 0…1; lengths are pixels.
extension Pixmap {
  /// Blurs in linear light.
  public mutating func blur(deviationX: Double, deviationY: Double) {
    guard deviationX > 0 || deviationY > 0 else { return }
    self = LinearImage(self).blurred(deviationX: deviationX, deviationY: deviationY).pixmap
  }

  /// Puts a shadow of another picture's shape below this one.
  ///
  /// - Parameters:
  ///   - source: What casts the shadow; of the same size.
  ///   - color: Red, green, blue and the shadow's opacity.
  ///   - offset: Where the shadow falls, to the nearest pixel.
  ///   - showsPicture: Whether this picture stays to be seen over the shadow.
  public mutating func addShadow(
    of source: Pixmap, color: SIMD4<Float>, offset: Point, deviationX: Double, deviationY: Double, showsPicture: Bool
  ) {
    let blurred = LinearImage(source).blurred(deviationX: deviationX, deviationY: deviationY)
    let shadow = LinearImage(alphaOf: blurred, color: color)
    let picture = showsPicture ? LinearImage(self) : LinearImage(Pixmap(width: width, height: height))
    // Farther than this nothing is left of it.
    func pixels(_ distance: Double) -> Int { Int(clamping: distance.rounded(), to: -32768...32768) }
    self = picture.over(shadow, movedBy: pixels(offset.x), pixels(offset.y)).pixmap
  }

  /// Gives every pixel one colour; its fourth component is a factor on alpha.
  public mutating func fill(_ color: SIMD4<Float>) {
    mapPixels { straight in
      var filled = color
      filled.w *= straight.w
      return filled
    }
  }

  /// Maps each component of the straight colours by a table of 256 bytes.
  public mutating func mapComponents(red: [UInt8], green: [UInt8], blue: [UInt8], alpha: [UInt8]) {
    precondition([red, green, blue, alpha].allSatisfy { $0.count == 256 }, "a table has an entry for each byte")
    for index in pixels.indices where pixels[index] != 0 {
      let straight = Premultiplication.unpremultiply(pixels[index])
      let mapped =
        UInt32(red[Int(straight & 255)]) | UInt32(green[Int(straight >> 8 & 255)]) << 8
        | UInt32(blue[Int(straight >> 16 & 255)]) << 16 | UInt32(alpha[Int(straight >> 24)]) << 24
      pixels[index] = Premultiplication.premultiply(mapped)
    }
  }

  /// Replaces colours by one that depends on lightness.
  public mutating func tritone(shadows: SIMD4<Float>, midtones: SIMD4<Float>, highlights: SIMD4<Float>) {
    mapPixels { straight in
      let lightness = Self.lightness(straight) * 2
      var color =
        lightness < 1
        ? shadows + (midtones - shadows) * lightness : midtones + (highlights - midtones) * (lightness - 1)
      color.w = straight.w
      return color
    }
  }

  /// Puts a grey picture over this one and one in shades between two colours over that, both with alpha `amount`,
  /// composited in linear light.
  public mutating func tint(black: SIMD4<Float>, white: SIMD4<Float>, amount: Float, showsPicture: Bool) {
    mapPixels { straight in
      let lightness = Self.lightness(straight)
      let layers = [SIMD4<Float>(repeating: lightness), black + (white - black) * lightness]
      let alpha = straight.w * amount
      var sum = SIMD4<Float>.zero
      if showsPicture { sum = Self.light(straight) * straight.w }
      for layer in layers { sum = Self.light(layer) * alpha + sum * (1 - alpha) }
      guard sum.w > 0 else { return .zero }
      return SIMD4(Self.component(sum.x / sum.w), Self.component(sum.y / sum.w), Self.component(sum.z / sum.w), sum.w)
    }
  }

  // MARK: - Parts

  /// Straight components in, straight components out, 0…1.
  private mutating func mapPixels(_ body: (SIMD4<Float>) -> SIMD4<Float>) {
    var last: (pixel: UInt32, result: UInt32) = (0, 0)
    for index in pixels.indices where pixels[index] != 0 {
      if pixels[index] != last.pixel {
        let straight = Premultiplication.unpremultiply(pixels[index])
        let bytes = SIMD4<UInt32>(straight & 255, straight >> 8 & 255, straight >> 16 & 255, straight >> 24)
        let mapped = body(SIMD4<Float>(bytes) / 255).clamped(lowerBound: .zero, upperBound: .one)
        let words = SIMD4<UInt32>((mapped * 255).rounded(.toNearestOrAwayFromZero))
        let word = words.x | words.y << 8 | words.z << 16 | words.w << 24
        last = (pixels[index], Premultiplication.premultiply(word))
      }
      pixels[index] = last.result
    }
  }

  /// Mean of the components' light, as a component.
  private static func lightness(_ straight: SIMD4<Float>) -> Float {
    let light = light(straight)
    return component(0.3333 * (light.x + light.y + light.z))
  }

  /// A straight colour in linear light; the fourth component is 1.
  private static func light(_ straight: SIMD4<Float>) -> SIMD4<Float> {
    func light(_ component: Float) -> Float { Float(LinearLight.decoded(Double(component))) }
    return SIMD4(light(straight.x), light(straight.y), light(straight.z), 1)
  }

  private static func component(_ light: Float) -> Float { Float(LinearLight.encoded(Double(max(0, min(1, light))))) }
}

package import KilnGeometry
package import KilnPixels

/// Filters on whole pixmaps. Colours are straight sRGB with components 0…1 (red, green, blue, alpha); lengths are pixels.
extension Pixmap {
  /// Gaussian blur in linear light with a standard deviation along each axis; 0 or less does nothing.
  package mutating func blur(deviationX: Double, deviationY: Double) {
    guard deviationX > 0 || deviationY > 0 else { return }
    self = LinearImage(self).blurred(deviationX: deviationX, deviationY: deviationY).pixmap
  }

  /// Drop shadow: composites this pixmap over the blurred, coloured alpha of `source`.
  ///
  /// - Parameters:
  ///   - source: Pixmap of the same size that casts the shadow.
  ///   - color: Colour of the shadow; its alpha is the shadow's opacity.
  ///   - offset: Translation of the shadow, rounded to whole pixels.
  ///   - deviationX: Horizontal standard deviation of the blur.
  ///   - deviationY: Vertical standard deviation of the blur.
  ///   - showsPicture: Whether this pixmap is drawn over the shadow; if false only the shadow remains.
  package mutating func addShadow(
    of source: Pixmap, color: SIMD4<Float>, offset: Point, deviationX: Double, deviationY: Double, showsPicture: Bool
  ) {
    let shadow = LinearImage(BlurredAlpha(of: source, deviationX: deviationX, deviationY: deviationY), color: color)
    let picture = showsPicture ? LinearImage(self) : LinearImage(Pixmap(width: width, height: height))
    // Beyond this the shadow is outside of every pixmap.
    func pixels(_ distance: Double) -> Int { Int(clamping: distance.rounded(), to: -32768...32768) }
    self = picture.over(shadow, movedBy: pixels(offset.x), pixels(offset.y)).pixmap
  }

  /// Replaces the colour of every pixel; the colour's alpha is a factor on the pixel's.
  package mutating func fill(_ color: SIMD4<Float>) {
    mapPixels { straight in
      var filled = color
      filled.w *= straight.w
      return filled
    }
  }

  /// Maps each straight component by a lookup table.
  ///
  /// - Precondition: Each table has 256 entries.
  package mutating func mapComponents(red: [UInt8], green: [UInt8], blue: [UInt8], alpha: [UInt8]) {
    precondition([red, green, blue, alpha].allSatisfy { $0.count == 256 }, "a table has an entry for each byte")
    for index in pixels.indices where pixels[index] != 0 {
      let straight = Premultiplication.unpremultiply(pixels[index])
      let mapped =
        UInt32(red[Int(straight & 255)]) | UInt32(green[Int(straight >> 8 & 255)]) << 8
        | UInt32(blue[Int(straight >> 16 & 255)]) << 16 | UInt32(alpha[Int(straight >> 24)]) << 24
      pixels[index] = Premultiplication.premultiply(mapped)
    }
  }

  /// Tritone: maps lightness 0, ½ and 1 to three colours, interpolated linearly; alpha is kept.
  package mutating func tritone(shadows: SIMD4<Float>, midtones: SIMD4<Float>, highlights: SIMD4<Float>) {
    mapPixels { straight in
      let lightness = Self.lightness(straight) * 2
      var color =
        lightness < 1
        ? shadows + (midtones - shadows) * lightness : midtones + (highlights - midtones) * (lightness - 1)
      color.w = straight.w
      return color
    }
  }

  /// Tint: composites a greyscale version and then one in shades between two colours over this pixmap, both with opacity
  /// `amount`, in linear light.
  ///
  /// - Parameters:
  ///   - black: Colour that black maps to.
  ///   - white: Colour that white maps to.
  ///   - amount: 0…1.
  ///   - showsPicture: Whether this pixmap is below; if false only the two versions are composited.
  package mutating func tint(black: SIMD4<Float>, white: SIMD4<Float>, amount: Float, showsPicture: Bool) {
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

  /// Maps the straight components of every pixel, 0…1.
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

  /// Mean linear light of the components, encoded as an sRGB component.
  private static func lightness(_ straight: SIMD4<Float>) -> Float {
    let light = light(straight)
    return component(0.3333 * (light.x + light.y + light.z))
  }

  /// Linear light of a straight colour; the fourth component is 1.
  private static func light(_ straight: SIMD4<Float>) -> SIMD4<Float> {
    func light(_ component: Float) -> Float { Float(LinearLight.decoded(Double(component))) }
    return SIMD4(light(straight.x), light(straight.y), light(straight.z), 1)
  }

  private static func component(_ light: Float) -> Float { Float(LinearLight.encoded(Double(max(0, min(1, light))))) }
}

/// Conversion of image files' pixels to sRGB.
package enum ColorConversion {
  /// A colour description of a file, or the reason why it cannot be read.
  package typealias Candidate = Result<ColorDescription, ColorFault>

  /// Converts pixels in place by the first usable candidate; without one they are taken as sRGB.
  ///
  /// Pixels are unchanged if the description equals sRGB up to rounding. CMYK without a profile is converted by the simple
  /// subtractive formula.
  ///
  /// - Returns: Reason why a candidate was ignored; nil if none was.
  package static func convert(
    _ pixels: inout [UInt8], _ channels: PixelChannels, from candidates: [Candidate],
    cache: ColorTransformCache = .shared
  ) -> ColorFault? {
    cache.use(channels, candidates) { found in
      if let transform = found.transform {
        transform.apply(to: &pixels)
        if case .cmyk = channels {
          for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
        }
      } else if case .cmyk(let isInverted) = channels {
        convertInk(&pixels, isInverted: isInverted)
      }
      return found.fault
    }
  }

  private static func convertInk(_ pixels: inout [UInt8], isInverted: Bool) {
    let flip: UInt8 = isInverted ? 0 : 255
    for black in stride(from: 3, to: pixels.count, by: 4) {
      let light = Int(pixels[black] ^ flip)
      for channel in black - 3..<black {
        pixels[channel] = UInt8((Int(pixels[channel] ^ flip) * light + 127) / 255)
      }
      pixels[black] = 255
    }
  }
}

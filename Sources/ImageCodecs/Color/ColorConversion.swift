/// Conversion of image files' pixels to sRGB.
enum ColorConversion {
  /// A colour description of a file, or the reason why it cannot be read.
  typealias Candidate = Result<ColorDescription, ColorFault>

  /// Converts pixels in place by the first usable candidate; without one they are taken as sRGB.
  ///
  /// Pixels are unchanged if the description equals sRGB up to rounding. CMYK without a profile is converted by the simple
  /// subtractive formula.
  ///
  /// - Returns: Reason why a candidate was ignored; nil if none was.
  static func convert(
    _ pixels: inout [UInt8], _ channels: PixelChannels, from candidates: [Candidate]
  ) -> ColorFault? {
    let (transform, fault) = transform(channels, from: candidates)
    if let transform {
      transform.apply(to: &pixels)
      if case .cmyk = channels {
        for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
      }
    } else if case .cmyk(let isInverted) = channels {
      convertInk(&pixels, isInverted: isInverted)
    }
    return fault
  }

  /// The transform for pixels, nil if none is needed; and the reason why a candidate was ignored.
  static func transform(
    _ channels: PixelChannels, from candidates: [Candidate]
  ) -> (transform: ColorTransform?, fault: ColorFault?) {
    var firstFault: ColorFault?
    for candidate in candidates {
      do throws(ColorFault) {
        let description = try candidate.get()
        if description == .standard { return (nil, firstFault) }
        let transform = try ColorTransform(description, channels)
        return (transform.isIdentity ? nil : transform, firstFault)
      } catch {
        firstFault = firstFault ?? error
      }
    }
    return (nil, firstFault)
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

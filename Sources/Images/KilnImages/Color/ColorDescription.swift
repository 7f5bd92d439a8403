internal import KilnDiagnostics

/// Colour space of an image file.
package enum ColorDescription: Sendable, Hashable {
  /// sRGB.
  case standard
  /// An ICC profile.
  case profile([UInt8])
  /// An ICC profile in a zlib stream, which may be damaged.
  case deflatedProfile([UInt8])
  /// Primaries and one transfer function for all channels.
  case primaries(ColorPrimaries, TransferFunction)

  /// Maximum size of an ICC profile in bytes. Printer profiles with large tables have about 2 MB.
  static let largestProfile = 4 << 20
}

/// CIE 1931 chromaticities x, y of the primaries and the white point.
package struct ColorPrimaries: Sendable, Hashable {
  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>
  var white = Self.d65

  /// ITU-R BT.709, the primaries of sRGB.
  package static let standard = ColorPrimaries(red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06])
  /// CIE standard illuminant D65.
  static let d65: SIMD2<Double> = [0.3127, 0.329]

  /// Whether all chromaticities are in the valid range.
  var isValid: Bool { [red, green, blue, white].allSatisfy { $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1.001 } }
}

/// Transfer function from encoded component values 0…1 to linear light.
package enum TransferFunction: Sendable, Hashable {
  /// The sRGB transfer function.
  case standard
  /// A power function with an exponent; 1 is linear.
  case power(Double)
}

/// Reason why a colour description cannot be used.
package struct ColorFault: Error, Hashable {
  /// Clause for messages, such as "it is damaged".
  var text: String
  /// Advice in addition to another export; nil if there is none.
  var advice: String?

  package static let damaged = ColorFault(text: "it is damaged")
  /// The program was built without the library for colours.
  package static let leftOut = ColorFault(
    text: "it needs Little CMS, which this program was built without", advice: PackageTrait.colorProfiles.advice)
  static let tooLarge = ColorFault(text: "it is larger than \(ColorDescription.largestProfile >> 20) MB")
}

/// Channels of decoded pixels of four bytes each.
package enum PixelChannels: Sendable, Hashable {
  /// Red, green, blue; the fourth byte is alpha.
  case rgb
  /// Greyscale, expanded to equal red, green and blue; the fourth byte is alpha.
  case grey
  /// Cyan, magenta, yellow, black; 255 is full ink, or no ink if inverted.
  case cmyk(isInverted: Bool)
}

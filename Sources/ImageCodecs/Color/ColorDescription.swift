/// What the colours of an image file are relative to.
enum ColorDescription: Sendable, Hashable {
  /// sRGB.
  case standard
  /// An ICC profile, as it stands in the file.
  case profile([UInt8])
  /// Primaries and one transfer function for all channels.
  case primaries(ColorPrimaries, TransferFunction)

  /// The most bytes of an ICC profile. Those of printers with large tables have about 2 MB.
  static let largestProfile = 4 << 20
}

/// Chromaticities x, y of the primaries and of white (CIE 1931).
struct ColorPrimaries: Sendable, Hashable {
  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>
  var white = Self.d65

  /// ITU-R BT.709, the primaries of sRGB.
  static let standard = ColorPrimaries(red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06])
  /// CIE standard illuminant D65.
  static let d65: SIMD2<Double> = [0.3127, 0.329]

  /// Whether the primaries span colours; Y is 1 for white.
  var isValid: Bool { [red, green, blue, white].allSatisfy { $0.x >= 0 && $0.y > 0.001 && $0.x + $0.y <= 1.001 } }
}

/// From a channel's number, 0…1, to light.
enum TransferFunction: Sendable, Hashable {
  /// That of sRGB.
  case standard
  /// A power with this exponent, 1 for linear light.
  case power(Double)
}

/// Why a description of colours cannot be used.
struct ColorFault: Error {
  /// A clause, such as "it is damaged".
  var text: String

  static let damaged = ColorFault(text: "it is damaged")
  static let tooLarge = ColorFault(text: "it is larger than \(ColorDescription.largestProfile >> 20) MB")
}

/// The channels of the pixels of an image file, four bytes a pixel.
enum PixelChannels: Sendable, Hashable {
  /// Red, green, blue; the fourth byte is alpha.
  case rgb
  /// Red, green and blue are equal, because the file has only grey; the fourth byte is alpha.
  case grey
  /// Cyan, magenta, yellow, black; 255 is full ink, or if inverted none.
  case cmyk(isInverted: Bool)
}

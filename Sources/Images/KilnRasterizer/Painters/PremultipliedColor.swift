/// A premultiplied sRGB colour as one RGBA word, as in `Pixmap`.
package struct PremultipliedColor: Sendable, Hashable, BitwiseCopyable {
  /// `red | green << 8 | blue << 16 | alpha << 24`; no channel exceeds alpha.
  package let word: UInt32

  /// Premultiplies straight sRGB components; each is clamped to 0…1 and rounded to 8 bits.
  package init(red: Double, green: Double, blue: Double, alpha: Double) {
    let alpha = max(0, min(1, alpha))
    func channel(_ value: Double) -> UInt32 { UInt32((max(0, min(1, value)) * alpha * 255).rounded()) }
    word = channel(red) | channel(green) << 8 | channel(blue) << 16 | UInt32((alpha * 255).rounded()) << 24
  }

  /// Opaque white.
  package static let white = PremultipliedColor(red: 1, green: 1, blue: 1, alpha: 1)

  /// Alpha, 0…255.
  package var alpha: UInt32 { word >> 24 }
}

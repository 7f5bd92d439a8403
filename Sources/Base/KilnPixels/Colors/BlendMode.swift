/// Blend mode: how the colour of a source is mixed with the backdrop that it is composited with.
///
/// The formulas are those of Compositing and Blending Level 1, sections 9 and 10, on straight sRGB components; alpha is
/// composited by source-over. Two modes are After Effects': `add` is the sum clamped to 1; `hardMix` is, in each
/// channel, 1 where the sum reaches 1 and 0 elsewhere.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The source over the backdrop.
  case normal
  /// Product of source and backdrop, in each channel.
  case multiply
  /// Complement of the product of the complements.
  case screen
  /// Multiply or screen, by the backdrop.
  case overlay
  /// The darker of both, in each channel.
  case darken
  /// The lighter of both, in each channel.
  case lighten
  /// The backdrop brightened by the source.
  case colorDodge
  /// The backdrop darkened by the source.
  case colorBurn
  /// Multiply or screen, by the source.
  case hardLight
  /// The backdrop darkened or lightened softly, by the source.
  case softLight
  /// Absolute difference of both.
  case difference
  /// Like difference, with lower contrast.
  case exclusion
  /// Hue of the source; saturation and luminosity of the backdrop.
  case hue
  /// Saturation of the source; hue and luminosity of the backdrop.
  case saturation
  /// Hue and saturation of the source; luminosity of the backdrop.
  case color
  /// Luminosity of the source; hue and saturation of the backdrop.
  case luminosity
  /// Sum of both, up to 1.
  case add
  /// In each channel 1 where the sum reaches 1, else 0.
  case hardMix

  /// Name in the user interface of After Effects, such as `Color Dodge`.
  public var displayName: String {
    let words = rawValue.map { $0.isUppercase ? " \($0)" : "\($0)" }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// Blend mode: how the colour of a source is mixed with the backdrop that it is composited with.
///
/// The formulas are those of Compositing and Blending Level 1, sections 9 and 10, on straight sRGB components; alpha is
/// composited by source-over. Two modes are After Effects': `add` is the sum clamped to 1; `hardMix` is, in each
/// channel, 1 where the sum reaches 1 and 0 elsewhere.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
  case exclusion, hue, saturation, color, luminosity, add, hardMix

  /// Name in the user interface of After Effects, such as `Color Dodge`.
  public var displayName: String {
    let words = rawValue.map { $0.isUppercase ? " \($0)" : "\($0)" }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// How a sprite's colours meet those below it, in the nearest composite that is isolated.
///
/// The formulas are those of Compositing and Blending Level 1, sections 9 and 10, on sRGB values that are not
/// premultiplied. Those that it lacks are After Effects': `add` is the sum as far as it goes; `hardMix` is full where the
/// sum reaches 1 and nothing elsewhere, in each channel.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
  case exclusion, hue, saturation, color, luminosity, add, hardMix

  /// What After Effects calls it: `Color Dodge`.
  public var displayName: String {
    let words = rawValue.map { $0.isUppercase ? " \($0)" : "\($0)" }.joined()
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

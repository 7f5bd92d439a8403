/// Other sprites that decide how much of a sprite is seen. They are not drawn themselves.
public struct Matte: Sendable, Hashable {
  /// What of the matte counts.
  public enum Mode: String, Sendable, Hashable {
    /// The sprite is seen where the matte is opaque.
    case alpha
    /// The sprite is seen where the matte is transparent.
    case invertedAlpha
    /// The sprite is seen where the matte is bright: luminance of the sRGB values, times alpha.
    case luma
    /// The sprite is seen where the matte is dark or transparent.
    case invertedLuma

    /// Whether the sprite is seen where the matte draws nothing.
    public var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  }

  /// From back to front, in the space that the sprite itself stands in. Composited by themselves.
  public var sprites: [Sprite]
  /// What of them counts.
  public var mode: Mode

  /// A matte.
  public init(_ sprites: [Sprite], mode: Mode) {
    self.sprites = sprites
    self.mode = mode
  }
}

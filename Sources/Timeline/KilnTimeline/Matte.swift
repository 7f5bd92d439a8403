/// A matte: sprites, not drawn themselves, whose alpha or luminance multiplies the alpha of a sprite.
public struct Matte: Sendable, Hashable {
  /// Quantity of the matte that multiplies the sprite's alpha.
  public enum Mode: String, Sendable, Hashable {
    /// The matte's alpha.
    case alpha
    /// 1 − alpha.
    case invertedAlpha
    /// Luminance of the matte's sRGB values, times alpha.
    case luma
    /// 1 − luminance times alpha.
    case invertedLuma

    /// Whether the sprite is visible where the matte draws nothing.
    public var isInverted: Bool { self == .invertedAlpha || self == .invertedLuma }
  }

  /// Back to front, in the parent space of the sprite; composited as an isolated group.
  public var sprites: [Sprite]
  /// Quantity that is used.
  public var mode: Mode

  /// A matte of sprites from back to front.
  public init(_ sprites: [Sprite], mode: Mode) {
    self.sprites = sprites
    self.mode = mode
  }
}

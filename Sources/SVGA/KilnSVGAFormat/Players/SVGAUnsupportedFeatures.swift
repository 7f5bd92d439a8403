/// Reasons why players would not draw something alike: it must be rewritten, or cannot be written.
public struct SVGAUnsupportedFeatures: OptionSet, Sendable, Hashable {
  /// One bit a feature, in the order of `names`.
  public let rawValue: Int

  /// Features from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A frame rate that is not in `SVGACapabilities.frameRates`.
  public static let frameRate = Self(rawValue: 1 << 0)
  /// An isolated composite of sprites, unless a matte cuts it and it does nothing else.
  public static let group = Self(rawValue: 1 << 1)
  /// A matte where players draw none, one that does not cut by the alpha of one sprite, or one of a sprite that is no
  /// group.
  public static let matte = Self(rawValue: 1 << 2)
  /// A blend mode that is not normal.
  public static let blendMode = Self(rawValue: 1 << 3)
  /// A filter.
  public static let filter = Self(rawValue: 1 << 4)
  /// An image that is not a PNG file.
  public static let imageEncoding = Self(rawValue: 1 << 5)
  /// A visible vector sprite without shapes.
  public static let missingShapes = Self(rawValue: 1 << 6)
  /// A clip of a sprite without bitmap.
  public static let vectorClip = Self(rawValue: 1 << 7)
  /// A gradient.
  public static let gradient = Self(rawValue: 1 << 8)
  /// An even-odd fill.
  public static let evenOddFill = Self(rawValue: 1 << 9)
  /// A dashed stroke.
  public static let dashes = Self(rawValue: 1 << 10)
  /// A stroke that is wider in one direction than in another by more than `SVGAStrokeTolerance`.
  public static let unevenStroke = Self(rawValue: 1 << 11)
  /// Several fills and strokes that are translucent, by the sprite's opacity or by their colours.
  public static let translucentOverlap = Self(rawValue: 1 << 12)

  private static let names = [
    "a frame rate that not all players keep", "a group", "a matte", "a blend mode", "a filter",
    "an image that is not PNG", "a visible vector without shapes", "a clip of vectors", "a gradient",
    "an even-odd fill", "a dashed stroke", "a stroke under uneven scale", "several translucent fills or strokes",
  ]

  /// Names of the features in messages, in the order above.
  public var descriptions: [String] {
    Self.names.indices.compactMap { contains(Self(rawValue: 1 << $0)) ? Self.names[$0] : nil }
  }
}

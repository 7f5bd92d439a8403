public import KilnGeometry

/// An element of `fonts.list`.
public struct LottieFont: Sendable {
  /// `fName`: what texts refer to.
  public var name: String
  /// `fFamily`: family name, or a list of them as CSS writes it.
  public var family: String
  /// `fStyle`, such as `Bold Italic`.
  public var style: String
  /// `fWeight`, as CSS writes it; empty to take it from the style.
  public var weight: String
  /// `ascent` in percent of the size; nil if missing.
  public var ascent: Double?
  /// `fPath`: where the font's file or a style sheet is; empty for fonts that are installed.
  public var path: String
  /// Whether `fPath` is the address of a font file (`origin` 3 or `fOrigin` p), which players declare to the browser.
  public var isDeclared: Bool

  /// Whether `fPath` may name a file beside the document.
  public var isLocal: Bool { !path.hasPrefix("data:") && !path.contains("://") && !path.hasPrefix("//") }

  /// The font's file if the document holds it (a `data:` URL, RFC 2397); nil if it does not, or if it cannot be decoded.
  public var embeddedBytes: [UInt8]? { DataURL.bytes(of: path) }
}

/// An element of `chars`: a character as an outline or as a composition.
public struct LottieCharacter: Sendable {
  /// The drawing of a character.
  public enum Content: Sendable {
    /// `data.shapes`, for a size of 100.
    case shapes([ShapeItem])
    /// `t` 1: the layers of an asset.
    case composition(LottieCharacterComposition)
  }

  /// `ch`: the character as text.
  public var character: String
  /// `fFamily` of its font.
  public var family: String
  /// `style`: `fStyle` of its font.
  public var style: String
  /// `w`: the advance in percent of the size.
  public var width: Double
  /// `data`: outlines or a composition.
  public var content: Content
}

/// `chars[i].data` of an animated character: a layer that shows a composition, for a text size of 100.
public struct LottieCharacterComposition: Sendable {
  /// `refId`: ID of the asset.
  public var asset: String
  /// `ip` in frames; nil if missing.
  public var inPoint: Double?
  /// `op` in frames; nil if missing.
  public var outPoint: Double?
  /// `st` in frames; nil if missing. It moves the in and out point, but not the composition's time.
  public var startTime: Double?
  /// `sr`: frames of the text layer for each frame of the composition; not 0.
  public var stretch: Double
  /// `ks`: transform and opacity.
  public var transform: LottieTransform
  /// `w` and `h`, which cut the composition if `ty` is 0.
  public var size: Size?
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int

  /// The frames, counted from the text layer's start, in which it is visible. Nil if the file does not say: players then
  /// never show it.
  public var frames: Range<Double>? {
    guard let inPoint, let outPoint, let startTime, inPoint - startTime < outPoint - startTime else { return nil }
    return inPoint - startTime..<outPoint - startTime
  }
}

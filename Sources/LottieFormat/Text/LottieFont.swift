/// `fonts.list[i]`.
public struct LottieFont: Sendable {
  /// `fName`: what texts refer to.
  public var name: String
  /// `fFamily`.
  public var family: String
  /// `fStyle`.
  public var style: String
  /// `fWeight`, as CSS writes it; empty to take it from the style.
  public var weight: String
  /// `ascent` in percent of the size.
  public var ascent: Double
}

/// `chars[i]`: a character as an outline.
public struct LottieCharacter: Sendable {
  /// What a character shows.
  public enum Content: Sendable {
    /// `data.shapes`, for a size of 100.
    case shapes([ShapeItem])
    /// `t` 1: the layers of an asset.
    case composition
  }

  /// `ch`.
  public var character: String
  /// `fFamily`.
  public var family: String
  /// `style`.
  public var style: String
  /// `w`: the advance in percent of the size.
  public var width: Double
  /// `data`.
  public var content: Content
}

public import Geometry

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

/// `chars[i]`: a character as an outline or as a composition.
public struct LottieCharacter: Sendable {
  /// What a character shows.
  public enum Content: Sendable {
    /// `data.shapes`, for a size of 100.
    case shapes([ShapeItem])
    /// `t` 1: the layers of an asset.
    case composition(LottieCharacterComposition)
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

/// `chars[i].data` of an animated character: a layer that shows a composition, for a text size of 100.
public struct LottieCharacterComposition: Sendable {
  /// `refId`.
  public var asset: String
  /// `ip`, nil where the file has none.
  public var inPoint: Double?
  /// `op`, nil where the file has none.
  public var outPoint: Double?
  /// `st`, nil where the file has none. It moves the in and out point, but not the composition's time.
  public var startTime: Double?
  /// `sr`: how much slower the composition runs.
  public var stretch: Double
  /// `ks`.
  public var transform: LottieTransform
  /// `w` and `h`, which cut the composition if `ty` is 0.
  public var size: Size?
  /// Place in the tree.
  public var node: Int

  /// The frames, counted from the text layer's start, in which it is seen. Nil if the file does not say when: players
  /// never show it then.
  public var frames: Range<Double>? {
    guard let inPoint, let outPoint, let startTime, inPoint - startTime < outPoint - startTime else { return nil }
    return inPoint - startTime..<outPoint - startTime
  }
}

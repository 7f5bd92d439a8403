/// One drawn element over all frames.
public struct Sprite: Sendable, Hashable {
  /// What the sprite shows.
  public enum Content: Sendable, Hashable {
    /// A picture, in a space where one unit is one of its pixels and the origin its top left corner.
    case image(ImageID)
    /// The shape list that each frame names.
    case vector
    /// An isolated composite of sprites, back to front. It exists only where isolation changes pixels: for opacity
    /// over overlapping children, or for a clip of them all.
    case group([Sprite])
  }

  /// Names from the outermost source layer inwards; never empty.
  public var layers: [String]
  /// What an app calls to replace the picture at run time; nil where the source names nothing replaceable.
  public var replacementKey: String?
  /// What it shows.
  public var content: Content
  /// One state a frame.
  public var frames: [FrameState]

  /// A sprite.
  public init(layers: [String], replacementKey: String? = nil, content: Content, frames: [FrameState]) {
    self.layers = layers
    self.replacementKey = replacementKey
    self.content = content
    self.frames = frames
  }

  /// Name of the innermost source layer.
  public var name: String { layers.last ?? "" }
}

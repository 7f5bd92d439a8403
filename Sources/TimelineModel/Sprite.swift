public import Diagnostics
public import Pixels

/// One drawn element over all frames.
public struct Sprite: Sendable, Hashable {
  /// What the sprite shows.
  public enum Content: Sendable, Hashable {
    /// A picture, in a space where one unit is one of its pixels and the origin its top left corner.
    case image(ImageID)
    /// The shape list that each frame names.
    case vector
    /// An isolated composite of sprites, back to front. It exists only where isolation changes pixels: for opacity
    /// over overlapping children, for a clip or matte of them all, or around a blend mode.
    case group([Sprite])
  }

  /// What of the source it is made of.
  public var origin: SpriteOrigin
  /// What an app calls to replace the picture at run time; nil where the source names nothing replaceable.
  public var replacementKey: String?
  /// What it shows.
  public var content: Content
  /// What cuts it, in the space that it stands in; nil for nothing.
  public var matte: Matte?
  /// How it meets what is below.
  public var blendMode: BlendMode
  /// One state a frame.
  public var frames: FrameStates

  /// A sprite.
  public init(
    _ origin: SpriteOrigin, replacementKey: String? = nil, content: Content, matte: Matte? = nil,
    blendMode: BlendMode = .normal, frames: [FrameState]
  ) {
    self.origin = origin
    self.replacementKey = replacementKey
    self.content = content
    self.matte = matte
    self.blendMode = blendMode
    self.frames = FrameStates(frames)
  }

  /// A sprite of which only the names of its layers are known.
  public init(
    layers: [String], replacementKey: String? = nil, content: Content, matte: Matte? = nil,
    blendMode: BlendMode = .normal, frames: [FrameState]
  ) {
    self.init(
      SpriteOrigin(names: layers), replacementKey: replacementKey, content: content, matte: matte,
      blendMode: blendMode, frames: frames)
  }

  /// The sprite in a longer time, with this frame as its first; it is hidden in all others.
  public func moved(to frame: Int, of frameCount: Int) -> Sprite {
    var moved = self
    moved.frames = frames.moved(to: frame, of: frameCount)
    if case .group(let children) = content {
      moved.content = .group(children.map { $0.moved(to: frame, of: frameCount) })
    }
    if let matte {
      moved.matte = Matte(matte.sprites.map { $0.moved(to: frame, of: frameCount) }, mode: matte.mode)
    }
    return moved
  }

  /// Names from the outermost source layer inwards; never empty.
  public var layers: [String] { origin.names }

  /// Name of the innermost source layer, or of the part of it that the sprite is.
  public var name: String { origin.name }

  /// The place for findings about the sprite.
  public var path: DocumentPath { origin.path() }
}

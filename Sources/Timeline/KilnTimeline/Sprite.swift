public import KilnDiagnostics
public import KilnPixels

/// A drawn element, with its states in all frames.
public struct Sprite: Sendable, Hashable {
  /// Kind and source of a sprite's content.
  public enum Content: Sendable, Hashable {
    /// An image; sprite space has its origin at the image's top left corner and pixels of one unit.
    case image(ImageID)
    /// Vector shapes: the list that each frame's state names.
    case vector
    /// An isolated group of sprites, back to front. Exists only where isolation changes pixels: for opacity of
    /// overlapping children, a clip, matte or filter of all, or around a blend mode.
    case group([Sprite])
  }

  /// Part of the source document that the sprite is made from.
  public var origin: SpriteOrigin
  /// Key by which apps replace the image at run time; nil if the source defines none.
  public var replacementKey: String?
  /// Kind and source of what is drawn.
  public var content: Content
  /// Matte, in parent space; nil for none.
  public var matte: Matte?
  /// Blend mode with the backdrop inside the nearest isolated group.
  public var blendMode: BlendMode
  /// States, one for each frame of the timeline.
  public var frames: FrameStates

  /// A sprite made from a part of a source document.
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

  /// A sprite whose origin is known only by layer names.
  public init(
    layers: [String], replacementKey: String? = nil, content: Content, matte: Matte? = nil,
    blendMode: BlendMode = .normal, frames: [FrameState]
  ) {
    self.init(
      SpriteOrigin(names: layers), replacementKey: replacementKey, content: content, matte: matte,
      blendMode: blendMode, frames: frames)
  }

  /// The sprite embedded in a longer timeline with its first frame at `frame`; hidden in all other frames.
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

  /// Layer names from the outermost source layer inwards; never empty.
  public var layers: [String] { origin.names }

  /// Name of the innermost source layer, or of the part of it that the sprite represents.
  public var name: String { origin.name }

  /// Location for findings about the sprite.
  public var path: DocumentPath { origin.path() }
}

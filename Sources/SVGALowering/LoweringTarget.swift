/// What the players of the result draw right, beyond solid shapes and bitmaps that are placed and faded.
public struct LoweringTarget: Sendable, Hashable {
  /// Clips cut vector sprites, not only bitmaps.
  public var clipsVectors = false
  /// Clips have smooth edges.
  public var antialiasesClips = false
  /// Sprites are cut by the alpha of another sprite.
  public var drawsMattes = false
  /// Strokes are stretched by transforms that are not uniform.
  public var stretchesStrokes = false

  /// A target that can do nothing of it.
  public init() {}
}

internal import KilnGeometry
internal import KilnTimeline

/// A sprite with all frames of the file evaluated, from which timelines are sampled.
struct SpriteTrack: Sendable {
  /// One frame. Plain bits, because a file has up to millions.
  struct Frame: Sendable, BitwiseCopyable {
    var opacity: Double
    /// Sprite's layout space → canvas.
    var transform: Affine
    /// Size of a pixel of the bitmap in layout space; nil when no bitmap is drawn.
    var pixelSize: Size?
    /// Position in `MovieTables.shapeLists`; nil when there are no shapes.
    var shapes: Int?
    /// Position in `MovieTables.clips`.
    var clip: Int?

    static let hidden = Frame(opacity: 0, transform: .identity)

    /// Whether a bitmap and shapes share one opacity, so that they must be a group.
    var needsGroup: Bool { opacity > 0 && opacity < 1 && pixelSize != nil && shapes != nil }
  }

  /// The sprite in messages and in the timeline.
  var origin: SpriteOrigin
  /// Key by which apps replace the bitmap.
  var key: String
  /// Name of the matte that cuts the sprite; empty for none.
  var matteKey: String
  /// Position in `MovieTables.images`.
  var image: Int?
  /// The frames that the file has; afterwards the sprite is hidden.
  var frames: [Frame] = []

  /// The frame at an index; hidden where there is none.
  func frame(at index: Int) -> Frame { frames.indices.contains(index) ? frames[index] : .hidden }
}

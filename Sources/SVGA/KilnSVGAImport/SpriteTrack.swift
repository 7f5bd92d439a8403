internal import KilnGeometry
internal import KilnTimeline

/// A sprite with all frames of the file evaluated, from which timelines are sampled.
struct SpriteTrack: Sendable {
  /// One frame. Plain bits, because a file has up to millions.
  struct Frame: Sendable, BitwiseCopyable {
    var opacity: Double
    /// Sprite's layout space → canvas.
    var transform: Affine
    /// Place of the bitmap in layout space; nil when no bitmap is drawn.
    var bitmap: BitmapPlace?
    /// Position in `MovieTables.shapeLists`; nil when there are no shapes.
    var shapes: Int?
    /// Position in `MovieTables.clips`.
    var clip: Int?
    /// Whether the player fails at one of the shapes.
    var fails = false

    static let hidden = Frame(opacity: 0, transform: .identity)

    /// Whether a bitmap and shapes share one opacity, so that they must be a group.
    var needsGroup: Bool { opacity > 0 && opacity < 1 && bitmap != nil && shapes != nil }
  }

  /// The sprite in messages and in the timeline.
  var origin: SpriteOrigin
  /// Key by which apps replace the bitmap.
  var key: String
  /// Name of the matte that cuts the sprite; empty for none.
  var matteKey: String
  /// Whether the sprite is a matte.
  var isMatte: Bool
  /// Position in `MovieTables.images`.
  var image: Int?
  /// The frames that the file has.
  var frames: [Frame] = []
  /// What follows after them.
  var missingFrame = PlayerDrawing.MissingFrame.hidden
  /// Whether the player fails where the sprite is visible, and draws neither it nor what comes after it.
  var fails = false

  /// The frame at an index.
  func frame(at index: Int) -> Frame {
    if frames.indices.contains(index) { return frames[index] }
    return missingFrame == .kept ? frames.last ?? .hidden : .hidden
  }

  /// Whether the player fails at the sprite in a frame.
  func fails(at index: Int) -> Bool {
    let frame = frame(at: index)
    if frame.opacity > 0, fails || frame.fails { return true }
    return index >= frames.count && (missingFrame == .stops || missingFrame == .blank)
  }
}

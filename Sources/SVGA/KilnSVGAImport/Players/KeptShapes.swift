internal import KilnSVGAFormat

/// The shapes that KEEP stands for, followed from frame to frame and, for some players, from sprite to sprite.
///
/// Shapes are positions in `MovieTables.shapeLists`; nil for none.
struct KeptShapes {
  private let keeping: PlayerDrawing.Keeping
  /// Whether the movie is JSON, in which a frame without shapes may have no list of them.
  private let isText: Bool
  /// Those of the sprite's frame before, or of the last one that has any.
  private(set) var previous: Int?
  /// Those that were read last, of any sprite.
  private var read: Int?
  /// Those that the sprite shows, and the frame that they are of.
  private var shown: (frame: Int, shapes: Int?) = (0, nil)
  /// The last frame of the sprite that is no KEEP.
  private var source = 0

  init(_ keeping: PlayerDrawing.Keeping, isText: Bool) {
    self.keeping = keeping
    self.isText = isText
  }

  /// Starts with another sprite.
  mutating func beginSprite() { (previous, shown, source) = (nil, (0, nil), 0) }

  /// Steps to a frame that has shapes of its own, or none, and returns those that it shows.
  mutating func show(_ shapes: Int?, of frame: SVGAFrameEntity, at index: Int, isVisible: Bool) -> Int? {
    if keeping != .filledFrame || shapes != nil { previous = shapes }
    if !isText || !frame.shapes.isEmpty { read = shapes }
    // iOS makes the layers of the first frame, whether it is visible or not.
    if isVisible || index == 0 { shown = (index, shapes) }
    source = index
    return shapes
  }

  /// Steps to a frame with KEEP and returns the shapes that it shows.
  mutating func keep(at index: Int, isVisible: Bool) -> Int? {
    switch keeping {
    case .frame, .filledFrame: return previous
    case .movie: return read
    case .shownFrame:
      guard isVisible else { return nil }
      if shown.frame != source { shown = (index, nil) }
      return shown.shapes
    }
  }
}

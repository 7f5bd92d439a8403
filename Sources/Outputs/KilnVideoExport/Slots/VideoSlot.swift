internal import KilnPixels

/// A key of the animation whose picture or text apps put in: VAP calls it a source.
public struct VideoSlot: Sendable, Hashable {
  /// What apps put in.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A picture.
    case image
    /// A text.
    case text
  }

  /// Replacement key of the sprites.
  public var key: String
  /// What apps put in.
  public var kind: Kind

  /// A slot for a key.
  public init(key: String, kind: Kind = .image) { (self.key, self.kind) = (key, kind) }
}

/// Where the picture of a slot is shown.
struct SlotMotion: Sendable {
  let slot: VideoSlot
  /// Size of the picture in the animation, in its own pixels.
  let width: Int
  let height: Int
  /// By frame, in pixels of what is shown; nil where nothing is seen of it.
  let rects: [PixelRect?]

  /// Largest columns and rows of a frame.
  var largest: (width: Int, height: Int) {
    rects.reduce((1, 1)) { (max($0.0, $1?.width ?? 0), max($0.1, $1?.height ?? 0)) }
  }
}

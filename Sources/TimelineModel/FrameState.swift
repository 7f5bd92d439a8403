public import Geometry

/// Position of a shape list in its timeline.
public struct ShapeListID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.shapeLists`.
  public var index: Int { Int(rawValue) }
}

/// Position of a clip in its timeline.
public struct ClipID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.clips`.
  public var index: Int { Int(rawValue) }
}

/// Position of an image in its timeline.
public struct ImageID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.images`.
  public var index: Int { Int(rawValue) }
}

/// Position of a filter chain in its timeline.
public struct FilterChainID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.filterChains`.
  public var index: Int { Int(rawValue) }
}

/// What a sprite is in one frame. Plain bits: copying one touches no reference count.
public struct FrameState: Sendable, Hashable, BitwiseCopyable {
  /// Factor on the alpha of the sprite as a whole, 0…1; overlapping parts do not show through each other. 0 means that
  /// nothing is drawn in this frame.
  public var opacity: Double
  /// Sprite space → space of the parent (the group, or the canvas).
  public var transform: Affine
  /// What a vector sprite shows, else nil.
  public var shapes: ShapeListID?
  /// Changes the sprite's picture before anything cuts it.
  public var filters: FilterChainID?
  /// Cuts the sprite, in sprite space.
  public var clip: ClipID?

  /// A state that draws something.
  public init(
    opacity: Double, transform: Affine, shapes: ShapeListID? = nil, filters: FilterChainID? = nil, clip: ClipID? = nil
  ) {
    self.opacity = opacity
    self.transform = transform
    self.shapes = shapes
    self.filters = filters
    self.clip = clip
  }

  /// Draws nothing.
  public static let hidden = FrameState(opacity: 0, transform: .identity)

  /// Whether anything is drawn.
  public var isVisible: Bool { opacity > 0 }
}

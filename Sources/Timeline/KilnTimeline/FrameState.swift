public import KilnGeometry

/// ID of a shape list in its timeline.
public struct ShapeListID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.shapeLists`.
  public var index: Int { Int(rawValue) }
}

/// ID of a clip path in its timeline.
public struct ClipID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.clips`.
  public var index: Int { Int(rawValue) }
}

/// ID of an image in its timeline.
public struct ImageID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.images`.
  public var index: Int { Int(rawValue) }
}

/// ID of a filter chain in its timeline.
public struct FilterChainID: Sendable, Hashable, BitwiseCopyable {
  let rawValue: Int32
  /// Index in `Timeline.filterChains`.
  public var index: Int { Int(rawValue) }
}

/// State of a sprite in one frame. Bitwise copyable, so that copies need no reference counting.
public struct FrameState: Sendable, Hashable, BitwiseCopyable {
  /// Group opacity: factor on the alpha of the composited sprite, 0…1. At 0 the sprite is hidden in this frame.
  public var opacity: Double
  /// Sprite space → parent space (the group's, or the canvas).
  public var transform: Affine
  /// Shapes of a vector sprite; nil for all others and where nothing is drawn.
  public var shapes: ShapeListID?
  /// Filters, applied to the content before clip, opacity and matte.
  public var filters: FilterChainID?
  /// Clip path in sprite space, filled with the non-zero rule.
  public var clip: ClipID?

  /// A state; visible if `opacity` is above 0.
  @inlinable
  public init(
    opacity: Double, transform: Affine, shapes: ShapeListID? = nil, filters: FilterChainID? = nil, clip: ClipID? = nil
  ) {
    self.opacity = opacity
    self.transform = transform
    self.shapes = shapes
    self.filters = filters
    self.clip = clip
  }

  /// The state of frames in which the sprite is not drawn.
  @inlinable
  public static var hidden: FrameState { FrameState(opacity: 0, transform: .identity) }

  /// Whether the sprite is drawn.
  @inlinable
  public var isVisible: Bool { opacity > 0 }
}

public import KilnTimeline

/// One of several animations in an atlas.
public struct AtlasAnimation: Sendable {
  /// Name of the animation and of its frames in the descriptor.
  public var name: String
  /// Its frames.
  public var timeline: Timeline

  /// An animation.
  public init(name: String, timeline: Timeline) {
    self.name = name
    self.timeline = timeline
  }
}

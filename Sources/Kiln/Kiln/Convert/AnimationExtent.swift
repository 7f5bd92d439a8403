public import KilnGeometry
public import KilnTimeline

/// Size, rate and length of an animation.
public struct AnimationExtent: Sendable, Hashable {
  /// Size of the canvas in pixels.
  public var canvas: Size
  /// Frames per second.
  public var frameRate: Double
  /// Number of frames.
  public var frameCount: Int

  /// Length of the animation in milliseconds.
  public var durationMilliseconds: Double { Double(frameCount) * 1000 / frameRate }

  init(canvas: Size, frameRate: Double, frameCount: Int) {
    (self.canvas, self.frameRate, self.frameCount) = (canvas, frameRate, frameCount)
  }

  /// The extent of a timeline.
  public init(_ timeline: Timeline) {
    self.init(canvas: timeline.canvas, frameRate: timeline.frameRate, frameCount: timeline.frameCount)
  }
}

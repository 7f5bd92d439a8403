public import KilnGeometry

/// Changes of time and size of a document that is edited and not made anew.
public struct DocumentChange: Sendable, Hashable {
  /// Part of the source that is shown, in its frames.
  public var range: Range<Double>
  /// Frames per second of the result.
  public var frameRate: Double
  /// Frames of the result for one of the source.
  public var frameFactor: Double
  /// Playback speed as a factor on that of the source.
  public var speed: Double
  /// Size of the result in pixels.
  public var canvas: Size
  /// The source's canvas → that of the result.
  public var transform: Affine

  /// A part of a source at a frame rate, speed and size.
  public init(
    range: Range<Double>, frameRate: Double, frameFactor: Double, speed: Double, canvas: Size, transform: Affine
  ) {
    (self.range, self.frameRate, self.frameFactor, self.speed) = (range, frameRate, frameFactor, speed)
    (self.canvas, self.transform) = (canvas, transform)
  }
}

public import KilnTimeline

/// The animation at one of the frame rates and sizes that a search considers.
public struct ExportVariant: Sendable {
  /// Frames per second.
  public var frameRate: Double
  /// Factor on the width and height that are asked for.
  public var scale: Double
  /// The frames at that rate and size.
  public var timeline: Timeline
  /// Whether every frame is asked for as it is in the source, so that an exporter may `repack` its file.
  public var keepsSource: Bool
  /// Names, budget, bounds, threads and progress.
  public var context: ExportContext
  /// Whether no other variant is left: what estimates refuse is made all the same, with all given up that may be, so that its
  /// size is known.
  public var isLast = false

  /// A variant.
  public init(
    frameRate: Double, scale: Double, timeline: Timeline, keepsSource: Bool = false, context: ExportContext
  ) {
    self.frameRate = frameRate
    self.scale = scale
    self.timeline = timeline
    self.keepsSource = keepsSource
    self.context = context
  }
}

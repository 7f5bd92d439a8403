public import Diagnostics

extension Rule {
  /// The canvas has no area.
  public static let timelineBadCanvas = Rule(
    "timeline.canvas", .error, .rejected, "The canvas' width and height must be numbers above zero.")
  /// The frame rate makes no sense.
  public static let timelineBadFrameRate = Rule(
    "timeline.frameRate", .error, .rejected, "The frame rate must be a number above 0 and at most 1000.")
  /// There is nothing to play.
  public static let timelineNoFrames = Rule(
    "timeline.noFrames", .error, .rejected, "The animation must have at least one frame.")
  /// A number cannot be stored or drawn.
  public static let timelineNotFinite = Rule(
    "timeline.notFinite", .warning, .dropped,
    "A number in a transform, shape or effect is too large for a 32-bit float; it is not drawn.")
}

extension Rule {
  /// There is sound where none can be.
  public static let timelineAudioDropped = Rule(
    "timeline.audio.dropped", .warning, .dropped,
    "Sounds are left out: only SVGA 2.x carries them, and only when it plays as fast as the source.")
}

/// The rules of this module.
public enum TimelineRules {
  /// All of them.
  public static let all: [Rule] = [
    .timelineAudioDropped, .timelineBadCanvas, .timelineBadFrameRate, .timelineNoFrames, .timelineNotFinite,
  ]
}

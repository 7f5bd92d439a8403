public import KilnDiagnostics

extension Rule {
  /// The canvas has no area, or next to none.
  public static let timelineBadCanvas = Rule(
    "timeline.canvas", .error, .rejected,
    "The canvas' width and height must be numbers of at least 0.1.",
    why: "There is nothing to draw on.",
    remedy: "In After Effects, check the size of the composition, and export again.")
  /// The frame rate is not a number of 0.001…1000.
  public static let timelineBadFrameRate = Rule(
    "timeline.frameRate", .error, .rejected,
    "The frame rate must be a number of at least 0.001 and at most 1000.",
    why: "Nothing can be timed.",
    remedy: "In After Effects, check the frame rate of the composition, and export again.")
  /// The animation has no frames.
  public static let timelineNoFrames = Rule(
    "timeline.noFrames", .error, .rejected,
    "The animation must have at least one frame.",
    why: "There is nothing to show.",
    remedy: "In After Effects, check the work area of the composition, and export again.")
  /// A number does not fit into a 32-bit float.
  public static let timelineNotFinite = Rule(
    "timeline.notFinite", .warning, .dropped,
    "A number in a transform, shape or effect is too large for a 32-bit float; it is not drawn.",
    why: "The sprite is not seen in these frames.",
    remedy: "In After Effects, look for a scale of 0, a huge number, or an expression that divides by 0.")
}

extension Rule {
  /// The animation is played in another way than its sounds can be.
  public static let timelineAudioDropped = Rule(
    "timeline.audio.dropped", .warning, .dropped,
    "Sounds are left out, because they are played only as fast as in the source, and forwards.",
    why: "The result is silent.",
    remedy: "Ship the sound beside the animation, or keep the source's own speed.")
  /// The format has no sound.
  public static let timelineAudioNone = Rule(
    "timeline.audio.none", .note, .dropped,
    "Sounds are left out, because the output has none: only SVGA 2.x and timeline files do.",
    why: "The result is silent.",
    remedy: "Ship the sound beside the animation, or write SVGA 2.")
}

/// Rules of this module.
public enum TimelineRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [
    .timelineAudioDropped, .timelineAudioNone, .timelineBadCanvas, .timelineBadFrameRate,
    .timelineNoFrames, .timelineNotFinite,
  ]
}

public import KilnDiagnostics

/// Rules of this module.
public enum VideoExportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.videoSize, .videoPadded, .videoAlpha, .videoSlot, .videoSound, .videoUnlike]
}

extension Rule {
  /// The video is larger than some phones decode.
  public static let videoSize = Rule(
    "video.size", .warning, .exact,
    "A side of the video is longer than the 1504 pixels that the decoders of all phones take.",
    why: "Phones with weaker decoders show nothing.",
    remedy: "Choose a smaller --width, or --preset vap-gift.")
  /// Rows or columns were added.
  public static let videoPadded = Rule(
    "video.padded", .note, .exact,
    "Video has even sides; a transparent column or row was added at the right or the bottom.",
    why: "The video is a pixel larger than the composition.",
    remedy: "Give the composition an even width and height, or choose them with --width and --height.")
  /// There are translucent pixels and no alpha.
  public static let videoAlpha = Rule(
    "video.alpha", .warning, .approximated,
    "The video has no alpha; what is transparent was drawn on black.",
    why: "The animation has a black ground in apps.",
    remedy: "Choose a --background, or another --alpha.")
  /// A key cannot be a slot.
  public static let videoSlot = Rule(
    "video.slot", .warning, .dropped,
    "Apps cannot put a picture or text in the place of a key: players of VAP draw one upright rectangle for a key and frame.",
    why: "The animation shows its own picture for every user.",
    remedy: "Let the layer only move and scale, without rotation, blend mode or filter, or choose another key.")
  /// A sound is missing.
  public static let videoSound = Rule(
    "video.sound", .warning, .dropped,
    "A sound cannot be decoded, or there are too many; the video plays without it.",
    why: "Users do not hear it.",
    remedy: "Store the sound as MP3, or leave it out with --mute.")
  /// The written video does not show what was drawn.
  public static let videoUnlike = Rule(
    "video.unlike", .error, .rejected, fault: .system,
    "The video that ffmpeg wrote does not show what was drawn; nothing was kept of it.",
    why: "There is no result: players would show something else.",
    remedy: "Install another version of ffmpeg, or choose a higher --quality.")
}

public import KilnDiagnostics

/// Rules of this module.
public enum PictureImportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.picturesSound, .picturesTimes, .picturesUntimed]
}

extension Rule {
  /// The sound of a video cannot be decoded.
  public static let picturesSound = Rule(
    "pictures.sound", .warning, .dropped,
    "The sound of a video cannot be decoded, and is left out.",
    why: "The result is silent.",
    remedy: "Store the sound as AAC, MP3 or Opus, or install an ffmpeg that decodes it.")
  /// Pictures are not shown exactly when the file says.
  public static let picturesTimes = Rule(
    "pictures.times", .warning, .approximated,
    "Pictures start with the frame nearest to their time, because no frame rate that can be written holds all times.",
    why: "The animation keeps its length, but pictures appear a few milliseconds earlier or later.",
    remedy: "Store the pictures with durations of whole hundredths of a second; for SVGA, of multiples of 1/60 s.")
  /// The files do not say how long pictures are shown.
  public static let picturesUntimed = Rule(
    "pictures.untimed", .note, .exact,
    "The pictures do not say how long they are shown; a frame rate was assumed.",
    why: "The animation may play faster or slower than it was meant.",
    remedy: "Say how many pictures are shown in a second with --fps.")
}

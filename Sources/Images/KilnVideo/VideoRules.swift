public import KilnDiagnostics

/// Rules of this module.
public enum VideoRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.videoMalformed]
}

extension Rule {
  /// A video file breaks its format.
  public static let videoMalformed = Rule(
    "video.malformed", .error, .rejected,
    "The video file is damaged, or made in a way that Kiln does not read.",
    why: "Players may refuse it, or show something else.",
    remedy: "Write the file anew.")
}

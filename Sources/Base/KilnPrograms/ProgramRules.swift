public import KilnDiagnostics

/// Rules of this module.
public enum ProgramRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [.programMissing, .programOld, .programFailed, .programStuck]
}

extension Rule {
  /// A program that the work needs is not installed.
  public static let programMissing = Rule(
    "program.missing", .error, .rejected, fault: .system,
    "A program that this format needs is not installed.",
    why: "There is no result: video is written and read by ffmpeg, which is no part of Kiln.",
    remedy:
      "Install it: `apt install ffmpeg`, `brew install ffmpeg` or `pip install imageio-ffmpeg`. Set KILN_FFMPEG to its path "
      + "if it is not on PATH.")
  /// A program is too old, or was built without what the work needs.
  public static let programOld = Rule(
    "program.old", .error, .rejected, fault: .system,
    "A program is too old for this work, or was built without a part that it needs.",
    why: "There is no result: options or codecs are missing.",
    remedy:
      "Install ffmpeg 4.4 or newer, with libx264 and libvpx, and set KILN_FFMPEG to its path if there are several.")
  /// A program ended before its work was done.
  public static let programFailed = Rule(
    "program.failed", .error, .rejected, fault: .system,
    "A program that does a part of the work failed or was ended.",
    why: "There is no result; the message has the program's last words.",
    remedy:
      "Read what the program says. If the system ended it, there may be too little memory: choose a smaller --scale.")
  /// A program neither took nor gave anything for long.
  public static let programStuck = Rule(
    "program.stuck", .error, .rejected, fault: .system,
    "A program that does a part of the work stood still and was ended.",
    why: "There is no result.",
    remedy: "Run it again on a machine with less load, or choose a smaller --scale.")
}

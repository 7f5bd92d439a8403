public import Diagnostics

/// The rules of this module.
public enum WebPExportRules {
  /// All of them.
  public static let all: [Rule] = [.webpFrameRate, .webpBytesReduced, .webpBytesUnreachable]
}

extension Rule {
  /// Frames would be shorter than viewers show them.
  public static let webpFrameRate = Rule(
    "webp.frameRate", .warning, .approximated,
    "Viewers slow down frames as short as these; the animation is drawn at a lower rate and keeps its length.",
    why: "Played as asked, the animation would run in slow motion in browsers.",
    remedy: "Choose a lower rate with --fps; 30 is enough for most animations.")
  /// The file was made smaller by other settings than those asked for.
  public static let webpBytesReduced = Rule(
    "webp.bytes.reduced", .warning, .reduced,
    "The file had to stay within a number of bytes: its quality, its frame rate or its size is lower than asked "
      + "for.",
    why: "The file fits, and looks less sharp or moves less smoothly than asked for.",
    remedy: "Allow more with --max-bytes, or simplify the animation.")
  /// No setting makes the file as small as it must be.
  public static let webpBytesUnreachable = Rule(
    "webp.bytes.unreachable", .error, .rejected, fault: .policy,
    "Even at the lowest quality, frame rate and size the file is larger than allowed.",
    why: "The file breaks the limit that was set.",
    remedy: "Allow more bytes, or choose a smaller --scale, --width or --fps.")
}

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
    "Viewers slow down frames as short as these; the animation is drawn at a lower rate and keeps its length.")
  /// The file was made smaller by other settings than those asked for.
  public static let webpBytesReduced = Rule(
    "webp.bytes.reduced", .warning, .reduced,
    "The file had to stay within a number of bytes: its quality, its frame rate or its size is lower than asked for.")
  /// No setting makes the file as small as it must be.
  public static let webpBytesUnreachable = Rule(
    "webp.bytes.unreachable", .error, .rejected, fault: .demand,
    "Even at the lowest quality, frame rate and size the file is larger than allowed.")
}

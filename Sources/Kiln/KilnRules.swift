public import Diagnostics

extension Rule {
  /// Something was given up for a budget.
  public static let svgaBudgetReduced = Rule(
    "svga.budget.reduced", .warning, .reduced,
    "Colours, resolution or frame rate were lowered to keep to --max-bytes or --max-memory.",
    why: "The file fits, and looks less sharp or moves less smoothly than asked for.",
    remedy: "Allow more with --max-bytes and --max-memory, or simplify the animation.")
  /// A budget cannot be met.
  public static let svgaBudgetExceeded = Rule(
    "svga.budget.exceeded", .error, .rejected, fault: .policy,
    "The file is above --max-bytes or --max-memory, whatever is given up.",
    why: "The file breaks the limit that the app or the store sets.",
    remedy: "Allow more, choose a smaller --scale or --fps, or simplify the layers that the message names.")
  /// An SVGA file would be too large for phones.
  public static let svgaTooLarge = Rule(
    "svga.size.refused", .error, .rejected, fault: .policy,
    "The file would have more than 20 MB, or its bitmaps would take more than 64 MB of a player's memory.",
    why: "No phone plays such a file without running out of memory or stuttering.",
    remedy: "In After Effects, simplify the layers that the message names, above all blurs, glows and moving "
      + "gradients; or choose a smaller --scale, a lower --fps or --bitmap-scale. --max-memory and --max-bytes set "
      + "other limits, none lifts them.")
  /// An SVGA file is larger than is common.
  public static let svgaLarge = Rule(
    "svga.size.large", .warning, .exact,
    "The bitmaps take more than 8 MB of a player's memory, or the file has more than 2 MB.",
    why: "Old phones may run out of memory, and apps commonly accept no more; the official converter warns above "
      + "8 MB.",
    remedy: "In After Effects, simplify the layers that need bitmaps; or choose a smaller --bitmap-scale or "
      + "--max-memory.")
  /// An SVGA file is larger than its source.
  public static let svgaFileGrown = Rule(
    "svga.file.grown", .warning, .exact,
    "The file is larger than the SVGA file that it was made from: SVGA 2.x stores a bitmap for each of its keys, "
      + "SVGA 1.x once for all.",
    why: "A file that is converted to become smaller should not grow.",
    remedy: "Use fewer keys for the same bitmap, write --svga-version 1, or keep the source.")
}

/// The rules of this module.
public enum KilnRules {
  /// All of them.
  public static let all: [Rule] = [
    .svgaBudgetReduced, .svgaBudgetExceeded, .svgaTooLarge, .svgaLarge, .svgaFileGrown, .conversionFrameRate,
    .conversionEmpty, .animationChosen,
  ]
}

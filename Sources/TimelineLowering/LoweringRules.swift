public import Diagnostics

extension Rule {
  /// Something became a bitmap.
  public static let loweringBitmap = Rule(
    "lowering.bitmap", .warning, .approximated, "Something that the format cannot say is drawn as bitmaps.")
  /// A blend mode is lost.
  public static let loweringBlendMode = Rule(
    "lowering.blendMode", .warning, .approximated, "The format has no blend modes.")
  /// An image could not be turned into PNG.
  public static let loweringImageLost = Rule(
    "lowering.image", .warning, .dropped, "An image cannot be decoded, so that it cannot be written as PNG.")
}

/// The rules of this module.
public enum TimelineLoweringRules {
  /// All of them.
  public static let all: [Rule] = [.loweringBitmap, .loweringBlendMode, .loweringImageLost]
}

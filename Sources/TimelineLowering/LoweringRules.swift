public import Diagnostics

extension Rule {
  /// Something became a bitmap.
  public static let loweringBitmap = Rule(
    "lowering.bitmap", .warning, .approximated, "Something that the format cannot say is drawn as bitmaps.")
  /// Something became a bitmap in every frame, about as large as the canvas.
  public static let loweringSequence = Rule(
    "lowering.sequence", .warning, .approximated,
    "Something that the format cannot say is drawn as a sequence of large bitmaps, which takes much memory.")
  /// A gradient is drawn in another way.
  public static let loweringGradient = Rule(
    "lowering.gradient", .note, .approximated,
    "A gradient is drawn as bands of solid colours, or as a small stretched bitmap that a clip cuts.")
  /// Something shows through between shapes that fade together.
  public static let loweringSeams = Rule(
    "lowering.seams", .note, .approximated,
    "Shapes that overlap in a translucent group are cut apart, so that hairs of what is below show between them.")
  /// A clip has rough edges.
  public static let loweringRoughClip = Rule(
    "lowering.roughClip", .warning, .approximated,
    "Something is cut by a clip instead of being many bitmaps; some players do not smooth the clip's edges.")
  /// Bitmaps are smaller than asked for.
  public static let loweringResolution = Rule(
    "lowering.resolution", .warning, .approximated,
    "Bitmaps are drawn at a lower resolution, because they would take more memory than the limits allow.")
  /// A blend mode is lost, and little of the picture changes.
  public static let loweringBlendMode = Rule(
    "lowering.blendMode", .warning, .approximated,
    "The format has no blend modes; a layer is drawn as normal, which changes a tenth of the picture at most.")
  /// A blend mode is lost, and much of the picture changes.
  public static let loweringBlendModeVisible = Rule(
    "lowering.blendMode.visible", .error, .approximated, fault: .demand,
    "The format has no blend modes; a layer drawn as normal changes more than a tenth of the picture.")
  /// An image could not be turned into PNG.
  public static let loweringImageLost = Rule(
    "lowering.image", .warning, .dropped, "An image cannot be decoded, so that it cannot be written as PNG.")
}

/// The rules of this module.
public enum TimelineLoweringRules {
  /// All of them.
  public static let all: [Rule] = [
    .loweringBitmap, .loweringSequence, .loweringGradient, .loweringSeams, .loweringRoughClip, .loweringResolution,
    .loweringBlendMode, .loweringBlendModeVisible, .loweringImageLost,
  ]
}

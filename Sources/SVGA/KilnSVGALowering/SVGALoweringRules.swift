package import KilnDiagnostics

extension Rule {
  /// Something became a bitmap.
  package static let loweringBitmap = Rule(
    "lowering.bitmap", .note, .approximated,
    "Something that SVGA cannot say is drawn as bitmaps.",
    why: "Bitmaps make the file larger, take memory in the player, and are not sharp when they are enlarged.",
    remedy: "In After Effects, replace the effect, matte or blend mode that the finding names by plain shapes, or "
      + "bake it into one image. --bitmap-scale makes the bitmaps smaller.")
  /// Something became a bitmap in every frame, about as large as the canvas.
  package static let loweringSequence = Rule(
    "lowering.sequence", .warning, .approximated,
    "Something that SVGA cannot say is drawn as a sequence of large bitmaps.",
    why: "Every frame is a bitmap as large as the canvas: the file is large, and phones may run out of memory.",
    remedy: "In After Effects, replace the effect, matte or gradient that the finding names by plain shapes; or "
      + "write animated WebP.")
  /// Shapes became bitmaps because players draw these faster.
  package static let loweringTime = Rule(
    "lowering.time", .note, .approximated,
    "Shapes that would take players long to draw are drawn as bitmaps.",
    why: "Players read the path of every shape again in each frame. Bitmaps are not sharp when they are enlarged.",
    remedy: "In After Effects, give the layer fewer points; or choose --max-cost none, which keeps all shapes.")
  /// A gradient is drawn in another way.
  package static let loweringGradient = Rule(
    "lowering.gradient", .note, .approximated,
    "A gradient is drawn as bands of solid colours, or as a small stretched bitmap that a clip cuts.",
    why: "Fine steps may be seen in large areas.",
    remedy: "In After Effects, use fewer colour stops, or solid colours where the gradient is hardly seen.")
  /// Something shows through between shapes that fade together.
  package static let loweringSeams = Rule(
    "lowering.seams", .note, .approximated,
    "Shapes that overlap in a translucent group are cut apart, so that hairs of what is below show between them.",
    why: "Fine lines of what lies below may be seen between the shapes.",
    remedy: "In After Effects, merge the shapes of the group to one path, or animate the opacity of the colour "
      + "instead of the layer's.")
  /// A clip has rough edges.
  package static let loweringRoughClip = Rule(
    "lowering.roughClip", .note, .approximated,
    "Something is cut by a clip instead of being many bitmaps; some players do not smooth the clip's edges.",
    why: "Edges look jagged in some players.",
    remedy: "In After Effects, cut the shapes themselves instead of masking them, or choose --profile native if "
      + "only apps play the file.")
  /// Bitmaps are smaller than asked for.
  package static let loweringResolution = Rule(
    "lowering.resolution", .warning, .approximated,
    "Bitmaps are drawn at a lower resolution, because they would take more memory than the limits allow.",
    why: "The picture is less sharp than asked for.",
    remedy: "In After Effects, replace what needs bitmaps by plain shapes; or choose a smaller --scale or a lower "
      + "--fps.")
  /// Bitmaps take more memory than asked for.
  package static let loweringMemory = Rule(
    "lowering.memory", .error, .rejected, fault: .policy,
    "The bitmaps that stand in for what the format cannot say take more memory than is allowed for them.",
    why: "Phones have no memory for so many bitmaps.",
    remedy: "In After Effects, simplify the layers that the message names; or choose a smaller --bitmap-scale, "
      + "--scale or --fps.")
  /// A blend mode became the nearest normal colours, and little of the picture changes.
  package static let loweringBlendMode = Rule(
    "lowering.blendMode", .warning, .approximated,
    "SVGA has no blend modes; the nearest normal colours clearly change a tenth of the picture at most.",
    why: "Where the layer lies over others, its colours differ from the design.",
    remedy: "In After Effects, set the layer to Normal, and choose colours that look the same; or write animated "
      + "WebP.")
  /// A blend mode became the nearest normal colours, and much of the picture changes.
  package static let loweringBlendModeVisible = Rule(
    "lowering.blendMode.visible", .error, .approximated, fault: .policy,
    "SVGA has no blend modes; the nearest normal colours clearly change more than a tenth of the picture.",
    why: "The picture visibly differs from the design.",
    remedy: "In After Effects, set the layer to Normal, and choose colours that look the same; or write animated "
      + "WebP. --allow accepts the difference.")
  /// An image could not be turned into PNG.
  package static let loweringImageLost = Rule(
    "lowering.image", .warning, .dropped, fault: .missingImage,
    "An image cannot be decoded, so that it cannot be written as PNG.",
    why: "A part of the picture is missing.",
    remedy: "Export the image again, as PNG.")
}

/// Rules of this module.
package enum SVGALoweringRules {
  /// All rules that this module declares.
  package static let all: [Rule] = [
    .loweringBitmap, .loweringSequence, .loweringTime, .loweringGradient, .loweringSeams, .loweringRoughClip,
    .loweringResolution,
    .loweringMemory, .loweringBlendMode, .loweringBlendModeVisible, .loweringImageLost, .playerCostExceeded,
  ]
}

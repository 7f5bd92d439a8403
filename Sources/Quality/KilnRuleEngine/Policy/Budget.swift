package import KilnDiagnostics

// Upper bounds for a class of animations. They are checked where a project sets them.

extension Rule {
  package static let budgetBytes = Rule(
    "budget.bytes", .error, .exact,
    "The file is larger than its budget.",
    why: "It takes longer to load than was agreed.",
    remedy: "In After Effects, use fewer layers, vertices, keyframes and smaller images; or convert with --max-bytes.")
  package static let budgetPacked = Rule(
    "budget.packedBytes", .error, .exact,
    "The file is larger than its budget when it is packed with gzip, as servers send it.",
    why: "It takes longer to load than was agreed.",
    remedy: "In After Effects, use fewer layers, vertices, keyframes and smaller images.")
  package static let budgetDecoded = Rule(
    "budget.decodedBytes", .error, .exact,
    "The decoded images take more memory than their budget.",
    why: "Apps slow down or are ended by the system.",
    remedy: "In After Effects, use smaller and fewer images.")
  package static let budgetImages = Rule(
    "budget.images", .error, .exact,
    "There are more images than the budget allows.",
    why: "Each is a texture of its own.",
    remedy: "In After Effects, use fewer images, or shapes.")
  package static let budgetLayers = Rule(
    "budget.layers", .error, .exact,
    "There are more layers than the budget allows.",
    why: "Players visit every layer in every frame.",
    remedy: "In After Effects, merge layers, and delete those that are not seen.")
  package static let budgetShapes = Rule(
    "budget.shapes", .error, .exact,
    "There are more shape items than the budget allows.",
    why: "Players compute every item in every frame.",
    remedy: "In After Effects, merge groups and paths of the same colour.")
  package static let budgetPoints = Rule(
    "budget.pathPoints", .error, .exact,
    "Paths have more vertices than the budget allows.",
    why: "Players flatten and fill every vertex in every frame.",
    remedy: "In Illustrator, choose Object › Path › Simplify; do not trace images with many colours.")
  package static let budgetFramePoints = Rule(
    "budget.framePoints", .error, .exact,
    "Paths of one frame have more vertices than the budget allows.",
    why: "Players flatten and fill every vertex in every frame; the busiest frame decides whether it stutters.",
    remedy: "In Illustrator, choose Object › Path › Simplify; in After Effects, show fewer layers at the same time.")
  package static let budgetMasks = Rule(
    "budget.masks", .error, .exact,
    "There are more masks than the budget allows.",
    why: "Each mask needs a drawing pass of its own.",
    remedy: "In After Effects, cut the shapes themselves.")
  package static let budgetMattes = Rule(
    "budget.mattes", .error, .exact,
    "There are more track mattes than the budget allows.",
    why: "Each matte needs two drawing passes and a picture between them.",
    remedy: "In After Effects, cut the shapes themselves.")
  package static let budgetEffects = Rule(
    "budget.effects", .error, .exact,
    "There are more effects than the budget allows.",
    why: "Each effect needs a drawing pass, and few players have them.",
    remedy: "In After Effects, draw the result of the effect as shapes.")
  package static let budgetKeyframes = Rule(
    "budget.keyframes", .error, .exact,
    "There are more keyframes than the budget allows.",
    why: "They make up most of large files.",
    remedy: "In After Effects, use fewer keyframes with easing; Window › Smoother removes those of tracked motion.")
  package static let budgetDuration = Rule(
    "budget.duration", .error, .exact,
    "The animation is longer than its budget.",
    why: "Users wait longer than was agreed.",
    remedy: "In After Effects, shorten the work area.")
  package static let budgetFrames = Rule(
    "budget.frames", .error, .exact,
    "The animation has more frames than the budget allows.",
    why: "Formats that store frames become larger.",
    remedy: "In After Effects, shorten the work area or lower the frame rate.")
  package static let budgetCanvas = Rule(
    "budget.canvas", .error, .exact,
    "The canvas is larger than the budget allows.",
    why: "Formats of pixels become larger, and intermediate pictures of mattes and groups, too.",
    remedy: "In After Effects, scale the composition down with File › Scripts › Scale Composition.")
}

/// The bounds of budgets, each of which is the option of a rule.
package enum Budget {
  private static func bound(_ standard: Double, _ summary: String) -> ValidationRule.Option {
    ValidationRule.Option("limit", standard, summary)
  }

  package static let bytes = bound(2_000_000, "Bytes of the file.")
  package static let packed = bound(500_000, "Bytes of the JSON, packed with gzip.")
  package static let decoded = bound(15_728_640, "Bytes of all decoded images, 4 a pixel.")
  package static let images = bound(30, "Number of images.")
  package static let layers = bound(100, "Number of layers or sprites in the file.")
  package static let shapes = bound(500, "Number of shape items.")
  package static let points = bound(3000, "Number of vertices of all paths.")
  package static let framePoints = bound(3000, "Number of vertices of all paths in one frame.")
  package static let masks = bound(5, "Number of masks.")
  package static let mattes = bound(3, "Number of layers that are cut by a matte.")
  package static let effects = bound(0, "Number of effects.")
  package static let keyframes = bound(2000, "Number of keyframes.")
  package static let duration = bound(10, "Duration in seconds.")
  package static let frames = bound(300, "Number of frames.")
  package static let canvas = bound(1500, "Longer side of the canvas in pixels.")

  /// A budget: its rule is only checked where a project sets the bound.
  package static func rule(_ rule: Rule, _ option: ValidationRule.Option) -> ValidationRule {
    ValidationRule(rule, .budgets, options: [option], isOptIn: true)
  }
}

internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnSVGAFormat
internal import KilnTimeline

// Upper bounds for a class of animations. They are checked where a project sets them.

extension Rule {
  static let budgetBytes = Rule(
    "budget.bytes", .error, .exact,
    "The file is larger than its budget.",
    why: "It takes longer to load than was agreed.",
    remedy: "In After Effects, use fewer layers, vertices, keyframes and smaller images; or convert with --max-bytes.")
  static let budgetPacked = Rule(
    "budget.packedBytes", .error, .exact,
    "The file is larger than its budget when it is packed with gzip, as servers send it.",
    why: "It takes longer to load than was agreed.",
    remedy: "In After Effects, use fewer layers, vertices, keyframes and smaller images.")
  static let budgetDecoded = Rule(
    "budget.decodedBytes", .error, .exact,
    "The decoded images take more memory than their budget.",
    why: "Apps slow down or are ended by the system.",
    remedy: "In After Effects, use smaller and fewer images.")
  static let budgetImages = Rule(
    "budget.images", .error, .exact,
    "There are more images than the budget allows.",
    why: "Each is a texture of its own.",
    remedy: "In After Effects, use fewer images, or shapes.")
  static let budgetLayers = Rule(
    "budget.layers", .error, .exact,
    "There are more layers than the budget allows.",
    why: "Players visit every layer in every frame.",
    remedy: "In After Effects, merge layers, and delete those that are not seen.")
  static let budgetShapes = Rule(
    "budget.shapes", .error, .exact,
    "There are more shape items than the budget allows.",
    why: "Players compute every item in every frame.",
    remedy: "In After Effects, merge groups and paths of the same colour.")
  static let budgetPoints = Rule(
    "budget.pathPoints", .error, .exact,
    "Paths have more vertices than the budget allows.",
    why: "Players flatten and fill every vertex in every frame.",
    remedy: "In Illustrator, choose Object › Path › Simplify; do not trace images with many colours.")
  static let budgetFramePoints = Rule(
    "budget.framePoints", .error, .exact,
    "Paths of one frame have more vertices than the budget allows.",
    why: "Players flatten and fill every vertex in every frame; the busiest frame decides whether it stutters.",
    remedy: "In Illustrator, choose Object › Path › Simplify; in After Effects, show fewer layers at the same time.")
  static let budgetMasks = Rule(
    "budget.masks", .error, .exact,
    "There are more masks than the budget allows.",
    why: "Each mask needs a drawing pass of its own.",
    remedy: "In After Effects, cut the shapes themselves.")
  static let budgetMattes = Rule(
    "budget.mattes", .error, .exact,
    "There are more track mattes than the budget allows.",
    why: "Each matte needs two drawing passes and a picture between them.",
    remedy: "In After Effects, cut the shapes themselves.")
  static let budgetEffects = Rule(
    "budget.effects", .error, .exact,
    "There are more effects than the budget allows.",
    why: "Each effect needs a drawing pass, and few players have them.",
    remedy: "In After Effects, draw the result of the effect as shapes.")
  static let budgetKeyframes = Rule(
    "budget.keyframes", .error, .exact,
    "There are more keyframes than the budget allows.",
    why: "They make up most of large files.",
    remedy: "In After Effects, use fewer keyframes with easing; Window › Smoother removes those of tracked motion.")
  static let budgetDuration = Rule(
    "budget.duration", .error, .exact,
    "The animation is longer than its budget.",
    why: "Users wait longer than was agreed.",
    remedy: "In After Effects, shorten the work area.")
  static let budgetFrames = Rule(
    "budget.frames", .error, .exact,
    "The animation has more frames than the budget allows.",
    why: "Formats that store frames become larger.",
    remedy: "In After Effects, shorten the work area or lower the frame rate.")
  static let budgetCanvas = Rule(
    "budget.canvas", .error, .exact,
    "The canvas is larger than the budget allows.",
    why: "Formats of pixels become larger, and intermediate pictures of mattes and groups, too.",
    remedy: "In After Effects, scale the composition down with File › Scripts › Scale Composition.")
}

extension Inspector {
  static let budgets: [Inspector] = [fileBudgets, documentBudgets, movieBudgets, timelineBudgets, pictureBudgets]

  /// The bound of each budget: a rule is only checked where a project sets it.
  private static func bound(_ standard: Double, _ summary: String) -> ValidationRule.Option {
    ValidationRule.Option("limit", standard, summary)
  }

  private static let bytes = bound(2_000_000, "Bytes of the file.")
  private static let packed = bound(500_000, "Bytes of the JSON, packed with gzip.")
  private static let decoded = bound(15_728_640, "Bytes of all decoded images, 4 a pixel.")
  private static let images = bound(30, "Number of images.")
  private static let layers = bound(100, "Number of layers or sprites in the file.")
  private static let shapes = bound(500, "Number of shape items.")
  private static let points = bound(3000, "Number of vertices of all paths.")
  private static let framePoints = bound(3000, "Number of vertices of all paths in one frame.")
  private static let masks = bound(5, "Number of masks.")
  private static let mattes = bound(3, "Number of layers that are cut by a matte.")
  private static let effects = bound(0, "Number of effects.")
  private static let keyframes = bound(2000, "Number of keyframes.")
  private static let duration = bound(10, "Duration in seconds.")
  private static let frames = bound(300, "Number of frames.")
  private static let canvas = bound(1500, "Longer side of the canvas in pixels.")

  private static func budget(_ rule: Rule, _ option: ValidationRule.Option) -> ValidationRule {
    ValidationRule(rule, .budgets, options: [option], isOptIn: true)
  }

  private static let fileBudgets = Inspector(
    [budget(.budgetBytes, bytes)],
    { (visit: FileVisit) in
      let limit = visit.value(bytes, of: .budgetBytes)
      guard Double(visit.byteCount) > limit else { return }
      visit.report(.budgetBytes, "the file has \(ByteCount(visit.byteCount)), above \(ByteCount(limit))")
    })

  private static let documentBudgets = Inspector(
    [
      budget(.budgetPacked, packed), budget(.budgetLayers, layers), budget(.budgetShapes, shapes),
      budget(.budgetPoints, points), budget(.budgetMasks, masks), budget(.budgetMattes, mattes),
      budget(.budgetEffects, effects), budget(.budgetKeyframes, keyframes),
    ],
    { (visit: DocumentVisit) in
      func check(_ rule: Rule, _ count: Int, _ option: ValidationRule.Option, _ what: String) {
        let limit = visit.value(option, of: rule)
        if Double(count) > limit { visit.report(rule, "there are \(count) \(what), above \(limit.shortDescription)") }
      }
      let facts = visit.facts
      check(.budgetLayers, facts.layers, layers, "layers")
      check(.budgetShapes, facts.shapeItems, shapes, "shape items")
      check(.budgetPoints, facts.pathPoints, points, "vertices")
      check(.budgetMasks, facts.masks, masks, "masks")
      check(.budgetMattes, facts.mattes, mattes, "layers with mattes")
      check(.budgetEffects, facts.effects, effects, "effects")
      check(.budgetKeyframes, facts.keyframes, keyframes, "keyframes")
      guard visit.context.findings.isWanted(.budgetPacked),
        let data = try? Zlib.deflate(visit.context.source, level: 6)
      else { return }
      if Double(data.count) > visit.value(packed, of: .budgetPacked) {
        visit.report(.budgetPacked, "the JSON has \(ByteCount(data.count)) when it is packed")
      }
    })

  private static let movieBudgets = Inspector(
    [budget(.budgetLayers, layers)],
    { (visit: MovieVisit) in
      let limit = visit.value(layers, of: .budgetLayers)
      if Double(visit.movie.sprites.count) > limit {
        visit.report(.budgetLayers, "there are \(visit.movie.sprites.count) sprites, above \(limit.shortDescription)")
      }
    })

  private static let timelineBudgets = Inspector(
    [
      budget(.budgetDecoded, decoded), budget(.budgetImages, images), budget(.budgetDuration, duration),
      budget(.budgetFrames, frames), budget(.budgetCanvas, canvas), budget(.budgetFramePoints, framePoints),
    ],
    { (visit: TimelineVisit) in
      let timeline = visit.timeline
      let count = Double(timeline.images.count)
      let limit = visit.value(images, of: .budgetImages)
      if count > limit {
        visit.report(.budgetImages, "there are \(timeline.images.count) images, above \(limit.shortDescription)")
      }
      if visit.findings.isWanted(.budgetFramePoints) {
        let limit = visit.value(framePoints, of: .budgetFramePoints)
        let (count, frame) = timeline.largestVertexCount
        if Double(count) > limit {
          visit.report(
            .budgetFramePoints, "paths have \(count) vertices at a time, above \(limit.shortDescription)",
            at: DocumentPath(chain: [], frames: timeline.sourceFrames([frame])))
        }
      }
      let shown = ShownAmounts(
        milliseconds: visit.info.durationMilliseconds, frames: visit.info.frameCount,
        decodedBytes: timeline.decodedBytes,
        canvas: timeline.canvas)
      shown.check(visit.findings)
    })

  private static let pictureBudgets = Inspector(
    [
      budget(.budgetDecoded, decoded), budget(.budgetDuration, duration), budget(.budgetFrames, frames),
      budget(.budgetCanvas, canvas),
    ],
    { (visit: PictureVisit) in
      let (width, height) = (Double(visit.width), Double(visit.height))
      // An atlas is one picture in memory; players of animated pictures hold a frame and the one before.
      let bytes = min(width * height * 4 * (visit.milliseconds.count > 1 && visit.atlas == nil ? 2 : 1), 1e15)
      let shown = ShownAmounts(
        milliseconds: visit.milliseconds.reduce(0, +), frames: visit.milliseconds.count, decodedBytes: Int(bytes),
        canvas: Size(width, height))
      shown.check(visit.findings)
    })

  /// Limited quantities that animations of all formats have.
  private struct ShownAmounts {
    let milliseconds: Double
    let frames: Int
    let decodedBytes: Int
    let canvas: Size

    func check(_ findings: FindingCollector) {
      func limit(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.options.value(option, of: rule) }
      let memory = limit(Inspector.decoded, of: .budgetDecoded)
      if Double(decodedBytes) > memory {
        findings.report(
          .budgetDecoded, "the images take \(ByteCount(decodedBytes)) decoded, above \(ByteCount(memory))")
      }
      let seconds = milliseconds / 1000
      let longest = limit(Inspector.duration, of: .budgetDuration)
      if seconds > longest + 0.0005 {
        findings.report(
          .budgetDuration,
          "the animation is \(seconds.shortDescription) seconds long, more than \(longest.shortDescription)")
      }
      let most = limit(Inspector.frames, of: .budgetFrames)
      if Double(frames) > most {
        findings.report(.budgetFrames, "the animation has \(frames) frames, above \(most.shortDescription)")
      }
      let side = limit(Inspector.canvas, of: .budgetCanvas)
      if max(canvas.width, canvas.height) > side {
        findings.report(
          .budgetCanvas,
          "the canvas is \(canvas.width.shortDescription) × \(canvas.height.shortDescription) px, more than "
            + "\(side.shortDescription) px")
      }
    }
  }
}

extension ByteCount {
  /// A limit.
  fileprivate init(_ limit: Double) { self.init(Int(max(0, min(limit, 1e15)))) }
}

extension Timeline {
  /// The largest number of vertices that the visible shapes of a frame have, and the first such frame.
  fileprivate var largestVertexCount: (count: Int, frame: Int) {
    let counts = shapeLists.map { list in list.shapes.reduce(0) { $0 + $1.outline.vertexCount } }
    func vertices(_ sprites: [Sprite], _ frame: Int) -> Int {
      sprites.reduce(0) { sum, sprite in
        let state = sprite.frames[frame]
        guard state.isVisible else { return sum }
        var own = state.shapes.map { counts[$0.index] } ?? 0
        if case .group(let children) = sprite.content { own += vertices(children, frame) }
        return sum + own + vertices(sprite.matte?.sprites ?? [], frame)
      }
    }
    var largest = (count: 0, frame: 0)
    for frame in 0..<frameCount {
      let count = vertices(sprites, frame)
      if count > largest.count { largest = (count, frame) }
    }
    return largest
  }
}

extension Shape.Outline {
  /// Points at which segments start or end.
  fileprivate var vertexCount: Int {
    switch self {
    case .path(let path): path.verbs.count { $0 != .close }
    case .rect, .ellipse: 4
    }
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieRules
internal import KilnRuleEngine
internal import KilnSVGARules
internal import KilnTimeline

// Upper bounds that hold for animations of all formats.

extension RuleCheck {
  static let budgets: [RuleCheck] = [
    fileBudgets, documentBudgets, movieBudgets, timelineBudgets, pictureBudgets,
  ]

  private static let fileBudgets = RuleCheck(
    [Budget.rule(.budgetBytes, Budget.bytes)],
    { (visit: FileVisit) in
      let limit = visit.value(Budget.bytes, of: .budgetBytes)
      guard Double(visit.byteCount) > limit else { return }
      visit.report(.budgetBytes, "the file has \(ByteCount(visit.byteCount)), above \(ByteCount(limit))")
    })

  private static let timelineBudgets = RuleCheck(
    [
      Budget.rule(.budgetDecoded, Budget.decoded), Budget.rule(.budgetImages, Budget.images),
      Budget.rule(.budgetDuration, Budget.duration),
      Budget.rule(.budgetFrames, Budget.frames), Budget.rule(.budgetCanvas, Budget.canvas),
      Budget.rule(.budgetFramePoints, Budget.framePoints),
    ],
    { (visit: TimelineVisit) in
      let timeline = visit.timeline
      let count = Double(timeline.images.count)
      let limit = visit.value(Budget.images, of: .budgetImages)
      if count > limit {
        visit.report(.budgetImages, "there are \(timeline.images.count) images, above \(limit.shortDescription)")
      }
      if visit.findings.isWanted(.budgetFramePoints) {
        let limit = visit.value(Budget.framePoints, of: .budgetFramePoints)
        let (count, frame) = timeline.largestVertexCount
        if Double(count) > limit {
          visit.report(
            .budgetFramePoints, "paths have \(count) vertices at a time, above \(limit.shortDescription)",
            at: DocumentPath(chain: [], frames: timeline.sourceFrames([frame])))
        }
      }
      let shown = LimitedQuantities(
        milliseconds: visit.info.durationMilliseconds, frames: visit.info.frameCount,
        decodedBytes: timeline.decodedBytes,
        canvas: timeline.canvas)
      shown.check(visit.findings)
    })

  private static let pictureBudgets = RuleCheck(
    [
      Budget.rule(.budgetDecoded, Budget.decoded), Budget.rule(.budgetDuration, Budget.duration),
      Budget.rule(.budgetFrames, Budget.frames),
      Budget.rule(.budgetCanvas, Budget.canvas),
    ],
    { (visit: PictureVisit) in
      let (width, height) = (Double(visit.width), Double(visit.height))
      // An atlas is one picture in memory; players of animated pictures hold a frame and the one before.
      let bytes = min(width * height * 4 * (visit.milliseconds.count > 1 && visit.atlas == nil ? 2 : 1), 1e15)
      let shown = LimitedQuantities(
        milliseconds: visit.milliseconds.reduce(0, +), frames: visit.milliseconds.count, decodedBytes: Int(bytes),
        canvas: Size(width, height))
      shown.check(visit.findings)
    })

  /// Limited quantities that animations of all formats have.
  private struct LimitedQuantities {
    let milliseconds: Double
    let frames: Int
    let decodedBytes: Int
    let canvas: Size

    func check(_ findings: FindingCollector) {
      func limit(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.value(option, of: rule) }
      let memory = limit(Budget.decoded, of: .budgetDecoded)
      if Double(decodedBytes) > memory {
        findings.report(
          .budgetDecoded, "the images take \(ByteCount(decodedBytes)) decoded, above \(ByteCount(memory))")
      }
      let seconds = milliseconds / 1000
      let longest = limit(Budget.duration, of: .budgetDuration)
      if seconds > longest + 0.0005 {
        findings.report(
          .budgetDuration,
          "the animation is \(seconds.shortDescription) seconds long, more than \(longest.shortDescription)")
      }
      let most = limit(Budget.frames, of: .budgetFrames)
      if Double(frames) > most {
        findings.report(.budgetFrames, "the animation has \(frames) frames, above \(most.shortDescription)")
      }
      let side = limit(Budget.canvas, of: .budgetCanvas)
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

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieRules
internal import KilnRendering
internal import KilnRuleEngine
internal import KilnTimeline

// Rules of what is seen when the frames are drawn.

extension Rule {
  static let renderBlank = Rule(
    "render.blank", .error, .dropped,
    "No frame shows anything.",
    why: "Users see nothing.",
    remedy: "In After Effects, check which layers are on, in time and inside the canvas, and export again.")
  static let renderBlankFirst = Rule(
    "render.blank.first", .note, .exact,
    "The first frame shows nothing.",
    why: "Previews, lists, and viewers that show one frame only are empty.",
    remedy: "In After Effects, start the work area where something is seen, or let the app show another frame.")
  static let renderBlankLast = Rule(
    "render.blank.last", .note, .exact,
    "The last frame shows nothing.",
    why: "An animation that stops at its end disappears.",
    remedy: "In After Effects, end the work area where something is seen, if the animation shall stay.")
  static let renderBlankMiddle = Rule(
    "render.blank.middle", .note, .exact,
    "For a long part of the animation nothing is seen.",
    why: "Users think that it has ended or is broken.",
    remedy: "In After Effects, shorten the empty part, or check whether layers are missing.")
  static let renderCut = Rule(
    "render.cut", .note, .exact,
    "Something is cut by the edge of the canvas for most of the time.",
    why: "A part of the picture is missing, if it was not meant to bleed.",
    remedy: "In After Effects, make the composition larger or move the content inside.")
  static let renderSmall = Rule(
    "render.margins", .note, .exact,
    "All that is ever seen is in a small part of the canvas.",
    why: "Formats of pixels store and players clear the empty part, and developers must compensate for it.",
    remedy: "In After Effects, crop the composition to its content (Composition › Crop Comp to Region of Interest).")
  static let renderStill = Rule(
    "render.still", .note, .exact,
    "All frames look the same.",
    why: "A picture would be smaller and faster to draw, or a motion was lost.",
    remedy: "Export a picture, or check expressions and keyframes.")
  static let renderLoopSeam = Rule(
    "render.loopSeam", .warning, .exact,
    "The last frame is unlike the first, so that a loop jumps.",
    why: "Where the animation is looped, users see a jump at its end.",
    remedy: "In After Effects, copy the first keyframes to the end, and end the work area one frame before them.")
  static let renderFlash = Rule(
    "render.flash", .warning, .exact,
    "More than three times in a second, a large part of the picture becomes bright and dark.",
    why:
      "Such flashes can cause epileptic seizures; WCAG 2.3.1 forbids more than three in a second over a quarter of ten "
      + "degrees of the field of view. The canvas is taken at its own size in CSS pixels, at most 1024 × 768, on white and "
      + "on black.",
    remedy: "In After Effects, make the flashes slower, smaller or less bright.")
}

extension RuleCheck {
  static let rendering: [RuleCheck] = [blanks, neverVisible, cut, margins, stillFrames, seam, flashes]

  private static let gap = ValidationRule.Option("percent", 40, "Share of the frames that may be empty, in percent.")

  private static let blanks = RuleCheck(
    [
      ValidationRule(.renderBlank, .rendering), ValidationRule(.renderBlankFirst, .rendering),
      ValidationRule(.renderBlankLast, .rendering), ValidationRule(.renderBlankMiddle, .rendering, options: [gap]),
    ],
    { (visit: FramesVisit) in
      let frames = 0..<visit.timeline.frameCount
      let blank = frames.filter { visit.isBlank($0) }
      if blank.count == frames.count { return visit.report(.renderBlank, "no frame shows anything") }
      guard frames.count > 1 else { return }
      if blank.first == 0 { visit.report(.renderBlankFirst, "the first frame shows nothing", frames: [0]) }
      if blank.last == frames.upperBound - 1 {
        visit.report(.renderBlankLast, "the last frame shows nothing", frames: [frames.upperBound - 1])
      }
      let percent = Double(blank.count) * 100 / Double(frames.count)
      if percent > visit.value(gap, of: .renderBlankMiddle) {
        visit.report(.renderBlankMiddle, "\(Int(percent)) % of the frames show nothing", frames: blank)
      }
    })

  private static let cutShare = ValidationRule.Option("percent", 60, "Share of the frames in percent.")

  private static let cut = RuleCheck(
    [ValidationRule(.renderCut, .rendering, options: [cutShare])],
    { (visit: FramesVisit) in
      let names = ["left", "top", "right", "bottom"]
      var edges: [String] = []
      for edge in 0..<4 {
        // Content along most of an edge is a background.
        let frames = visit.facts.crossings.count { $0[edge] > 0.03 && $0[edge] < 0.7 }
        let percent = Double(frames) * 100 / Double(max(1, visit.facts.crossings.count))
        if percent > visit.value(cutShare, of: .renderCut) { edges.append(names[edge]) }
      }
      guard !edges.isEmpty else { return }
      visit.report(.renderCut, "something is cut at the \(edges.joined(separator: ", ")) for most of the time")
    })

  private static let used = ValidationRule.Option("percent", 15, "Share of the canvas that must be used, in percent.")

  private static let margins = RuleCheck(
    [ValidationRule(.renderSmall, .rendering, options: [used])],
    { (visit: FramesVisit) in
      guard let area = visit.facts.usedArea else { return }
      let percent = area * 100
      guard percent < visit.value(used, of: .renderSmall), percent > 0 else { return }
      visit.report(
        .renderSmall,
        "of the canvas, \(visit.animation.canvasText) px, only \(max(1, Int(percent.rounded()))) % are ever drawn on")
    })

  private static let stillFrames = RuleCheck(
    .rendering, [.renderStill],
    { (visit: FramesVisit) in
      guard visit.timeline.frameCount > 1, !visit.isBlank(0) else { return }
      let change = visit.facts.changes.max() ?? 0
      if change == 0 { visit.report(.renderStill, "the \(visit.animation.info.frameCount) frames look the same") }
    })

  private static let jump = ValidationRule.Option(
    "factor", 4, "How many times larger than other changes the jump may be.")

  private static let seam = RuleCheck(
    [ValidationRule(.renderLoopSeam, .rendering, options: [jump], isOptIn: true)],
    { (visit: FramesVisit) in
      guard visit.timeline.frameCount > 4 else { return }
      // The change that one frame in twenty exceeds.
      let changes = visit.facts.changes.dropFirst().sorted()
      let usual = changes[min(changes.count - 1, changes.count * 19 / 20)]
      guard visit.facts.seam > max(0.005, usual * visit.value(jump, of: .renderLoopSeam)) else { return }
      let percent = (visit.facts.seam * 100).shortDescription
      visit.report(.renderLoopSeam, "the last frame differs from the first by \(percent) % of the picture")
    })

  private static let flashes = RuleCheck(
    .rendering, [.renderFlash],
    { (visit: FramesVisit) in
      guard let worst = visit.facts.flashes.worst else { return }
      visit.report(
        .renderFlash, "a large area flashes more than \(FlashMeter.safeFlashes) times within a second", frames: worst)
    })
}

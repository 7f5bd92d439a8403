internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Splits vector sprites into sprites that conform to SVGA and sprites that need another form.
struct VectorSplitter {
  /// Maximum number of sprites that one is separated into.
  private static let maximumColumnCount = 48
  /// Cost of shapes from which separation is tried.
  private static let separationThreshold = 20_000.0
  /// Maximum cost of the separated sprites, as share of the cost before.
  private static let maximumCostRatio = 0.75

  private let timeline: Timeline
  private var builder: TimelineBuilder
  private var caches = RewriteCaches()
  private let capabilities: SVGACapabilities
  /// Sprites whose rewriting may be visible.
  private var flawed: [FlawVisibility.Subject] = []

  /// The timeline with vector sprites split.
  ///
  /// - Throws: `limit.exceeded`, or `work.cancelled` from `progress`.
  static func split(
    _ timeline: Timeline, capabilities: SVGACapabilities, keepsTextSlots: Bool, limits: Limits,
    progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var splitter = VectorSplitter(
      timeline: timeline, builder: try TimelineBuilder(editing: timeline, limits: limits), capabilities: capabilities)
    for (index, sprite) in timeline.sprites.enumerated() {
      try progress.report("splitting vectors", index, of: timeline.sprites.count)
      if case .vector = sprite.content, sprite.matte == nil, !(sprite.isTextSlot && keepsTextSlots) {
        try splitter.split(sprite, &log)
      } else {
        try splitter.append(sprite)
      }
    }
    splitter.reportFlaws(&log)
    return splitter.builder.build(log: &log)
  }

  /// Whether clips change over unchanged shapes, so that clips may cost less than cut shapes.
  private func changesClips(_ sprite: Sprite) -> Bool {
    var contents: Set<[Int?]> = []
    for state in sprite.frames where state.isVisible { contents.insert([state.shapes?.index, state.clip?.index]) }
    return contents.count > 2 * Set(contents.map { $0[0] }).count
  }

  private mutating func append(_ sprite: Sprite) throws(Diagnostic) {
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  private mutating func split(_ original: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    let sprite = try MotionFactoring.factor(original, in: &builder)
    let isTranslucent = sprite.frames.contains { $0.isVisible && $0.opacity < 1 }
    var rewriter = SpriteRewriter(
      sprite, in: builder, canvas: timeline.canvas, capabilities: capabilities, sharing: &caches)
    var parts = try parts(of: sprite, separated: isTranslucent, by: &rewriter)
    if rewriter.exceedsBandCost {
      rewriter.avoidBands()
      parts = try self.parts(of: sprite, separated: isTranslucent, by: &rewriter)
    }
    if !isTranslucent, parts.columns.count < Self.maximumColumnCount, cost(parts.columns) > Self.separationThreshold {
      // Shapes with motions of their own need one outline each if they are sprites of their own.
      let separated = try self.parts(of: sprite, separated: true, by: &rewriter)
      let isCheaper = cost(separated.columns) < Self.maximumCostRatio * cost(parts.columns)
      if separated.columns.count <= Self.maximumColumnCount, isCheaper { parts = separated }
    }
    builder.reportOmissions(at: sprite.path, to: &log)
    for column in parts.columns { try append(column) }
    let isWhole = !parts.rest.frames.contains(where: \.isVisible)
    if !isWhole { try append(parts.rest) }
    if !parts.flaws.isEmpty {
      let replacements = parts.columns + (isWhole ? [] : [parts.rest])
      flawed.append(FlawVisibility.Subject(sprite: original, replacements: replacements, flaws: parts.flaws))
    }
  }

  /// The sprites that replace one.
  private struct Parts {
    var columns: [Sprite]
    /// The sprite in the frames in which it needs another form.
    var rest: Sprite
    /// Frames of each visible difference.
    var flaws: [SpriteRewriter.Flaw: [Int]] = [:]
    /// Number of batches, over all frames, that need another form.
    var otherForms = 0
  }

  /// The parts, with clips instead of cut outlines where players clip vectors and that costs less.
  private mutating func parts(
    of sprite: Sprite, separated: Bool, by rewriter: inout SpriteRewriter
  ) throws(Diagnostic) -> Parts {
    guard capabilities.clipsVectors, changesClips(sprite) else {
      return try parts(of: sprite, separated: separated, keepsClips: false, by: &rewriter)
    }
    // Each attempt has its own account of bands.
    let fresh = rewriter
    let cut = try parts(of: sprite, separated: separated, keepsClips: false, by: &rewriter)
    let afterCut = rewriter
    rewriter = fresh
    let clipped = try parts(of: sprite, separated: separated, keepsClips: true, by: &rewriter)
    guard cut.otherForms <= clipped.otherForms, cost(cut.columns) < cost(clipped.columns) else { return clipped }
    rewriter = afterCut
    return cut
  }

  private mutating func parts(
    of sprite: Sprite, separated: Bool, keepsClips: Bool, by rewriter: inout SpriteRewriter
  ) throws(Diagnostic) -> Parts {
    var parts = Parts(columns: [], rest: sprite)
    var columns = SpriteColumns(of: sprite)
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      guard let shapes = state.shapes, state.filters == nil else { continue }
      let request = SpriteRewriter.Request(
        shapes: shapes, clip: keepsClips ? nil : state.clip, isSeparated: separated,
        overlapAllowed: state.opacity == 1)
      guard let batches = rewriter.batches(request, in: builder) else {
        parts.otherForms += 1
        continue
      }
      parts.otherForms += batches.count { !$0.conforms }
      parts.rest.frames[frame] = .hidden
      var states: [(state: FrameState, conforms: Bool)] = []
      for batch in batches {
        if let flaw = batch.flaw { parts.flaws[flaw, default: []].append(frame) }
        var part = state
        part.opacity *= batch.alpha
        part.shapes = try builder.intern(batch.shapes)
        if batch.conforms, !keepsClips { part.clip = nil }
        states.append((part, batch.conforms))
      }
      columns.add(states, frame: frame)
    }
    for column in columns.sprites { parts.columns.append(try MotionFactoring.factor(column, in: &builder)) }
    return parts
  }

  private func cost(_ columns: [Sprite]) -> Double {
    columns.reduce(0) { sum, column in
      let lists = column.frames.compactMap(\.shapes).distinct()
      let outlines = lists.reduce(0) { $0 + LoweringCost.vector(builder[$1].shapes) }
      let clips = column.frames.compactMap(\.clip).distinct()
      let clipPoints = clips.reduce(0) { $0 + builder[$1].points.count }
      return sum + outlines + LoweringCost.clip(points: clipPoints) + LoweringCost.frames(of: column) + playing(column)
    }
  }

  /// Cost of drawing a column.
  private func playing(_ column: Sprite) -> Double {
    var work = PlayerWork()
    var points: [ShapeListID: Int] = [:]
    for state in column.frames where state.isVisible {
      work.sprites += 1
      if let clip = state.clip { work.points += Double(builder[clip].points.count) }
      guard let list = state.shapes else { continue }
      let count = points[list] ?? builder[list].shapes.reduce(0) { $0 + $1.outline.path.points.count }
      points[list] = count
      work.points += Double(count)
    }
    return LoweringCost.playing(work, share: 1 / Double(max(1, column.frames.count)))
  }

  /// Reports the flaws that are seen.
  private func reportFlaws(_ log: inout DiagnosticLog) {
    if flawed.isEmpty { return }
    var meter = FlawVisibility(flawed, of: timeline, builder)
    for (index, subject) in flawed.enumerated() {
      let path = { subject.sprite.path(in: $0, of: timeline) }
      if let frames = subject.flaws[.bands], meter.isSeen(.bands, of: index, in: frames) {
        log.add(.loweringGradient, "a gradient is drawn as solid bands", at: path(frames))
      }
      if let frames = subject.flaws[.seams], meter.isSeen(.seams, of: index, in: frames) {
        log.add(.loweringSeams, "shapes that overlap while translucent are cut apart", at: path(frames))
      }
    }
  }
}

internal import Diagnostics
internal import Geometry
internal import Pixels
internal import SVGAFormat
internal import TimelineModel

/// Splits vector sprites into parts that SVGA can say, and parts that it cannot.
///
/// Sprites that stay as they are still need another form in the frames that they are left with.
struct VectorSplitter {
  /// Sprites that one is separated into at most.
  private static let mostColumns = 48
  /// Cost of shapes below which nothing is tried.
  private static let worthSeparating = 20_000.0
  /// What sprites must cost less than before to be separated.
  private static let leastGain = 0.75

  private let timeline: Timeline
  private var builder: TimelineBuilder
  private var rewriter: VectorRewriter
  private let capabilities: SVGACapabilities

  /// The timeline with vector sprites split, and without blend modes, which are added to `lostBlendModes`.
  static func split(
    _ timeline: Timeline, capabilities: SVGACapabilities, limits: Limits, progress: ProgressReporter,
    lostBlendModes: inout LostBlendModes, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var splitter = VectorSplitter(
      timeline: timeline, builder: try TimelineBuilder(editing: timeline, limits: limits),
      rewriter: VectorRewriter(capabilities: capabilities, canvas: timeline.canvas),
      capabilities: capabilities)
    for (index, var sprite) in timeline.sprites.enumerated() {
      try progress.report("splitting vectors", index, of: timeline.sprites.count)
      lostBlendModes.add(sprite)
      sprite.blendMode = .normal
      if case .vector = sprite.content, sprite.matte == nil {
        try splitter.split(sprite, &log)
      } else {
        try splitter.append(sprite)
      }
    }
    return splitter.builder.build(log: &log)
  }

  /// Whether clips change over shapes that stay the same, so that cut shapes would take more than clips.
  private func changesClips(_ sprite: Sprite) -> Bool {
    var contents: Set<[Int?]> = []
    for state in sprite.frames where state.isVisible { contents.insert([state.shapes?.index, state.clip?.index]) }
    return contents.count > 2 * Set(contents.map { $0[0] }).count
  }

  private mutating func append(_ sprite: Sprite) throws(Diagnostic) {
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  private mutating func split(_ sprite: Sprite, _ log: inout DiagnosticLog) throws(Diagnostic) {
    let sprite = try MotionFactoring.factor(sprite, in: &builder)
    let isTranslucent = sprite.frames.contains { $0.isVisible && $0.opacity < 1 }
    rewriter.prepare(for: sprite, in: builder)
    var parts = try parts(of: sprite, separated: isTranslucent)
    if rewriter.hasTooManyBands {
      rewriter.avoidBands()
      parts = try self.parts(of: sprite, separated: isTranslucent)
    }
    if !isTranslucent, parts.columns.count < Self.mostColumns, cost(parts.columns) > Self.worthSeparating {
      // Shapes that move each in its own way have one outline each, if they are sprites of their own.
      let separated = try self.parts(of: sprite, separated: true)
      let isCheaper = cost(separated.columns) < Self.leastGain * cost(parts.columns)
      if separated.columns.count <= Self.mostColumns, isCheaper { parts = separated }
    }
    builder.reportOmissions(at: sprite.path, to: &log)
    for column in parts.columns { try append(column) }
    if parts.rest.frames.contains(where: \.isVisible) { try append(parts.rest) }
    report(parts.flaws, sprite, &log)
  }

  /// What one sprite becomes.
  private struct Parts {
    var columns: [Sprite]
    /// The sprite in the frames that it has in another form only.
    var rest: Sprite
    /// What is not exact, with the frames.
    var flaws: [VectorRewriter.Flaw: [Int]] = [:]
    /// How often, over all frames, something still needs another form.
    var otherForms = 0
  }

  /// The parts; if clips can stay and take less than cut outlines, with their clips.
  private mutating func parts(of sprite: Sprite, separated: Bool) throws(Diagnostic) -> Parts {
    guard capabilities.clipsVectors, changesClips(sprite) else {
      return try parts(of: sprite, separated: separated, keepsClips: false)
    }
    // What one attempt spends on bands does not count for the other.
    let fresh = rewriter
    let cut = try parts(of: sprite, separated: separated, keepsClips: false)
    let afterCut = rewriter
    rewriter = fresh
    let clipped = try parts(of: sprite, separated: separated, keepsClips: true)
    guard cut.otherForms <= clipped.otherForms, cost(cut.columns) < cost(clipped.columns) else { return clipped }
    rewriter = afterCut
    return cut
  }

  private mutating func parts(
    of sprite: Sprite, separated: Bool, keepsClips: Bool
  ) throws(Diagnostic) -> Parts {
    var parts = Parts(columns: [], rest: sprite)
    var columns = SpriteColumns(of: sprite)
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      guard let shapes = state.shapes, state.filters == nil else { continue }
      let request = VectorRewriter.Request(
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
      return sum + outlines + LoweringCost.clip(points: clipPoints) + LoweringCost.frames(of: column)
    }
  }

  private func report(_ flaws: [VectorRewriter.Flaw: [Int]], _ sprite: Sprite, _ log: inout DiagnosticLog) {
    if let frames = flaws[.bands] {
      log.add(.loweringGradient, "a gradient is drawn as solid bands", at: sprite.path(in: frames, of: timeline))
    }
    if let frames = flaws[.seams] {
      log.add(
        .loweringSeams, "shapes that overlap while translucent are cut apart",
        at: sprite.path(in: frames, of: timeline))
    }
  }
}

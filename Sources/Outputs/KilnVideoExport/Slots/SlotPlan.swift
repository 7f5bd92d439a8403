internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline
internal import KilnVideo

/// The slots of a VAP file: the timeline without them, and what is needed to draw their masks.
struct SlotPlan: Sendable {
  let motions: [SlotMotion]
  let areas: SlotAreas
  /// The animation without the pictures of slots.
  let base: Timeline
  /// For each slot the animation with a white picture in its place, and with a black one; without the other slots.
  let filled: [(white: Timeline, black: Timeline)]

  /// Slots that a file has at most: players draw each in every pixel. No limit of files, because the caller names slots.
  private static let maximumSlots = 16

  /// A plan; nil if there are no slots. Keys that cannot be slots are findings.
  ///
  /// - Throws: `limit.exceeded`, or what an edit of a timeline throws.
  init?(
    _ slots: [VideoSlot], _ timeline: Timeline, _ limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    guard !slots.isEmpty else { return nil }
    try limits.check(slots.count, atMost: Self.maximumSlots, "the number of slots")
    let fit = CanvasFit(canvas: timeline.canvas)
    var motions: [SlotMotion] = []
    for slot in slots {
      if let motion = SlotMotion(of: slot, in: timeline, transform: fit.transform, log: &log) { motions.append(motion) }
    }
    guard !motions.isEmpty else { return nil }
    let keys = Set(motions.map(\.slot.key))
    func isSlot(_ sprite: Sprite) -> Bool { sprite.replacementKey.map(keys.contains) ?? false }
    var ignored = DiagnosticLog()
    base = try timeline.hiding(limits: limits, log: &ignored, isSlot)
    var filled: [(white: Timeline, black: Timeline)] = []
    for motion in motions {
      let alone = try timeline.hiding(limits: limits, log: &ignored) {
        isSlot($0) && $0.replacementKey != motion.slot.key
      }
      filled.append(
        (
          try alone.filling(motion.slot.key, StraightColor(red: 1, green: 1, blue: 1), limits),
          try alone.filling(motion.slot.key, StraightColor(red: 0, green: 0, blue: 0), limits)
        ))
    }
    self.filled = filled
    self.motions = motions
    areas = SlotAreas(width: fit.width, height: fit.height, slots: motions)
  }

  /// The sources of the file, and where they are shown.
  func add(to configuration: inout VAPConfiguration) {
    configuration.sources = motions.enumerated().map { index, motion in
      VAPSource(
        identifier: index + 1, kind: motion.slot.kind == .text ? .text : .image, tag: motion.slot.key,
        width: motion.width, height: motion.height)
    }
    for frame in 0..<base.frameCount where motions.contains(where: { $0.rects[frame] != nil }) {
      // All of them, because the web player keeps what a frame says until another says something in its place. Those that
      // are not seen have a black mask.
      let objects = motions.enumerated().map { index, motion in
        let rect = motion.rects[frame]
        return VAPSourceFrame.Object(
          source: index + 1, depth: index, frame: rect ?? PixelRect(x: 0, y: 0, width: 1, height: 1),
          mask: areas.mask(index, rect))
      }
      configuration.frames.append(VAPSourceFrame(index: frame, objects: objects))
    }
  }
}

extension Timeline {
  /// The timeline with a colour in the place of the pictures with a key.
  ///
  /// - Throws: `limit.exceeded`.
  fileprivate func filling(_ key: String, _ color: StraightColor, _ limits: Limits) throws(Diagnostic) -> Timeline {
    var builder = try TimelineBuilder(editing: self, limits: limits)
    var failure: Diagnostic?
    func filled(_ sprite: Sprite) -> Sprite {
      var sprite = sprite
      if case .group(let children) = sprite.content { sprite.content = .group(children.map(filled)) }
      guard sprite.replacementKey == key, case .image(let id) = sprite.content else { return sprite }
      let area = Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
      do throws(Diagnostic) {
        let shapes = try builder.intern([Shape(outline: .rect(area, cornerRadius: 0), fill: Fill(.solid(color)))])
        sprite.content = .vector
        sprite.frames.update { _, state in
          if state.isVisible { state.shapes = shapes }
        }
      } catch { failure = error }
      return sprite
    }
    builder.sprites = sprites.map(filled)
    if let failure { throw failure }
    var ignored = DiagnosticLog()
    return builder.build(log: &ignored)
  }
}

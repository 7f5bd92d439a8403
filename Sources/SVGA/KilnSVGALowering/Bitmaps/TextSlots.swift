internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Marks the texts that shall be bitmaps, so that apps can put others in their place.
///
/// The sprites of a text layer become one, with the layer's name as key. Vector sprites and groups with a key are never
/// written as shapes.
struct TextSlots {
  private let timeline: Timeline

  /// A timeline without groups at its top, whose texts have keys.
  ///
  /// - Throws: `limit.exceeded`.
  static func marked(
    _ timeline: Timeline, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    guard timeline.shapeLists.contains(where: { $0.shapes.contains { $0.letter != nil } }) else { return timeline }
    let slots = TextSlots(timeline: timeline)
    var builder = try TimelineBuilder(editing: timeline, limits: limits)
    var run: [Sprite] = []
    for sprite in timeline.sprites {
      let isText = slots.isText(sprite)
      if let first = run.first, !(isText && sprite.origin.isSameLayer(as: first.origin)) {
        builder.sprites.append(try slots.slot(of: run, in: &builder))
        run = []
      }
      if isText {
        run.append(sprite)
      } else {
        try builder.reserveSprite()
        builder.sprites.append(sprite)
      }
    }
    if !run.isEmpty { builder.sprites.append(try slots.slot(of: run, in: &builder)) }
    return builder.build(log: &log)
  }

  /// Whether a sprite shows letters, and nothing that needs another form anyway.
  private func isText(_ sprite: Sprite) -> Bool {
    guard case .vector = sprite.content, sprite.matte == nil, sprite.blendMode == .normal else { return false }
    return sprite.frames.contains { state in
      state.shapes.map { timeline[$0].shapes.contains { $0.letter != nil } } ?? false
    }
  }

  /// The sprite of a whole text.
  private func slot(of sprites: [Sprite], in builder: inout TimelineBuilder) throws(Diagnostic) -> Sprite {
    for _ in sprites { try builder.reserveSprite() }
    var slot = sprites[0]
    // The layer's name, not that of a letter.
    slot.replacementKey = slot.path.chain.last?.name
    guard sprites.count > 1 else { return slot }
    try builder.reserveSprite()
    let whole = FrameState(opacity: 1, transform: .identity)
    return Sprite(
      slot.origin, replacementKey: slot.replacementKey, content: .group(sprites),
      frames: timeline.frameStates { frame in
        sprites.contains { $0.frames[frame].isVisible } ? whole : .hidden
      })
  }
}

extension Sprite {
  /// Whether the sprite is a text with a key: shapes that an app replaces by a picture.
  var isTextSlot: Bool {
    guard replacementKey != nil else { return false }
    if case .image = content { return false }
    return true
  }
}

extension Timeline {
  fileprivate func frameStates(_ state: (Int) -> FrameState) -> [FrameState] { (0..<frameCount).map(state) }
}

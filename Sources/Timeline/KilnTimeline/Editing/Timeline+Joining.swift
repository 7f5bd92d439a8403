public import KilnDiagnostics

extension Timeline {
  /// A part of a joined timeline: frames of another one.
  public struct Part: Sendable {
    /// The frames that are shown, all of them in order.
    public var timeline: Timeline
    /// The frame of the joined timeline in which each is shown.
    public var frames: [Int]

    /// All frames of a timeline, and where they are shown.
    public init(_ timeline: Timeline, at frames: [Int]) {
      self.timeline = timeline
      self.frames = frames
    }
  }

  /// A timeline whose frames come from several others with the same canvas and rate. Each of its frames is in one part.
  ///
  /// Sprites with the same names and contents become one. The sounds of the parts are left out.
  ///
  /// - Parameters:
  ///   - sampling: Sample time of each frame, and the frame rate.
  ///   - markers: Markers of the joined timeline.
  /// - Throws: `limit.exceeded` if the tables or states of all parts together are too large.
  public static func joining(
    _ parts: [Part], sampling: FrameSampling, markers: [Marker], limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline? {
    guard let first = parts.first?.timeline else { return nil }
    let count = sampling.times.count
    var builder = try TimelineBuilder(editing: first, sampling: sampling, limits: limits)
    var images = first.images.indices.map { ImageID(rawValue: Int32(truncatingIfNeeded: $0)) }
    var known = first.images
    var sprites: [Sprite] = []
    for part in parts {
      let tables = try PartTables(part.timeline, &builder, &known, &images)
      let placed = part.timeline.sprites.map { $0.spread(part.frames, count, tables) }
      sprites = sprites.merged(with: placed)
    }
    for _ in sprites { try builder.reserveSprite() }
    builder.sprites = sprites
    builder.sourceTimes = sampling.times
    builder.markers = markers
    builder.audioClips = []
    return builder.build(log: &log)
  }
}

/// IDs of a part's tables in those of the joined timeline.
private struct PartTables {
  private(set) var shapes: [ShapeListID] = []
  private(set) var clips: [ClipID] = []
  /// Nil for a chain that the builder omits.
  private(set) var filters: [FilterChainID?] = []
  private(set) var images: [ImageID] = []

  init(
    _ timeline: Timeline, _ builder: inout TimelineBuilder, _ known: inout [ImageAsset], _ ids: inout [ImageID]
  ) throws(Diagnostic) {
    for list in timeline.shapeLists { shapes.append(try builder.intern(list.shapes)) }
    for clip in timeline.clips { clips.append(try builder.intern(clip: clip)) }
    for chain in timeline.filterChains { filters.append(builder.intern(filters: chain)) }
    for image in timeline.images {
      if let index = known.firstIndex(of: image) {
        images.append(ids[index])
        continue
      }
      ids.append(try builder.add(image))
      known.append(image)
      images.append(ids[ids.count - 1])
    }
  }

  func mapped(_ state: FrameState) -> FrameState {
    var state = state
    state.shapes = state.shapes.map { shapes[$0.index] }
    state.clip = state.clip.map { clips[$0.index] }
    if let chain = state.filters {
      guard let id = filters[chain.index] else { return .hidden }
      state.filters = id
    }
    return state
  }
}

extension Sprite {
  /// The sprite of a part in the frames in which the part is shown; hidden in all others.
  fileprivate func spread(_ places: [Int], _ count: Int, _ tables: PartTables) -> Sprite {
    var sprite = self
    var states = [FrameState](repeating: .hidden, count: count)
    for (place, state) in zip(places, frames) where state.isVisible { states[place] = tables.mapped(state) }
    sprite.frames = FrameStates(states)
    switch content {
    case .image(let id): sprite.content = .image(tables.images[id.index])
    case .group(let children): sprite.content = .group(children.map { $0.spread(places, count, tables) })
    case .vector: break
    }
    if let matte {
      sprite.matte = Matte(matte.sprites.map { $0.spread(places, count, tables) }, mode: matte.mode)
    }
    return sprite
  }

  /// Whether both draw the same part of the document in the same way.
  fileprivate func isSame(as other: Sprite) -> Bool {
    guard layers == other.layers, replacementKey == other.replacementKey, blendMode == other.blendMode,
      matte?.mode == other.matte?.mode
    else { return false }
    return switch (content, other.content) {
    case (.vector, .vector), (.group, .group): true
    case (.image(let id), .image(let otherID)): id == otherID
    default: false
    }
  }

  /// The same sprite with the states of another one, in whose frames this one is hidden.
  fileprivate func merged(with other: Sprite) -> Sprite {
    var sprite = self
    sprite.frames = FrameStates(zip(frames, other.frames).map { $0.isVisible ? $0 : $1 })
    if case .group(let children) = content, case .group(let others) = other.content {
      sprite.content = .group(children.merged(with: others))
    }
    if let matte, let otherMatte = other.matte {
      sprite.matte = Matte(matte.sprites.merged(with: otherMatte.sprites), mode: matte.mode)
    }
    return sprite
  }
}

extension [Sprite] {
  /// Both lists, each in its order, with the same sprites as one. In no frame are sprites of both visible.
  fileprivate func merged(with others: [Sprite]) -> [Sprite] {
    var result: [Sprite] = []
    var next = startIndex
    for other in others {
      if let found = self[next...].firstIndex(where: { $0.isSame(as: other) }) {
        result += self[next..<found]
        result.append(self[found].merged(with: other))
        next = found + 1
      } else {
        result.append(other)
      }
    }
    return result + self[next...]
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Samples tracks into the sprites of a timeline.
struct TimelineSampler {
  /// A clip with the map from its space, which for a sprite with a bitmap is that of the bitmap's pixels.
  private struct ClipKey: Hashable {
    var clip: Int
    var map: Affine
  }

  let tables: MovieTables
  let canvas: Size
  let drawing: PlayerDrawing
  /// The frame of the file at each frame of the timeline.
  let indices: [Int]
  /// Frames of the timeline in which the player has failed, and draws nothing more.
  private(set) var failed: [Bool]
  var builder: TimelineBuilder
  private var images: [ImageID] = []
  private var shapeLists: [Int: ShapeListID] = [:]
  private var clips: [ClipKey: ClipID] = [:]

  init(
    _ tables: MovieTables, _ drawing: PlayerDrawing, canvas: Size, indices: [Int], builder: TimelineBuilder
  ) throws(Diagnostic) {
    self.tables = tables
    self.drawing = drawing
    self.canvas = canvas
    self.indices = indices
    failed = indices.map { _ in false }
    self.builder = builder
    for image in tables.images { images.append(try self.builder.add(image)) }
  }

  /// Adds neighbours that are cut by the same matte, several as one group; sprites without a matte as they are.
  mutating func add(_ tracks: some Sequence<SpriteTrack>, cutBy matte: SpriteTrack?) throws(Diagnostic) {
    var parts: [Sprite] = []
    for track in tracks { parts += try sprites(of: track) }
    guard let matte, !parts.isEmpty else {
      builder.sprites += parts
      return
    }
    if parts.count > 1 {
      try builder.reserveSprite()
      let states = indices.map { _ in FrameState(opacity: 1, transform: .identity) }
      parts = [Sprite(matte.origin, content: .group(parts), frames: states)]
    }
    parts[0].matte = Matte(try sprites(of: matte), mode: .alpha)
    builder.sprites += parts
  }

  /// The sprites of a track: a bitmap, shapes over it, or a group of both where they share one opacity.
  mutating func sprites(of track: SpriteTrack) throws(Diagnostic) -> [Sprite] {
    let isGrouped = drawing.alphaScope == .sprite && indices.contains { track.frame(at: $0).needsGroup }
    var parts: [Sprite] = []
    if let image = track.image {
      let states = try imageStates(track, isGrouped: isGrouped)
      parts.append(
        Sprite(track.origin, replacementKey: track.key, content: .image(images[image]), frames: states))
    }
    if indices.contains(where: { track.frame(at: $0).shapes != nil }) {
      let states = try vectorStates(track, isGrouped: isGrouped)
      parts.append(Sprite(track.origin, content: .vector, frames: states))
    }
    guard isGrouped else { return parts }
    try builder.reserveSprite()
    let states = indices.map { index in
      FrameState(opacity: track.frame(at: index).opacity, transform: .identity)
    }
    return [Sprite(track.origin, content: .group(parts), frames: states)]
  }

  private mutating func imageStates(_ track: SpriteTrack, isGrouped: Bool) throws(Diagnostic) -> [FrameState] {
    try builder.reserveSprite()
    return try states { sampler, index throws(Diagnostic) in
      let frame = track.frame(at: index)
      guard frame.opacity > 0, let place = frame.bitmap else { return .hidden }
      return FrameState(
        opacity: isGrouped ? 1 : frame.opacity, transform: frame.transform * place.map,
        clip: try sampler.clip(frame.clip, map: place.inverse))
    }
  }

  private mutating func vectorStates(_ track: SpriteTrack, isGrouped: Bool) throws(Diagnostic) -> [FrameState] {
    try builder.reserveSprite()
    guard drawing.alphaScope == .sprite else {
      let shapes = indices.map { paintedShapes(of: track, at: $0) }
      return try paintedStates(track) { shapes[$0] }
    }
    return try states { sampler, index throws(Diagnostic) in
      let frame = track.frame(at: index)
      guard frame.opacity > 0, let shapes = frame.shapes else { return .hidden }
      return FrameState(
        opacity: isGrouped ? 1 : frame.opacity, transform: frame.transform, shapes: try sampler.shapeList(shapes),
        clip: try sampler.clip(frame.clip, map: .identity))
    }
  }

  /// The states of a sprite, which is hidden where the player has failed.
  private mutating func states(
    _ state: (inout Self, Int) throws(Diagnostic) -> FrameState
  ) throws(Diagnostic) -> [FrameState] {
    var states: [FrameState] = []
    states.reserveCapacity(indices.count)
    for (frame, index) in indices.enumerated() { states.append(failed[frame] ? .hidden : try state(&self, index)) }
    return states
  }

  /// Notes the frames in which the player fails at a sprite, and draws nothing from it on.
  mutating func fail(at track: SpriteTrack) {
    for (frame, index) in indices.enumerated() where track.fails(at: index) { failed[frame] = true }
  }

  /// Notes that the player fails in every frame.
  mutating func failAlways() { failed = indices.map { _ in true } }

  private mutating func shapeList(_ position: Int) throws(Diagnostic) -> ShapeListID {
    if let id = shapeLists[position] { return id }
    let id = try builder.intern(tables.shapeLists[position])
    shapeLists[position] = id
    return id
  }

  mutating func clip(_ position: Int?, map: Affine) throws(Diagnostic) -> ClipID? {
    guard let position else { return nil }
    let key = ClipKey(clip: position, map: map)
    if let id = clips[key] { return id }
    let id = try builder.intern(clip: tables.clips[position].transformed(by: map))
    clips[key] = id
    return id
  }
}

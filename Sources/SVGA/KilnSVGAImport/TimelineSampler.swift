internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Samples tracks into the sprites of a timeline.
struct TimelineSampler {
  /// A clip with the size of pixel that it is divided by, because an image sprite's space is its pixels.
  private struct ClipKey: Hashable {
    var clip: Int
    var pixelSize: Size
  }

  private let tables: MovieTables
  /// The frame of the file at each frame of the timeline.
  private let indices: [Int]
  var builder: TimelineBuilder
  private var images: [ImageID] = []
  private var shapeLists: [Int: ShapeListID] = [:]
  private var clips: [ClipKey: ClipID] = [:]

  init(_ tables: MovieTables, indices: [Int], builder: TimelineBuilder) throws(Diagnostic) {
    self.tables = tables
    self.indices = indices
    self.builder = builder
    for image in tables.images { images.append(try self.builder.add(image)) }
  }

  /// Adds neighbours that are cut by the same matte, several as one group; sprites without a matte as they are.
  mutating func add(_ tracks: ArraySlice<SpriteTrack>, cutBy matte: SpriteTrack?) throws(Diagnostic) {
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
  private mutating func sprites(of track: SpriteTrack) throws(Diagnostic) -> [Sprite] {
    let isGrouped = indices.contains { track.frame(at: $0).needsGroup }
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
    return try indices.map { index throws(Diagnostic) in
      let frame = track.frame(at: index)
      guard frame.opacity > 0, let pixelSize = frame.pixelSize else { return .hidden }
      return FrameState(
        opacity: isGrouped ? 1 : frame.opacity,
        transform: frame.transform * .scale(pixelSize.width, pixelSize.height),
        clip: try clip(frame.clip, pixelSize: pixelSize))
    }
  }

  private mutating func vectorStates(_ track: SpriteTrack, isGrouped: Bool) throws(Diagnostic) -> [FrameState] {
    try builder.reserveSprite()
    return try indices.map { index throws(Diagnostic) in
      let frame = track.frame(at: index)
      guard frame.opacity > 0, let shapes = frame.shapes else { return .hidden }
      return FrameState(
        opacity: isGrouped ? 1 : frame.opacity, transform: frame.transform, shapes: try shapeList(shapes),
        clip: try clip(frame.clip, pixelSize: Size(1, 1)))
    }
  }

  private mutating func shapeList(_ position: Int) throws(Diagnostic) -> ShapeListID {
    if let id = shapeLists[position] { return id }
    let id = try builder.intern(tables.shapeLists[position])
    shapeLists[position] = id
    return id
  }

  private mutating func clip(_ position: Int?, pixelSize: Size) throws(Diagnostic) -> ClipID? {
    guard let position else { return nil }
    let key = ClipKey(clip: position, pixelSize: pixelSize)
    if let id = clips[key] { return id }
    let path = tables.clips[position].transformed(by: .scale(1 / pixelSize.width, 1 / pixelSize.height))
    let id = try builder.intern(clip: path)
    clips[key] = id
    return id
  }
}

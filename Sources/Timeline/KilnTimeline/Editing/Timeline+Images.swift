public import KilnGeometry

extension Sequence<ImageAsset> {
  /// Decoded bytes of the images, 4 a pixel. What headers claim is limited, so that the sum cannot overflow.
  public var decodedBytes: Int { reduce(0) { $0 + Swift.min($1.decodedBytes, 1 << 40) } }
}

extension Timeline {
  /// Decoded bytes of all images, 4 a pixel.
  public var decodedBytes: Int { images.decodedBytes }

  /// The timeline with some images replaced. Replacements of another size are scaled to the area of the original.
  ///
  /// - Parameter areas: In pixels of the original, what of it a replacement shows; where none is given, all.
  public func replacingImages(_ replacements: [ImageID: ImageAsset], areas: [ImageID: Rect] = [:]) -> Timeline {
    var replacer = ImageReplacer(self, replacements, areas)
    let sprites = sprites.map { replacer.replaced($0) }
    var images = images
    for (id, image) in replacements { images[id.index] = image }
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: replacer.clips, filterChains: filterChains, sprites: sprites, audioClips: audioClips, markers: markers,
      sourceTimes: sourceTimes)
  }
}

extension Timeline {
  /// The timeline with other sprites, which use the same tables.
  ///
  /// - Precondition: Every sprite has `frameCount` states, and every ID is of this timeline.
  public func replacingSprites(_ sprites: [Sprite]) -> Timeline {
    Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: clips, filterChains: filterChains, sprites: sprites, audioClips: audioClips, markers: markers,
      sourceTimes: sourceTimes)
  }
}

/// Replaces the images of sprites and adapts transforms and clips.
private struct ImageReplacer {
  private struct ClipKey: Hashable {
    var clip: ClipID
    var image: ImageID
  }

  private let timeline: Timeline
  private let replacements: [ImageID: ImageAsset]
  private let areas: [ImageID: Rect]
  private(set) var clips: [Path]
  private var clipIDs: [ClipKey: ClipID] = [:]
  /// Index of each clip; filled when the first clip is mapped.
  private var clipPositions: [Path: Int] = [:]

  init(_ timeline: Timeline, _ replacements: [ImageID: ImageAsset], _ areas: [ImageID: Rect]) {
    self.timeline = timeline
    self.replacements = replacements
    self.areas = areas
    clips = timeline.clips
  }

  mutating func replaced(_ sprite: Sprite) -> Sprite {
    var sprite = sprite
    if let matte = sprite.matte { sprite.matte = Matte(matte.sprites.map { replaced($0) }, mode: matte.mode) }
    switch sprite.content {
    case .vector: break
    case .group(let children): sprite.content = .group(children.map { replaced($0) })
    case .image(let id):
      guard let new = replacements[id] else { break }
      let old = timeline[id]
      let area = areas[id] ?? Rect(x: 0, y: 0, width: Double(old.width), height: Double(old.height))
      let size =
        Affine.translation(area.minX, area.minY)
        * .scale(area.width / Double(new.width), area.height / Double(new.height))
      guard let back = size.inverse else { break }
      sprite.frames.update { _, state in
        guard state.isVisible else { return }
        state.transform = state.transform * size
        state.clip = state.clip.map { clip($0, of: id, by: back) }
      }
    }
    return sprite
  }

  private mutating func clip(_ clip: ClipID, of image: ImageID, by transform: Affine) -> ClipID {
    let key = ClipKey(clip: clip, image: image)
    if let id = clipIDs[key] { return id }
    let path = timeline[clip].transformed(by: transform)
    // Equal clips have equal IDs.
    if clipPositions.isEmpty {
      for (position, clip) in clips.enumerated() where clipPositions[clip] == nil { clipPositions[clip] = position }
    }
    let known = clipPositions[path]
    let id = ClipID(rawValue: Int32(truncatingIfNeeded: known ?? clips.count))
    if known == nil {
      clipPositions[path] = clips.count
      clips.append(path)
    }
    clipIDs[key] = id
    return id
  }
}

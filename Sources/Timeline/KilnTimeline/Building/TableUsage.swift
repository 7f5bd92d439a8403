internal import KilnGeometry

/// The used entries of a table, and their indices after unused entries are removed.
struct TableUsage {
  private var isUsed: [Bool]

  init(count: Int) { isUsed = Array(repeating: false, count: count) }

  /// Marks an entry as used.
  ///
  /// - Precondition: The index is in range.
  mutating func mark(_ index: Int) {
    precondition(isUsed.indices.contains(index), "IDs come from the timeline's own builder")
    isUsed[index] = true
  }

  /// The used entries in order.
  func kept<Entry>(of entries: [Entry]) -> [Entry] {
    isUsed.allSatisfy(\.self) ? entries : zip(entries, isUsed).compactMap { $1 ? $0 : nil }
  }

  /// New index of each used entry; meaningless for unused ones.
  var positions: [Int32] {
    var next: Int32 = 0
    return isUsed.map { used in
      defer { if used { next += 1 } }
      return next
    }
  }
}

/// The tables of a timeline without unused entries.
struct UsedTables {
  private(set) var images: [ImageAsset]
  private(set) var shapeLists: [ShapeList]
  private(set) var clips: [Path]
  private(set) var filterChains: [FilterChain]
  /// The sprites, with IDs in the new tables.
  private(set) var sprites: [Sprite]

  init(
    images: [ImageAsset], shapeLists: [ShapeList], clips: [Path], filterChains: [FilterChain], sprites: [Sprite]
  ) {
    var usage = (
      images: TableUsage(count: images.count), shapeLists: TableUsage(count: shapeLists.count),
      clips: TableUsage(count: clips.count), filterChains: TableUsage(count: filterChains.count)
    )
    sprites.forEachID(
      image: { usage.images.mark($0.index) }, shapeList: { usage.shapeLists.mark($0.index) },
      clip: { usage.clips.mark($0.index) }, filterChain: { usage.filterChains.mark($0.index) })
    self.images = usage.images.kept(of: images)
    self.shapeLists = usage.shapeLists.kept(of: shapeLists)
    self.clips = usage.clips.kept(of: clips)
    self.filterChains = usage.filterChains.kept(of: filterChains)
    self.sprites = sprites
    let isSmaller =
      self.images.count < images.count || self.shapeLists.count < shapeLists.count || self.clips.count < clips.count
      || self.filterChains.count < filterChains.count
    if isSmaller {
      renumber(
        images: usage.images.positions, shapeLists: usage.shapeLists.positions, clips: usage.clips.positions,
        filterChains: usage.filterChains.positions)
    }
  }

  private mutating func renumber(
    images: [Int32], shapeLists: [Int32], clips: [Int32], filterChains: [Int32]
  ) {
    let numbering = TableNumbering(
      image: { images[$0] }, shapeList: { shapeLists[$0] }, clip: { clips[$0] }, filterChain: { filterChains[$0] })
    sprites = sprites.map(numbering.renumbered)
  }
}

extension [Sprite] {
  /// Calls a closure with every table ID that the sprites use, inside groups and mattes too; IDs may repeat.
  func forEachID(
    image: (ImageID) -> Void, shapeList: (ShapeListID) -> Void, clip: (ClipID) -> Void,
    filterChain: (FilterChainID) -> Void
  ) {
    for sprite in self {
      if case .image(let id) = sprite.content { image(id) }
      if case .group(let children) = sprite.content {
        children.forEachID(image: image, shapeList: shapeList, clip: clip, filterChain: filterChain)
      }
      sprite.matte?.sprites.forEachID(image: image, shapeList: shapeList, clip: clip, filterChain: filterChain)
      for state in sprite.frames.lifetime {
        if let id = state.shapes { shapeList(id) }
        if let id = state.clip { clip(id) }
        if let id = state.filters { filterChain(id) }
      }
    }
  }
}

/// New indices of the entries of a timeline's tables.
struct TableNumbering {
  let image: (Int) -> Int32
  let shapeList: (Int) -> Int32
  let clip: (Int) -> Int32
  let filterChain: (Int) -> Int32

  /// A sprite with its IDs replaced by those of the new tables.
  func renumbered(_ sprite: Sprite) -> Sprite {
    var sprite = sprite
    switch sprite.content {
    case .image(let id): sprite.content = .image(ImageID(rawValue: image(id.index)))
    case .vector: break
    case .group(let children): sprite.content = .group(children.map(renumbered))
    }
    if let matte = sprite.matte { sprite.matte = Matte(matte.sprites.map(renumbered), mode: matte.mode) }
    sprite.frames.update { _, state in
      state.shapes = state.shapes.map { ShapeListID(rawValue: shapeList($0.index)) }
      state.clip = state.clip.map { ClipID(rawValue: clip($0.index)) }
      state.filters = state.filters.map { FilterChainID(rawValue: filterChain($0.index)) }
    }
    return sprite
  }
}

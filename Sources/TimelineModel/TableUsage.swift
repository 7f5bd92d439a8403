internal import Geometry

/// Which entries of a table sprites use, and where those go when the others are left out.
struct TableUsage {
  private var isUsed: [Bool]

  init(count: Int) { isUsed = Array(repeating: false, count: count) }

  /// - Precondition: the index is one of the table.
  mutating func mark(_ index: Int) {
    precondition(isUsed.indices.contains(index), "IDs come from the timeline's own builder")
    isUsed[index] = true
  }

  /// The used entries of the table, in order.
  func kept<Entry>(of entries: [Entry]) -> [Entry] {
    isUsed.allSatisfy(\.self) ? entries : zip(entries, isUsed).compactMap { $1 ? $0 : nil }
  }

  /// Where each entry goes; meaningless for unused ones.
  var positions: [Int32] {
    var next: Int32 = 0
    return isUsed.map { used in
      defer { if used { next += 1 } }
      return next
    }
  }
}

/// The tables of a timeline without what no sprite uses.
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
    func visit(_ sprites: [Sprite]) {
      for sprite in sprites {
        if case .image(let id) = sprite.content { usage.images.mark(id.index) }
        if case .group(let children) = sprite.content { visit(children) }
        if let matte = sprite.matte { visit(matte.sprites) }
        for state in sprite.frames.lifetime {
          if let id = state.shapes { usage.shapeLists.mark(id.index) }
          if let id = state.clip { usage.clips.mark(id.index) }
          if let id = state.filters { usage.filterChains.mark(id.index) }
        }
      }
    }
    visit(sprites)
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

/// Where entries of a timeline's tables go.
struct TableNumbering {
  let image: (Int) -> Int32
  let shapeList: (Int) -> Int32
  let clip: (Int) -> Int32
  let filterChain: (Int) -> Int32

  /// A sprite with the IDs of the new tables.
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

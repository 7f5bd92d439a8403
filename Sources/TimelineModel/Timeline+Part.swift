extension Timeline {
  /// Some sprites of this timeline, with what they use, in the same order.
  ///
  /// Takes time in proportion to the sprites and what they use, not to the timeline. Sounds and markers are left out.
  ///
  /// - Precondition: The sprites use the timeline's tables.
  public func part(of sprites: [Sprite]) -> Timeline {
    var images = PartialTable()
    var shapeLists = PartialTable()
    var clips = PartialTable()
    var filterChains = PartialTable()
    func visit(_ sprites: [Sprite]) {
      for sprite in sprites {
        if case .image(let id) = sprite.content { images.mark(id.index) }
        if case .group(let children) = sprite.content { visit(children) }
        if let matte = sprite.matte { visit(matte.sprites) }
        for state in sprite.frames.lifetime {
          if let id = state.shapes { shapeLists.mark(id.index) }
          if let id = state.clip { clips.mark(id.index) }
          if let id = state.filters { filterChains.mark(id.index) }
        }
      }
    }
    visit(sprites)
    let numbering = TableNumbering(
      image: images.positions, shapeList: shapeLists.positions, clip: clips.positions,
      filterChain: filterChains.positions)
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images.kept(of: self.images),
      shapeLists: shapeLists.kept(of: self.shapeLists), clips: clips.kept(of: self.clips),
      filterChains: filterChains.kept(of: self.filterChains), sprites: sprites.map(numbering.renumbered),
      audioClips: [], markers: [], sourceTimes: sourceTimes)
  }
}

/// The few entries of a table that sprites use.
private struct PartialTable {
  private var used: Set<Int> = []

  mutating func mark(_ index: Int) { used.insert(index) }

  /// The used entries, in order.
  func kept<Entry>(of entries: [Entry]) -> [Entry] { used.sorted().map { entries[$0] } }

  /// Where each used entry goes.
  var positions: (Int) -> Int32 {
    let positions = Dictionary(
      uniqueKeysWithValues: used.sorted().enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) })
    return { positions[$0] ?? 0 }
  }
}

extension Timeline {
  /// A timeline of some sprites with only the table entries that they use, in the same order.
  ///
  /// Takes time proportional to the sprites and the entries they use, not to the timeline. Sounds and markers are omitted.
  ///
  /// - Precondition: The sprites' IDs are those of this timeline.
  public func part(of sprites: [Sprite]) -> Timeline {
    var images = SparseTableUsage()
    var shapeLists = SparseTableUsage()
    var clips = SparseTableUsage()
    var filterChains = SparseTableUsage()
    sprites.forEachID(
      image: { images.mark($0.index) }, shapeList: { shapeLists.mark($0.index) }, clip: { clips.mark($0.index) },
      filterChain: { filterChains.mark($0.index) })
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

/// The few entries of a large table that sprites use.
private struct SparseTableUsage {
  private var used: Set<Int> = []

  mutating func mark(_ index: Int) { used.insert(index) }

  /// The used entries in order.
  func kept<Entry>(of entries: [Entry]) -> [Entry] { used.sorted().map { entries[$0] } }

  /// New index of each used entry.
  var positions: (Int) -> Int32 {
    let positions = Dictionary(
      uniqueKeysWithValues: used.sorted().enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) })
    return { positions[$0] ?? 0 }
  }
}

internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// Replaces groups by their children, which take over transform, opacity and clip, and mattes of plain geometry by
/// clips.
///
/// A group or matte stays in the frames in which the picture would change without it.
struct GroupDissolver {
  private let source: Timeline
  /// Whether a matte of one outline can stay one, because players draw mattes.
  private let keepsMattes: Bool
  private var builder: TimelineBuilder

  /// The timeline with as few groups and mattes as possible.
  ///
  /// - Throws: `limit.exceeded`, or `work.cancelled` from `progress`.
  static func dissolved(
    _ timeline: Timeline, keepsMattes: Bool, limits: Limits, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var dissolver = GroupDissolver(
      source: timeline, keepsMattes: keepsMattes, builder: try TimelineBuilder(editing: timeline, limits: limits))
    for (index, sprite) in timeline.sprites.enumerated() {
      try progress.report("dissolving groups", index, of: timeline.sprites.count)
      try dissolver.add(sprite)
    }
    return dissolver.builder.build(log: &log)
  }

  /// Adds the sprites that replace a sprite. IDs of clips in its own states are the builder's, all others the source's.
  private mutating func add(_ sprite: Sprite) throws(Diagnostic) {
    try checkCancellation()
    guard sprite.frames.contains(where: \.isVisible) else { return }
    if let matte = sprite.matte {
      try add(sprite, cutBy: matte)
    } else if case .group(let children) = sprite.content {
      try add(sprite, children)
    } else {
      try append(sprite)
    }
  }

  private mutating func append(_ sprite: Sprite) throws(Diagnostic) {
    guard sprite.frames.contains(where: \.isVisible) else { return }
    try builder.reserveSprite()
    builder.sprites.append(sprite)
  }

  // MARK: - Mattes

  private mutating func add(_ sprite: Sprite, cutBy matte: Matte) throws(Diagnostic) {
    var clipped = sprite
    clipped.matte = nil
    var rest = sprite
    var areas = MatteAreaCache(matte, in: source)
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      let bounds = contentBounds(of: sprite, state, frame)
      let seen = state.transform.apply(bounds)
      let area = areas.area(frame: frame, region: seen.outset(x: 1, y: 1))
      if let area, case let cut = try clip(state, to: area.path, bounds: seen), !cut.isTooComplex {
        var cutState = cut.state
        cutState.opacity *= area.weight
        clipped.frames[frame] = cutState.isVisible ? cutState : .hidden
        rest.frames[frame] = .hidden
      } else {
        clipped.frames[frame] = .hidden
      }
    }
    if keepsMattes, matte.isOneOutline(in: source), cost(of: matte) < cost(ofClips: clipped) {
      return try append(sprite)
    }
    try add(clipped)
    try append(rest)
  }

  /// Cost of a matte of one outline, if it stays a sprite.
  private func cost(of matte: Matte) -> Double {
    matte.sprites.reduce(0) { sum, sprite in
      let lists = sprite.frames.compactMap(\.shapes).distinct()
      return lists.reduce(sum + LoweringCost.frames(of: sprite)) { $0 + LoweringCost.vector(source[$1].shapes) }
    }
  }

  /// Cost of the clips of a sprite, which each sprite inside of it has.
  private func cost(ofClips sprite: Sprite) -> Double {
    let clips = sprite.frames.compactMap(\.clip).distinct()
    return LoweringCost.clip(points: sprite.leafCount * clips.reduce(0) { $0 + builder[$1].points.count })
  }

  // MARK: - Clips

  /// Bounds of what a sprite may paint in a frame, in sprite space, cut to its clip.
  private func contentBounds(of sprite: Sprite, _ state: FrameState, _ frame: Int) -> Rect {
    let bounds = source.contentBounds(of: sprite, frame: frame)
    return state.clip.map { bounds.intersection(builder[$0].controlBounds()) } ?? bounds
  }

  /// A state that is cut by one more path.
  ///
  /// - Parameters:
  ///   - path: In the space that the sprite stands in.
  ///   - bounds: Bounds of what the sprite may paint, in the same space.
  private mutating func clip(
    _ state: FrameState, to path: Path, bounds: Rect
  ) throws(Diagnostic) -> (state: FrameState, isTooComplex: Bool) {
    var state = state
    switch path.relation(to: bounds, tolerance: ShapeArea.tolerance) {
    case .inside: return (state, false)
    case .outside: return (.hidden, false)
    case .across: break
    }
    guard let back = state.transform.inverse else { return (.hidden, false) }
    var own = path.transformed(by: back)
    if let clip = state.clip {
      let tolerance = ShapeArea.tolerance(atScale: state.transform.stretch.largest)
      guard let both = own.combined(.intersection, with: builder[clip], tolerance: tolerance) else {
        return (state, true)
      }
      own = both
    }
    if own.isEmpty { return (.hidden, false) }
    state.clip = try builder.intern(clip: own)
    return (state, false)
  }

  // MARK: - Groups

  private mutating func add(_ group: Sprite, _ children: [Sprite]) throws(Diagnostic) {
    let faded = overlappingComponents(group, children)
    var free = children
    for index in children.indices { free[index].frames.hideAll() }
    var parts = faded.map { Self.part(of: group, children, $0) }
    // Frames in which the group stays whole.
    var whole = group
    for (frame, state) in group.frames.enumerated() where state.isVisible {
      let isIsolated = needsIsolation(state, children, frame)
      let singles = isIsolated ? Set(children.indices).subtracting(faded.joined()) : Set(children.indices)
      guard state.filters == nil, let states = try dissolvedStates(children, singles, state, frame) else { continue }
      whole.frames[frame] = .hidden
      for (index, childState) in states {
        free[index].frames[frame] = childState
        free[index].matte?.map(frame, by: state.transform)
      }
      if isIsolated { for index in parts.indices { parts[index].frames[frame] = state } }
    }
    for sprite in free { try add(sprite) }
    for part in parts { try appendMerged(part) }
    try appendMerged(whole)
  }

  /// Adds a group; in the frames in which all its children are opaque vectors, as a vector sprite.
  private mutating func appendMerged(_ group: Sprite) throws(Diagnostic) {
    guard case .group(let children) = group.content else { return }
    var vector = group
    vector.content = .vector
    vector.frames.hideAll()
    var rest = group
    for (frame, state) in group.frames.enumerated() where state.isVisible {
      guard let shapes = GroupMerger.shapes(of: children, frame: frame, in: builder) else { continue }
      vector.frames[frame] = state
      vector.frames[frame].shapes = try builder.intern(shapes)
      rest.frames[frame] = .hidden
    }
    try append(vector)
    try append(rest)
  }

  /// A group of some children only, hidden in all frames.
  private static func part(of group: Sprite, _ children: [Sprite], _ indices: [Int]) -> Sprite {
    var part = group
    part.content = .group(indices.map { children[$0] })
    part.frames.hideAll()
    return part
  }

  /// The states that children have in a frame without their group; nil if a clip is too complex.
  private mutating func dissolvedStates(
    _ children: [Sprite], _ indices: Set<Int>, _ group: FrameState, _ frame: Int
  ) throws(Diagnostic) -> [(index: Int, state: FrameState)]? {
    var result: [(index: Int, state: FrameState)] = []
    for index in indices.sorted() {
      var state = children[index].frames[frame]
      guard state.isVisible else { continue }
      let bounds = state.transform.apply(contentBounds(of: children[index], state, frame))
      if let clip = group.clip {
        let cut = try self.clip(state, to: builder[clip], bounds: bounds)
        if cut.isTooComplex { return nil }
        guard cut.state.isVisible else { continue }
        state = cut.state
      }
      state.transform = group.transform * state.transform
      state.opacity *= group.opacity
      result.append((index, state))
    }
    return result
  }

  /// Whether children overlap in a frame while the group is translucent, so that they would show through each other.
  private func needsIsolation(_ state: FrameState, _ children: [Sprite], _ frame: Int) -> Bool {
    guard state.opacity < 1 else { return false }
    let visible = children.filter { $0.frames[frame].isVisible }
    if visible.count < 2 { return false }
    return !visible.map { source.visibleBounds(of: $0, frame: frame) }.areDisjoint
  }

  /// Connected components of the children that overlap while their group is translucent: each must stay a group.
  private func overlappingComponents(_ group: Sprite, _ children: [Sprite]) -> [[Int]] {
    var components = DisjointSets(count: children.count)
    for (frame, state) in group.frames.enumerated() where needsIsolation(state, children, frame) {
      let bounds = children.map { source.visibleBounds(of: $0, frame: frame) }
      guard children.count <= 64 else {
        for index in children.indices.dropFirst() { components.unite(0, index) }
        break
      }
      for first in children.indices {
        for second in children.indices[..<first] where bounds[first].overlaps(bounds[second]) {
          components.unite(first, second)
        }
      }
    }
    return components.sets.filter { $0.count > 1 }
  }
}

extension Sprite {
  /// Sprites inside of it that are no groups.
  fileprivate var leafCount: Int {
    guard case .group(let children) = content else { return 1 }
    return children.reduce(0) { $0 + $1.leafCount }
  }
}

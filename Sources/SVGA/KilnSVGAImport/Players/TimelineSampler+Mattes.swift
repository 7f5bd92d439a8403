internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

extension TimelineSampler {
  /// Adds the sprites of a movie, in the order of the file, with mattes as the player handles them.
  mutating func add(_ tracks: [SpriteTrack]) throws(Diagnostic) {
    if tracks.contains(where: { $0.missingFrame == .blank }) {
      for track in tracks { fail(at: track) }
    }
    switch drawing.mattes {
    case .agreed: try addCut(tracks)
    case .android where tracks.first?.isMatte == true: try addCut(tracks, needsMatteBefore: true)
    case .android, .painted: try addPainted(tracks)
    case .iOS: try addHosted(tracks)
    case .erasing(let opensRuns) where tracks.first?.isMatte == true: try addErasing(tracks, opensRuns: opensRuns)
    case .erasing: try addPainted(tracks)
    }
  }

  /// Adds all as they are.
  private mutating func addPainted(_ tracks: [SpriteTrack]) throws(Diagnostic) {
    for track in tracks {
      fail(at: track)
      try add([track], cutBy: nil)
    }
  }

  /// Adds neighbours as one group that their matte cuts.
  private mutating func addCut(_ tracks: [SpriteTrack], needsMatteBefore: Bool = false) throws(Diagnostic) {
    var mattes: [String: Int] = [:]
    for (index, track) in tracks.enumerated() where track.isMatte { mattes[track.key] = index }
    let drawn = tracks.indices.filter { !tracks[$0].isMatte }
    for run in drawn.chunked(by: { tracks[$0].matteKey }) {
      let matte = mattes[tracks[run[run.startIndex]].matteKey]
      let isKnown = matte.map { !needsMatteBefore || $0 < run[run.endIndex - 1] } ?? false
      try add(run.map { tracks[$0] }, cutBy: isKnown ? matte.map { tracks[$0] } : nil)
    }
  }

  /// Adds what each matte cuts in the place where the last run of it starts, as layers of iOS with a mask.
  private mutating func addHosted(_ tracks: [SpriteTrack]) throws(Diagnostic) {
    var hosts: [String: (matte: SpriteTrack, layers: [SpriteTrack])] = [:]
    var order: [(key: String?, track: SpriteTrack)] = []
    for (index, track) in tracks.enumerated() {
      if track.isMatte {
        hosts[track.key] = (track, [])
      } else if track.matteKey.isEmpty {
        order.append((nil, track))
      } else if hosts[track.matteKey] != nil {
        hosts[track.matteKey]?.layers.append(track)
        guard index == 0 || tracks[index - 1].matteKey != track.matteKey else { continue }
        order.removeAll { $0.key == track.matteKey }
        order.append((track.matteKey, track))
      }
    }
    for (key, track) in order {
      let host = key.flatMap { hosts[$0] }
      try add(host?.layers ?? [track], cutBy: host?.matte)
    }
  }

  /// Adds sprites as the Web player draws them: a matte is composed with all that is on the canvas.
  private mutating func addErasing(_ tracks: [SpriteTrack], opensRuns: Bool) throws(Diagnostic) {
    var mattes: [String: SpriteTrack] = [:]
    var isRunning = false
    for (index, track) in tracks.enumerated() {
      if track.isMatte {
        mattes[track.key] = track
        continue
      }
      let last = tracks[index - 1]
      if isRunning, track.matteKey.isEmpty || track.matteKey != last.matteKey {
        isRunning = false
        // The matte of the sprite that comes next, which fails where it has none.
        guard let matte = mattes[track.matteKey] else { return failAlways() }
        try erase(outside: matte)
      }
      if opensRuns || !track.matteKey.isEmpty, last.matteKey.isEmpty || last.matteKey != track.matteKey {
        isRunning = true
      }
      fail(at: track)
      try add([track], cutBy: nil)
      if isRunning, index == tracks.count - 1, let matte = mattes[track.matteKey] { try erase(outside: matte) }
    }
  }

  /// Multiplies all that was added by the alpha of a matte: once for each bitmap, fill and stroke of it. Where it is hidden,
  /// nothing changes.
  private mutating func erase(outside matte: SpriteTrack) throws(Diagnostic) {
    fail(at: matte)
    for paint in try paints(of: matte) {
      let cover = try cover(matte, isVisible: paint.frames.map { !$0.isVisible })
      let shown = indices.map { _ in FrameState(opacity: 1, transform: .identity) }
      var group = Sprite(matte.origin, content: .group(builder.sprites), frames: shown)
      group.matte = Matte([paint, cover], mode: .alpha)
      builder.sprites = [group]
    }
  }

  /// Sprites of a single bitmap, fill or stroke each.
  private mutating func paints(of track: SpriteTrack) throws(Diagnostic) -> [Sprite] {
    var paints = try sprites(of: track).filter { $0.content != .vector }
    let lists = indices.map { paintedShapes(of: track, at: $0).flatMap(\.singlePaints) }
    for number in 0..<(lists.map(\.count).max() ?? 0) {
      try builder.reserveSprite()
      let states = try paintedStates(track) { lists[$0].indices.contains(number) ? [lists[$0][number]] : [] }
      paints.append(Sprite(track.origin, content: .vector, frames: states))
    }
    return paints
  }

  /// A sprite that covers the canvas in some frames.
  private mutating func cover(_ matte: SpriteTrack, isVisible: [Bool]) throws(Diagnostic) -> Sprite {
    try builder.reserveSprite()
    let canvas = Rect(minX: 0, minY: 0, maxX: canvas.width, maxY: canvas.height)
    let list = try builder.intern([Shape(outline: .rect(canvas, cornerRadius: 0), fill: Fill(.solid(.black)))])
    let state = FrameState(opacity: 1, transform: .identity, shapes: list)
    return Sprite(matte.origin, content: .vector, frames: isVisible.map { $0 ? state : .hidden })
  }
}

extension Shape {
  /// The shape with its fill alone, and with its stroke alone.
  fileprivate var singlePaints: [Shape] {
    let fills = fill.map { [Shape(outline: outline, fill: $0, transform: transform)] } ?? []
    return fills + (stroke.map { [Shape(outline: outline, stroke: $0, transform: transform)] } ?? [])
  }
}

extension Array {
  /// Maximal slices of neighbours with equal keys.
  fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    for (index, element) in enumerated() {
      if let last = chunks.last?.last, key(last) == key(element) {
        chunks[chunks.count - 1] = self[chunks[chunks.count - 1].startIndex...index]
      } else {
        chunks.append(self[index...index])
      }
    }
    return chunks
  }
}

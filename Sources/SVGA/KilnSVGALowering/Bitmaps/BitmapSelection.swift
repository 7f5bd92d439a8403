internal import KilnTimeline

/// Chooses vector sprites that become bitmaps because players draw these faster: those that cost least for the time that they
/// save.
struct BitmapSelection {
  private struct Candidate {
    var index: Int
    /// Milliseconds of a frame, on average.
    var saving: Double
    var bitmaps: BitmapFallback.Estimate
  }

  /// Indices of the sprites that were chosen.
  private(set) var chosen: Set<Int> = []
  /// Sprites that may still be chosen, the best last.
  private var candidates: [Candidate]

  /// Minimum ratio of the gain (cost of the shapes in the file, and of the saved playing time) to the cost of the
  /// bitmaps, which are not sharp when they are enlarged.
  private static let leastGain = 4.0

  /// A selection for a timeline of sprites that conform or become bitmaps.
  ///
  /// - Parameter atAnyCost: Whether every sprite that is faster as a bitmap may become one; else only those whose gain
  ///   exceeds their cost and which stay as sharp.
  init(_ timeline: Timeline, _ bitmaps: BitmapFallback, _ conformance: SVGAConformance, atAnyCost: Bool) {
    let counter = PlayerWorkCounter(timeline)
    candidates = timeline.sprites.enumerated().compactMap { index, sprite -> Candidate? in
      let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
      guard sprite.content == .vector, sprite.isJoinable,
        frames.allSatisfy({ conformance.unsupportedFeatures(ofVector: sprite.frames[$0]).isEmpty })
      else { return nil }
      let time = frames.reduce(0) { $0 + counter.work(for: sprite, frame: $1).milliseconds }
      let bitmaps = bitmaps.estimate(of: sprite, in: frames)
      let saving = time / Double(max(1, timeline.frameCount)) - LoweringCost.milliseconds(ofPlaying: bitmaps.playing)
      let shapes = frames.compactMap { sprite.frames[$0].shapes }.distinct().flatMap { timeline[$0].shapes }
      let gain = LoweringCost.vector(shapes) + LoweringCost.playing(milliseconds: saving)
      guard saving > 0, atAnyCost || bitmaps.areExact && gain > Self.leastGain * bitmaps.cost else { return nil }
      return Candidate(index: index, saving: saving, bitmaps: bitmaps)
    }
    sort()
  }

  /// Milliseconds of a frame, on average, that all sprites which may still be chosen would save.
  var possibleSaving: Double { candidates.reduce(0) { $0 + $1.saving } }

  /// Chooses more sprites, until the time is saved or nothing is left that fits into the memory; false if there is nothing.
  ///
  /// - Parameters:
  ///   - time: Milliseconds of a frame, on average.
  ///   - memory: Maximum of decoded bytes of their bitmaps.
  mutating func choose(saving time: Double, memory: Int) -> Bool {
    var (taken, left): ([Candidate], [Candidate]) = ([], [])
    var (saved, used) = (0.0, 0)
    while saved < time, let candidate = candidates.popLast() {
      guard candidate.bitmaps.memory <= memory - used else {
        left.append(candidate)
        continue
      }
      taken.append(candidate)
      saved += candidate.saving
      used += candidate.bitmaps.memory
    }
    // The first ones may not be needed beside a large one that was taken last.
    for candidate in taken where saved - candidate.saving >= time && candidate.index != taken.last?.index {
      saved -= candidate.saving
      left.append(candidate)
      taken.removeAll { $0.index == candidate.index }
    }
    candidates += left
    sort()
    chosen.formUnion(taken.map(\.index))
    return !taken.isEmpty
  }

  /// Sorts candidates by time saved per cost, the best last; of equal ones the lower sprite last.
  private mutating func sort() {
    candidates.sort { ($0.saving / $0.bitmaps.cost, $1.index) < ($1.saving / $1.bitmaps.cost, $0.index) }
  }
}

internal import KilnDiagnostics
internal import KilnSVGAFormat
internal import KilnTimeline

/// Writes a lowered timeline, with as many bitmaps in place of shapes as the time for playing asks for.
struct PlayingTimeReducer {
  /// Maximum number of rounds that choose more sprites: one may save too little, because joined sprites take less time
  /// than separate ones.
  private static let maximumRounds = 6

  /// A movie, and what it is like once its sprites are joined.
  private struct Measured {
    let movie: Timeline
    /// Milliseconds of a frame, on average.
    let time: Double
    /// Cost of all, playing included, as in `LoweringCost`.
    let cost: Double
  }

  private let writer: LoweredSpriteWriter
  private let options: SVGALowerer.Options
  private let limits: Limits
  private let progress: ProgressReporter

  init(
    _ writer: LoweredSpriteWriter, _ options: SVGALowerer.Options, limits: Limits, progress: ProgressReporter
  ) {
    self.writer = writer
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// The lowered timeline: with shapes only, or the last attempt with bitmaps that is better.
  ///
  /// - Throws: Errors of the writer.
  func written(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    let findings = log
    let plain = try attempt(chosen: [], log: &log)
    // Joined sprites take less time; many movies need not be joined to know that they are fast enough.
    guard let most, PlayerWorkCounter(plain).milliseconds > most else { return plain }
    var selection = writer.bitmapSelection(atAnyCost: !isSmooth)
    guard selection.possibleSaving > 0 else { return plain }
    var best = measured(plain)
    // A movie that stays far above is left as it is.
    if isSmooth, selection.possibleSaving < (best.time - most) / 2 { return plain }
    for _ in 0..<Self.maximumRounds where best.time > most {
      let memory = options.bitmapMemory.map { $0 - best.movie.decodedBytes } ?? .max
      guard selection.choose(saving: best.time - most, memory: memory) else { break }
      var found = findings
      guard let movie = try attemptWithinLimits(chosen: selection.chosen, log: &found) else { break }
      let next = measured(movie)
      guard isSmooth ? next.cost < best.cost : next.time < best.time else { break }
      (best, log) = (next, found)
    }
    return best.movie
  }

  private var isSmooth: Bool { options.playingTime == .smooth }

  /// Milliseconds of a frame above which shapes may become bitmaps; nil if they never do.
  private var most: Double? {
    switch options.playingTime {
    case .any: nil
    case .smooth: SVGACosts.Playing.heavyFrame
    case .atMost(let time): time
    }
  }

  /// The same as `attempt`; nil if the bitmaps exceed a limit, because the movie can do without them.
  private func attemptWithinLimits(chosen: Set<Int>, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline? {
    do throws(Diagnostic) {
      return try attempt(chosen: chosen, log: &log)
    } catch {
      guard error.rule == .limitExceeded || error.rule == .loweringMemory else { throw error }
      return nil
    }
  }

  /// Writes the timeline once.
  ///
  /// - Parameter chosen: Indices of sprites that become bitmaps though shapes would do.
  private func attempt(chosen: Set<Int>, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var writer = writer
    let sprites = writer.mergedSprites(chosen: chosen)
    for (index, sprite) in sprites.enumerated() {
      try progress.report("writing sprites", index, of: sprites.count)
      try writer.add(sprite, log: &log)
    }
    try writer.checkMemory()
    return writer.builder.build(log: &log)
  }

  private func measured(_ movie: Timeline) -> Measured {
    var ignored = DiagnosticLog()
    let joined = SpriteJoiner(movie, options.capabilities, limits: limits).joined(log: &ignored)
    let time = PlayerWorkCounter(joined).milliseconds
    return Measured(
      movie: movie, time: time, cost: LoweringCost.timeline(joined) + LoweringCost.playing(milliseconds: time))
  }
}

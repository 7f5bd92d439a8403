internal import Diagnostics
internal import SVGAFormat
internal import TimelineModel

/// Writes a lowered timeline, with as many bitmaps in place of shapes as the time for playing asks for.
struct FasterMovie {
  /// Milliseconds above which a movie is heavy: a frame takes several times as long on a phone, which has 16.
  private static let heavy = 2.0
  /// How often more sprites are chosen, because sprites that are joined take less time than each of them.
  private static let maximumRounds = 6

  private struct Attempt {
    var movie: Timeline
    /// Milliseconds of a frame, on average.
    var time: Double
    /// Cost of the joined movie, playing included; bytes, as in `LoweringCost`.
    var cost: Double
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

  /// The lowered timeline: the first attempt, or the last one that is better.
  ///
  /// - Throws: What the writer throws.
  func written(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    let findings = log
    var best = try attempt(chosen: [], log: &log)
    let most: Double
    switch options.playingTime {
    case .any: return best.movie
    case .smooth: most = Self.heavy
    case .atMost(let time): most = time
    }
    guard best.time > most else { return best.movie }
    var chooser = writer.bitmapChooser(atAnyCost: options.playingTime != .smooth)
    guard chooser.possibleSaving > 0 else { return best.movie }
    measureJoined(&best)
    // A movie that stays far above is left as it is.
    if options.playingTime == .smooth, chooser.possibleSaving < (best.time - most) / 2 { return best.movie }
    for _ in 0..<Self.maximumRounds where best.time > most {
      let memory = options.bitmapMemory.map { $0 - best.movie.decodedBytes } ?? .max
      guard chooser.choose(saving: best.time - most, memory: memory) else { break }
      var found = findings
      guard var next = try attemptWithinLimits(chosen: chooser.chosen, log: &found) else { break }
      measureJoined(&next)
      let isBetter = options.playingTime == .smooth ? next.cost < best.cost : next.time < best.time
      guard isBetter else { break }
      (best, log) = (next, found)
    }
    return best.movie
  }

  /// The same as `attempt`; nil if the bitmaps exceed a limit, because the movie can do without them.
  private func attemptWithinLimits(chosen: Set<Int>, log: inout DiagnosticLog) throws(Diagnostic) -> Attempt? {
    do throws(Diagnostic) {
      return try attempt(chosen: chosen, log: &log)
    } catch {
      guard error.rule == .limitExceeded || error.rule == .loweringMemory else { throw error }
      return nil
    }
  }

  /// Writes the timeline once; `time` is that of sprites that are not joined.
  ///
  /// - Parameter chosen: Indices of sprites that become bitmaps though shapes would do.
  private func attempt(chosen: Set<Int>, log: inout DiagnosticLog) throws(Diagnostic) -> Attempt {
    var writer = writer
    let sprites = writer.mergedSprites(chosen: chosen)
    for (index, sprite) in sprites.enumerated() {
      try progress.report("writing sprites", index, of: sprites.count)
      try writer.add(sprite, log: &log)
    }
    try writer.checkMemory()
    let movie = writer.builder.build(log: &log)
    return Attempt(movie: movie, time: PlayerWorkCounter(movie).milliseconds, cost: 0)
  }

  /// Replaces the time by that of joined sprites, and finds the cost.
  private func measureJoined(_ attempt: inout Attempt) {
    var ignored = DiagnosticLog()
    let joined = SpriteJoiner(attempt.movie, options.capabilities, limits: limits).joined(log: &ignored)
    attempt.time = PlayerWorkCounter(joined).milliseconds
    attempt.cost = LoweringCost.timeline(joined) + LoweringCost.playing(milliseconds: attempt.time)
  }
}

/// How a value goes with time, where some stretches are like earlier ones.
struct Rhythm: Equatable {
  /// A stretch of time.
  struct Stretch: Equatable {
    var start: Double
    var end: Double
    /// Where the first stretch starts in which the value takes the same course.
    var origin: Double
    /// Whether the value stays the same in it.
    var isStill: Bool
  }

  /// In order, one after the other, at least one.
  let stretches: [Stretch]

  /// A place in a course. The value at equal ones is the same.
  struct Beat: Equatable {
    var origin: Double
    /// Time since the stretch began; of one that is still 0. Negative before all stretches.
    var offset: Double
  }

  func beat(at time: Double) -> Beat {
    // The last stretch that has begun, or the first.
    let stretch = stretches[stretches.indices.last(until: { stretches[$0].start <= time })]
    if time < stretch.start { return Beat(origin: stretch.origin, offset: -1) }
    if time >= stretch.end { return Beat(origin: stretch.origin, offset: stretch.end - stretch.start) }
    return Beat(origin: stretch.origin, offset: stretch.isStill ? 0 : time - stretch.start)
  }
}

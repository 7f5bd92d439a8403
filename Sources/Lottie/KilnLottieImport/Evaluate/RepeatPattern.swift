internal import KilnLottieFormat

/// Repetition of a value over time: segments in which it takes the same values as in earlier ones.
package struct RepeatPattern: Equatable {
  /// A segment of time, in frames.
  struct Segment: Equatable {
    var start: Double
    var end: Double
    /// Start of the first segment in which the value takes the same course.
    var origin: Double
    /// Whether the value is constant inside the segment.
    var isConstant: Bool
  }

  /// In ascending order, each starting where the one before ends; not empty.
  let segments: [Segment]

  /// Position within a course of values. The values at equal phases are equal.
  struct Phase: Equatable {
    /// `Segment.origin`.
    var origin: Double
    /// Frames since the segment's start; 0 in a constant segment, −1 before the first segment.
    var offset: Double
  }

  /// The phase at a time, by the last segment that has started, or the first.
  func phase(at time: Double) -> Phase {
    let segment = segments[segments.indices.lastIndexOfPrefix(where: { segments[$0].start <= time })]
    if time < segment.start { return Phase(origin: segment.origin, offset: -1) }
    if time >= segment.end { return Phase(origin: segment.origin, offset: segment.end - segment.start) }
    return Phase(origin: segment.origin, offset: segment.isConstant ? 0 : time - segment.start)
  }
}

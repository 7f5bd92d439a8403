internal import Geometry
internal import LottieFormat

/// A property made ready for evaluation: segments between keyframes, each with both its values.
///
/// Semantics are lottie-web's: the next key's start value goes before an old file's end value; before the first key its
/// value holds, after the last key the last segment's end value; progress is not clamped, so curves may overshoot.
struct Track<Value: LottieValue> {
  /// From one keyframe to the next.
  struct Segment {
    var startTime: Double
    var endTime: Double
    var start: Value
    var end: Value
    var isHold: Bool
    var easing: LottieEasing

    /// Eased progress of each component at a time inside the segment.
    func progress(at time: Double) -> SIMD4<Double> {
      let duration = endTime - startTime
      let fraction = duration > 0 ? (time - startTime) / duration : 1
      guard let first = easing.first else { return SIMD4(repeating: fraction) }
      let shared = first.value(at: fraction)
      var progress = SIMD4(repeating: shared)
      for component in 1..<max(1, easing.count) { progress[component] = easing[component].value(at: fraction) }
      return progress
    }
  }

  let fixed: Value
  let segments: [Segment]

  var isAnimated: Bool { !segments.isEmpty }

  /// When the value may change.
  var changes: ChangeTimes { changes(curving: { _ in false }, sameCourse: { _, _ in true }) }

  /// The same where the course between two keyframes is a curve: then the value may change although both are equal.
  /// `sameCourse` tells whether the courses of two segments with equal values are the same.
  func changes(curving: (Int) -> Bool, sameCourse: (Int, Int) -> Bool) -> ChangeTimes {
    guard isAnimated else { return .never }
    var spans: [ClosedRange<Double>] = []
    spans.reserveCapacity(segments.count)
    var stretches: [Rhythm.Stretch] = []
    stretches.reserveCapacity(segments.count)
    /// Segments unlike all before them.
    var origins: [Int] = []
    for index in segments.indices {
      let (from, to) = (segments[index].startTime, segments[index].endTime)
      // Out of order, keyframes may come into effect at any time.
      guard from <= to else { return .always }
      if index > 0, segments[index - 1].end != segments[index].start { spans.append(from...from) }
      let (isHold, isCurve) = (segments[index].isHold, curving(index))
      let isStill = !isCurve && (isHold || segments[index].start == segments[index].end)
      if !isStill {
        spans.append(from...to)
      } else if segments[index].start != segments[index].end {
        spans.append(to...to)
      }
      let origin = origins.first { isLike($0, index) && sameCourse($0, index) }
      if origin == nil, origins.count < Self.mostOrigins { origins.append(index) }
      stretches.append(
        Rhythm.Stretch(start: from, end: to, origin: segments[origin ?? index].startTime, isStill: isStill))
    }
    return ChangeTimes(spans, in: Rhythm(stretches: stretches))
  }

  /// Loops of more different segments are not looked for.
  private static var mostOrigins: Int { 32 }

  /// Whether the value goes the same way, and in the same time.
  private func isLike(_ a: Int, _ b: Int) -> Bool {
    segments[a].endTime - segments[a].startTime == segments[b].endTime - segments[b].startTime
      && segments[a].isHold == segments[b].isHold && segments[a].start == segments[b].start
      && segments[a].end == segments[b].end && segments[a].easing == segments[b].easing
  }

  init(_ property: borrowing LottieProperty<Value>) {
    let (first, keys) = (property.value, property.keyframes)
    fixed = first
    segments = keys.indices.dropLast().map { index in
      // By index, because a copy of a key costs several reference counts.
      let start = keys[index].start ?? (index > 0 ? keys[index - 1].end : nil) ?? first
      let end = keys[index + 1].start ?? keys[index].end ?? start
      return Segment(
        startTime: keys[index].time, endTime: keys[index + 1].time, start: start.conformed(to: first),
        end: end.conformed(to: first), isHold: keys[index].isHold, easing: keys[index].easing)
    }
  }

  /// Where the value is at a time. Segments are told by their index, because a copy costs several reference counts.
  enum Place {
    case fixed
    case start(of: Int)
    case end(of: Int)
    case inside(Int, progress: SIMD4<Double>)
  }

  @inline(__always)
  func place(at time: Double) -> Place {
    guard let index = segmentIndex(at: time) else { return .fixed }
    if time < segments[index].startTime { return .start(of: index) }
    if time >= segments[index].endTime { return .end(of: index) }
    if segments[index].isHold { return .start(of: index) }
    return .inside(index, progress: segments[index].progress(at: time))
  }

  func value(at time: Double) -> Value {
    switch place(at: time) {
    case .fixed: fixed
    case .start(let index): segments[index].start
    case .end(let index): segments[index].end
    case .inside(let index, let progress):
      segments[index].start.interpolated(to: segments[index].end, by: progress)
    }
  }

  /// The segment that decides at a time: the last one that has started, or the first.
  func segmentIndex(at time: Double) -> Int? {
    segments.isEmpty ? nil : segments.indices.last(until: { segments[$0].startTime <= time })
  }
}

extension Track<Double> {
  /// Whether the value is 0 or less at a keyframe.
  var reachesZero: Bool { isAnimated ? segments.contains { $0.start <= 0 || $0.end <= 0 } : fixed <= 0 }
}

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
  var changes: ChangeTimes {
    guard isAnimated else { return .never }
    var spans: [ClosedRange<Double>] = []
    for (index, segment) in segments.enumerated() {
      // Out of order, keyframes may come into effect at any time.
      guard segment.startTime <= segment.endTime else { return .always }
      if index > 0, segments[index - 1].end != segment.start { spans.append(segment.startTime...segment.startTime) }
      guard segment.start != segment.end else { continue }
      spans.append((segment.isHold ? segment.endTime : segment.startTime)...segment.endTime)
    }
    return ChangeTimes(spans)
  }

  init(_ property: LottieProperty<Value>) {
    fixed = property.value
    let keys = property.keyframes
    segments = keys.indices.dropLast().map { index in
      let key = keys[index]
      let start = key.start ?? (index > 0 ? keys[index - 1].end : nil) ?? property.value
      let end = keys[index + 1].start ?? key.end ?? start
      return Segment(
        startTime: key.time, endTime: keys[index + 1].time, start: start.conformed(to: property.value),
        end: end.conformed(to: property.value), isHold: key.isHold, easing: key.easing)
    }
  }

  /// Where the value is at a time.
  enum Place {
    case at(Value)
    case between(Value, Value, progress: SIMD4<Double>)
  }

  @inline(__always)
  func place(at time: Double) -> Place {
    guard let index = segmentIndex(at: time) else { return .at(fixed) }
    let segment = segments[index]
    if time < segment.startTime { return .at(segment.start) }
    if time >= segment.endTime { return .at(segment.end) }
    if segment.isHold { return .at(segment.start) }
    return .between(segment.start, segment.end, progress: segment.progress(at: time))
  }

  func value(at time: Double) -> Value {
    switch place(at: time) {
    case .at(let value): value
    case .between(let start, let end, let progress): start.interpolated(to: end, by: progress)
    }
  }

  /// The segment that decides at a time: the last one that has started, or the first.
  func segmentIndex(at time: Double) -> Int? {
    guard !segments.isEmpty else { return nil }
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].startTime <= time { low = middle } else { high = middle }
    }
    return low
  }
}

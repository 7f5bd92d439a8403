internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat

/// A property's keyframes as segments, each with its start and end value.
///
/// Semantics are lottie-web's: the next key's start value takes precedence over an old file's end value; before the first
/// key its value counts, after the last key the last segment's end value; progress is not clamped, so curves may overshoot.
struct Keyframes<Value: LottieValue> {
  /// From one keyframe to the next; times in frames.
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

  /// The value if there are no segments.
  let fixed: Value
  /// Expression that computes the value from that of the keyframes; nil for most properties.
  let expression: ExpressionTrack<Value>?
  /// In the order of the file; empty if the property is fixed.
  let segments: [Segment]

  var isAnimated: Bool { !segments.isEmpty || expression != nil }
  /// Times of the first and the last keyframe in frames; nil if the property is fixed.
  var times: (first: Double, last: Double)? {
    guard let first = segments.first, let last = segments.last else { return nil }
    return (first.startTime, last.endTime)
  }

  /// Times at which the value may change.
  var changes: ChangeTimes { changes(isCurve: { _ in false }, sameCourse: { _, _ in true }) }

  /// Times at which the value may change, if it follows curves between some keyframes.
  ///
  /// - Parameters:
  ///   - isCurve: Whether the value may change inside a segment although its start and end value are equal.
  ///   - sameCourse: Whether two segments with equal values and easing have the same values in between.
  func changes(isCurve: (Int) -> Bool, sameCourse: (Int, Int) -> Bool) -> ChangeTimes {
    guard isAnimated else { return .never }
    if expression != nil { return .always }
    var spans: [ClosedRange<Double>] = []
    spans.reserveCapacity(segments.count)
    var pattern: [RepeatPattern.Segment] = []
    pattern.reserveCapacity(segments.count)
    /// Segments that repeat none before them.
    var origins: [Int] = []
    for index in segments.indices {
      let (from, to) = (segments[index].startTime, segments[index].endTime)
      // Out of order, keyframes may come into effect at any time.
      guard from <= to else { return .always }
      if index > 0, segments[index - 1].end != segments[index].start { spans.append(from...from) }
      let isConstant = !isCurve(index) && (segments[index].isHold || segments[index].start == segments[index].end)
      if !isConstant {
        spans.append(from...to)
      } else if segments[index].start != segments[index].end {
        spans.append(to...to)
      }
      let origin = origins.first { areEqual($0, index) && sameCourse($0, index) }
      if origin == nil, origins.count < Self.maximumOriginCount { origins.append(index) }
      pattern.append(
        RepeatPattern.Segment(
          start: from, end: to, origin: segments[origin ?? index].startTime, isConstant: isConstant))
    }
    return ChangeTimes(spans, repeating: RepeatPattern(segments: pattern))
  }

  /// Number of different segments among which repetitions are searched.
  private static var maximumOriginCount: Int { 32 }

  /// Whether two segments have the same values, easing and duration.
  private func areEqual(_ a: Int, _ b: Int) -> Bool {
    segments[a].endTime - segments[a].startTime == segments[b].endTime - segments[b].startTime
      && segments[a].isHold == segments[b].isHold && segments[a].start == segments[b].start
      && segments[a].end == segments[b].end && segments[a].easing == segments[b].easing
  }

  /// - Parameter runner: Nil if expressions are not run.
  init(_ property: borrowing LottieProperty<Value>, _ runner: ExpressionRunner?) {
    let (first, keys) = (property.value, property.keyframes)
    let expression = property.expression.flatMap { ExpressionTrack<Value>($0, keyTimes: keys.map(\.time), in: runner) }
    switch expression?.behavior(plain: first) {
    case .constant(let value):
      self.expression = nil
      fixed = value
      segments = []
      return
    case .fails, nil: self.expression = nil
    case .varies: self.expression = expression
    }
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

  /// Position of a time among the segments. By index, because a copy of a segment costs several reference counts.
  enum Position {
    case fixed
    case start(of: Int)
    case end(of: Int)
    case inside(Int, progress: SIMD4<Double>)
  }

  @inline(__always)
  func position(at time: Double) -> Position {
    guard let index = segmentIndex(at: time) else { return .fixed }
    if time < segments[index].startTime { return .start(of: index) }
    if time >= segments[index].endTime { return .end(of: index) }
    if segments[index].isHold { return .start(of: index) }
    return .inside(index, progress: segments[index].progress(at: time))
  }

  @inline(__always)
  func value(at time: Double, in context: EvaluationContext) -> Value {
    guard let expression else { return value(at: time) }
    return expression.value(at: time, in: context, keyed: value)
  }

  /// The value without expression.
  func value(at time: Double) -> Value {
    switch position(at: time) {
    case .fixed: fixed
    case .start(let index): segments[index].start
    case .end(let index): segments[index].end
    case .inside(let index, let progress):
      segments[index].start.interpolated(to: segments[index].end, by: progress)
    }
  }

  /// Time in frames of the latest end of a segment, up to a time, at which a condition holds.
  ///
  /// - Returns: Nil if there is none among the `maximumHistory` segments before.
  func lastEnd(upTo time: Double, where condition: (Double) -> Bool) -> Double? {
    guard let current = segmentIndex(at: time) else { return nil }
    let ends = segments[...current].suffix(Self.maximumHistory).lazy.map(\.endTime)
    return ends.last { $0 <= time && condition($0) }
  }

  /// Number of segments that are searched backwards, so that long rests take little time in each frame.
  private static var maximumHistory: Int { 200 }

  /// The segment that decides at a time: the last one that has started, or the first.
  func segmentIndex(at time: Double) -> Int? {
    segments.isEmpty ? nil : segments.indices.lastIndexOfPrefix(where: { segments[$0].startTime <= time })
  }
}

extension Keyframes {
  /// The fixed value, or the values at the start and end of every segment; samples of an expression.
  var authoredValues: [Value] {
    let keyed = segments.isEmpty ? [fixed] : segments.flatMap { [$0.start, $0.end] }
    return expression.map { keyed + $0.samples(plain: fixed) } ?? keyed
  }
}

internal import KilnJSON
internal import KilnLottieExpressions

/// The keyframes of a property whose expression repeats them, written out as often as they are seen.
///
/// The designer's eases are exact between frames, too, which fitted ones are not.
struct LoopUnrolling {
  private let kind: KeyframeRepetition.Kind
  /// The segments between keyframes, in the order of their times.
  private let segments: [RepeatedSegment]
  /// Index of the segment with which each round begins.
  private let first: Int
  /// The value of the last keyframe.
  private let last: SegmentValue
  /// Time in frames at which the first round after the keyframes begins.
  private let end: Double
  /// Frames of a round.
  private let cycle: Double
  /// Keyframes that all rounds together may have.
  private static let maximumCount = 2_000
  /// Frames between the two keyframes at which the value jumps.
  private static let jump = 0.001

  /// Nil if the expression does more than to repeat keyframes behind the last one.
  init?(_ property: JSONValue) {
    guard let source = property.string("x"), let repetition = KeyframeRepetition(source), property["sid"] == nil,
      let list = property["k"], list.kind == .array
    else { return nil }
    let keys = list.children.map { $0 }
    guard let segments = RepeatedSegment.segments(keys), let final = segments.last else { return nil }
    kind = repetition.kind
    self.segments = segments
    let count = repetition.segmentCount
    first = (1...segments.count).contains(count) ? segments.count - count : 0
    (last, end) = (final.endValue, final.end)
    cycle = end - segments[first].start
    if kind == .offset, last.difference(from: segments[first].startValue) == nil { return nil }
  }

  /// `k` for a range of times in frames; nil if it would have too many keyframes, or just one.
  func keyframes(from start: Double, until stop: Double) -> String? {
    let firstRound = max(1, ((start - end) / cycle).rounded(.down))
    let lastRound = max(1, ((stop - end) / cycle).rounded(.up))
    let count = Double(segments.count - first + 1)
    guard lastRound.magnitude < 1e9, (lastRound - firstRound + 2) * count <= Double(Self.maximumCount) else {
      return nil
    }
    var writer = RepeatedKeyframes()
    if firstRound == 1 { for segment in segments { writer.append(segment) } }
    for round in Int(firstRound)...Int(lastRound) where stop > end {
      appendRound(round, to: &writer)
    }
    return writer.text(from: start, until: stop)
  }

  /// Appends a repetition; rounds are counted from 1.
  private func appendRound(_ round: Int, to writer: inout RepeatedKeyframes) {
    let begin = end + Double(round - 1) * cycle
    if kind == .pingPong, !round.isMultiple(of: 2) {
      for segment in segments[first...].reversed() {
        writer.append(segment.reversed(startingAt: begin + end - segment.end))
      }
      return
    }
    let offset = kind == .offset ? last.difference(from: segments[first].startValue) : nil
    let jumps = kind == .cycle && !last.isEqual(to: segments[first].startValue)
    for (index, segment) in segments[first...].enumerated() {
      var copy = segment.moved(by: Double(round) * cycle)
      if let offset { copy.add(offset, times: Double(round)) }
      if index == 0, jumps {
        // The last keyframe itself has its value, and so has the end of a round just before the next one.
        writer.appendHold(last, at: round == 1 ? begin : begin - Self.jump)
        if round == 1 { copy.start += Self.jump }
      }
      writer.append(copy)
    }
  }
}

/// A value in a keyframe.
struct SegmentValue {
  /// JSON text of the value, as a keyframe's `s` holds it.
  var text: String
  /// The numbers; nil for paths.
  var numbers: [Double]?

  init(_ value: JSONValue) {
    text = String(decoding: value.source, as: UTF8.self)
    numbers = value.firstNumber != nil ? value.numbers : value.number.map { [$0] }
  }

  /// Difference to another value in each component; nil if one of them is a path, or the counts differ.
  func difference(from other: SegmentValue) -> [Double]? {
    guard let numbers, let others = other.numbers, numbers.count == others.count else { return nil }
    return zip(numbers, others).map { $0 - $1 }
  }

  func isEqual(to other: SegmentValue) -> Bool {
    text == other.text || difference(from: other)?.allSatisfy { abs($0) < 1e-3 } ?? false
  }

  mutating func add(_ difference: [Double], times factor: Double) {
    guard let old = numbers else { return }
    let sum = zip(old, difference).map { $0 + $1 * factor }
    numbers = sum
    text = "[" + sum.map { JSONNumberText.rounded($0, decimals: 4) ?? "0" }.joined(separator: ",") + "]"
  }
}

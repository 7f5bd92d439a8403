internal import KilnJSON

/// A segment between two keyframes of a document, which is written again at other times.
struct RepeatedSegment {
  /// Time of the first keyframe in frames.
  var start: Double
  /// Time of the second keyframe in frames.
  var end: Double
  var startValue: SegmentValue
  var endValue: SegmentValue
  private let isHold: Bool
  /// Easing handles as texts of `x` and `y`; nil without.
  private var out: Handle?
  private var `in`: Handle?
  /// Tangents of the motion path; nil where they are zero.
  private var tangents: (start: String, end: String)?

  private struct Handle {
    /// JSON text of the object with `x` and `y`.
    var text: String
    /// Text of the handle at the same place of the reversed curve.
    var reversedText: String

    init?(_ json: JSONValue?) {
      guard let json, let x = json["x"], let y = json["y"] else { return nil }
      text = String(decoding: json.source, as: UTF8.self)
      func reversed(_ value: JSONValue) -> String {
        func text(_ number: Double) -> String { JSONNumberText.rounded(1 - number, decimals: 6) ?? "0" }
        guard value.kind == .array else { return text(value.number ?? 0) }
        return "[" + (value.numbers ?? []).map(text).joined(separator: ",") + "]"
      }
      reversedText = "{\"x\":\(reversed(x)),\"y\":\(reversed(y))}"
    }
  }

  /// The segments between keyframes; nil if there are none, or if the keyframes are not in order.
  static func segments(_ keys: [JSONValue]) -> [RepeatedSegment]? {
    guard keys.count > 1 else { return nil }
    var result: [RepeatedSegment] = []
    result.reserveCapacity(keys.count - 1)
    for (key, next) in zip(keys, keys.dropFirst()) {
      guard let segment = RepeatedSegment(key, next) else { return nil }
      result.append(segment)
    }
    return result
  }

  private init?(_ key: JSONValue, _ next: JSONValue) {
    guard key.kind == .object, next.kind == .object, let start = key.number("t"), let end = next.number("t"),
      start < end,
      let startValue = key["s"], let endValue = next["s"] ?? key["e"]
    else { return nil }
    (self.start, self.end) = (start, end)
    (self.startValue, self.endValue) = (SegmentValue(startValue), SegmentValue(endValue))
    isHold = key.isTruthy("h")
    (out, `in`) = (Handle(key["o"]), Handle(key["i"]))
    if let to = key["to"], let ti = key["ti"], !Self.isZero(to) || !Self.isZero(ti) {
      tangents = (String(decoding: to.source, as: UTF8.self), String(decoding: ti.source, as: UTF8.self))
    }
  }

  private static func isZero(_ json: JSONValue) -> Bool { json.numbers?.allSatisfy { $0 == 0 } ?? true }

  func moved(by frames: Double) -> RepeatedSegment {
    var copy = self
    (copy.start, copy.end) = (start + frames, end + frames)
    return copy
  }

  /// The same values backwards. What is held is held until the other end.
  func reversed(startingAt time: Double) -> RepeatedSegment {
    var copy = self
    (copy.start, copy.end) = (time, time + end - start)
    (copy.startValue, copy.endValue) = (isHold ? startValue : endValue, startValue)
    (copy.out, copy.in) = (reversed(`in`), reversed(out))
    copy.tangents = tangents.map { ($0.end, $0.start) }
    return copy
  }

  private func reversed(_ handle: Handle?) -> Handle? {
    guard var handle else { return nil }
    (handle.text, handle.reversedText) = (handle.reversedText, handle.text)
    return handle
  }

  mutating func add(_ difference: [Double], times factor: Double) {
    startValue.add(difference, times: factor)
    endValue.add(difference, times: factor)
  }

  /// Text of the members behind time and value.
  var easeText: String {
    if isHold { return ",\"h\":1" }
    var text = ""
    if let out { text += ",\"o\":\(out.text)" }
    if let `in` { text += ",\"i\":\(`in`.text)" }
    if let tangents { text += ",\"to\":\(tangents.start),\"ti\":\(tangents.end)" }
    return text
  }
}

/// Keyframes that segments follow from.
struct RepeatedKeyframes {
  private var keys: [(time: Double, value: SegmentValue, ease: String)] = []
  private var end: (time: Double, value: SegmentValue)?

  mutating func append(_ segment: RepeatedSegment) {
    keys.append((segment.start, segment.startValue, segment.easeText))
    end = (segment.end, segment.endValue)
  }

  /// Appends a value that is held until what follows.
  mutating func appendHold(_ value: SegmentValue, at time: Double) {
    keys.append((time, value, ",\"h\":1"))
  }

  /// Text of the keyframes that are seen in a range of times; nil if it has just one.
  ///
  /// The last one has no easing: rlottie takes the value 0 where it has.
  func text(from start: Double, until stop: Double) -> String? {
    guard let end else { return nil }
    let begin = max(0, (keys.lastIndex { $0.time <= start } ?? 0))
    let last = keys.firstIndex { $0.time >= stop } ?? keys.count
    guard begin < last else { return nil }
    var texts = keys[begin..<last].map { key in "{\"t\":\(Self.time(key.time)),\"s\":\(key.value.text)\(key.ease)}" }
    let (time, value) = last < keys.count ? (keys[last].time, keys[last].value) : end
    texts.append("{\"t\":\(Self.time(time)),\"s\":\(value.text)}")
    return "[" + texts.joined(separator: ",") + "]"
  }

  private static func time(_ time: Double) -> String { JSONNumberText.rounded(time, decimals: 4) ?? "\(time)" }
}

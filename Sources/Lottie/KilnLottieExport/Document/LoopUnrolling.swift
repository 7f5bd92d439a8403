internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// The keyframes of a property whose expression repeats them, written out as often as they are seen.
struct LoopUnrolling {
  private let tree: JSONTree
  /// Keyframes in the order of their times.
  private let keys: [(time: Double, value: JSONValue)]
  /// Index of the keyframe with which each round begins.
  private let first: Int
  /// Keyframes that all rounds together may have.
  private static let maximumCount = 2_000

  /// Nil if the expression does more than to repeat keyframes behind the last one, or if the value jumps in between.
  init?(_ tree: JSONTree, _ property: JSONValue) {
    guard let source = property.string("x"), let count = ExpressionSampler.repeatedSegments(source),
      property["sid"] == nil, let keyframes = property["k"]?.risingKeyframes, keyframes.count > 1
    else { return nil }
    let keys = keyframes.map { (time: $0.time, value: $0.json) }
    let end = keys.count - 1
    self.tree = tree
    self.keys = keys
    first = (1...end).contains(count) ? end - count : 0
    let start = keys[first].value["s"]
    guard let start, let last = keys[end].value["s"] ?? keys[end - 1].value["e"], Self.areEqual(start, last) else {
      return nil
    }
  }

  private static func areEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
    if a.source.elementsEqual(b.source) { return true }
    guard let a = a.numbers ?? a.number.map({ [$0] }), let b = b.numbers ?? b.number.map({ [$0] }), a.count == b.count,
      a.isEmpty == false
    else { return false }
    return zip(a, b).allSatisfy { abs($0 - $1) < 1e-3 }
  }

  /// `k` up to a time in frames; nil if it would have too many keyframes.
  func keyframes(until time: Double) -> String? {
    let (start, last) = (keys[first].time, keys[keys.count - 1].time)
    let cycle = last - start
    let rounds = max(0, ((time - last) / cycle).rounded(.up))
    guard rounds * Double(keys.count - first) <= Double(Self.maximumCount) else { return nil }
    var texts = keys.dropLast().map { String(decoding: $0.value.source, as: UTF8.self) }
    for round in 1...Int(max(1, rounds)) where rounds > 0 {
      for key in keys[first..<keys.count - 1] { texts.append(text(key, later: Double(round) * cycle)) }
    }
    texts.append(text(keys[first], later: (rounds + 1) * cycle, isLast: true))
    return "[" + texts.joined(separator: ",") + "]"
  }

  /// A keyframe at a later time. The last one has no easing: rlottie takes the value 0 where it has.
  private func text(_ key: (time: Double, value: JSONValue), later: Double, isLast: Bool = false) -> String {
    var change = JSONEdits(tree)
    if isLast {
      for name: JSONValue.Name in ["i", "o", "n", "e", "to", "ti"] { change.removeMembers(name, of: key.value) }
    }
    if let time = key.value["t"] {
      change.replace(time, by: JSONNumberText.rounded(key.time + later, decimals: 4) ?? "\(key.time + later)")
    }
    return String(decoding: change.text(of: key.value), as: UTF8.self)
  }
}

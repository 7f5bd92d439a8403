/// `loopIn` or `loopOut` of a property's own keyframes and nothing else, which takes no script engine.
struct KeyframeLoop {
  /// The call that an expression consists of.
  struct Call {
    fileprivate let isOut: Bool
    fileprivate let isPingPong: Bool
    /// Number of segments that are repeated, from the end that the loop continues; 0 for all.
    fileprivate let segmentCount: Int

    private static let names = ["loopOut": true, "loop_out": true, "loopIn": false, "loop_in": false]

    /// Nil if the source text says more, or if the loop has values that keyframes have at no time.
    init?(_ source: String) {
      guard source.utf8.holds("loop") else { return nil }
      // As Bodymovin writes it, whatever the white space.
      let text = source.filter { !$0.isWhitespace && $0 != ";" }
      let start = "var$bm_rt$bm_rt="
      guard text.hasPrefix(start), text.hasSuffix(")") else { return nil }
      let parts = text.dropFirst(start.count).dropLast().split(separator: "(", omittingEmptySubsequences: false)
      guard parts.count == 2, let isOut = Self.names[String(parts[0])] else { return nil }
      let arguments = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      switch arguments.first {
      case nil, "", "'cycle'", "\"cycle\"": isPingPong = false
      case "'pingpong'", "\"pingpong\"": isPingPong = true
      default: return nil
      }
      guard arguments.count <= 2 else { return nil }
      let count = arguments.count == 2 ? Int(arguments[1]) : 0
      guard let count, count >= 0 else { return nil }
      self.isOut = isOut
      segmentCount = count
    }
  }

  private let call: Call
  /// Times of the keyframes between which the property runs again and again, in frames.
  private let first: Double
  private let last: Double

  /// Nil without two keyframes: there is nothing to repeat.
  ///
  /// - Parameter times: Times of the keyframes, in frames.
  init?(_ call: Call, times: [Double]) {
    guard times.count > 1 else { return nil }
    let end = times.count - 1
    let count = (1...end).contains(call.segmentCount) ? call.segmentCount : end
    self.call = call
    first = call.isOut ? times[end - count] : times[0]
    last = call.isOut ? times[end] : times[count]
  }

  /// When the keyframes have the value that the loop has at a time, both in frames.
  func time(at time: Double) -> Double {
    let cycle = last - first
    guard cycle > 0, call.isOut ? time > last : time < first else { return time }
    let distance = call.isOut ? time - first : first - time
    let passed = distance.truncatingRemainder(dividingBy: cycle)
    let isOdd = (distance / cycle).rounded(.down).truncatingRemainder(dividingBy: 2) != 0
    if call.isOut { return first + (call.isPingPong && isOdd ? cycle - passed : passed) }
    // The sign of the start is lottie-web's.
    return call.isPingPong && !isOdd ? first + passed : cycle - (passed + first)
  }
}

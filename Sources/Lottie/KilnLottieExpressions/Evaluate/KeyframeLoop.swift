/// `loopIn` or `loopOut` of a property's own keyframes and nothing else, which takes no script engine.
struct KeyframeLoop {
  /// The call that an expression consists of.
  struct Call {
    let isOut: Bool
    let isPingPong: Bool
    /// Number of segments that are repeated, from the end that the loop continues; 0 for all.
    let segmentCount: Int

    init(isOut: Bool, isPingPong: Bool, segmentCount: Int) {
      (self.isOut, self.isPingPong, self.segmentCount) = (isOut, isPingPong, segmentCount)
    }

    /// Nil if the source text says more, or if the loop has values that keyframes have at no time.
    init?(_ source: String) {
      guard let text = CallText(source), text.kind == .cycle || text.kind == .pingPong else { return nil }
      self.init(isOut: text.isOut, isPingPong: text.kind == .pingPong, segmentCount: text.segmentCount)
    }
  }

  /// A call as Bodymovin writes it, whatever the white space.
  struct CallText {
    let isOut: Bool
    /// Nil for a continuation of the last velocity.
    let kind: KeyframeRepetition.Kind?
    /// Number of segments that are repeated; 0 for all.
    let segmentCount: Int

    private static let names = ["loopOut": true, "loop_out": true, "loopIn": false, "loop_in": false]

    /// Nil if the source text says more.
    init?(_ source: String) {
      guard source.utf8.holds("loop") else { return nil }
      let text = source.filter { !$0.isWhitespace && $0 != ";" }
      let start = "var$bm_rt$bm_rt="
      guard text.hasPrefix(start), text.hasSuffix(")") else { return nil }
      let parts = text.dropFirst(start.count).dropLast().split(separator: "(", omittingEmptySubsequences: false)
      guard parts.count == 2, let isOut = Self.names[String(parts[0])] else { return nil }
      let arguments = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      guard arguments.count <= 2, let name = Self.unquoted(arguments.first ?? "") else { return nil }
      let count = arguments.count == 2 ? Int(arguments[1]) : 0
      guard let count, count >= 0 else { return nil }
      self.isOut = isOut
      segmentCount = count
      switch name {
      case "pingpong": kind = .pingPong
      case "offset": kind = .offset
      case "continue": kind = nil
      // In lottie-web all other names are those of a cycle, too.
      default: kind = .cycle
      }
    }

    /// The text in quotation marks; nil if there are none, or others inside.
    private static func unquoted(_ text: Substring) -> Substring? {
      guard let mark = text.first else { return text }
      let inner = text.dropFirst().dropLast()
      guard mark == "'" || mark == "\"", text.count > 1, text.last == mark else { return nil }
      return inner.contains { $0 == "'" || $0 == "\"" || $0 == "\\" } ? nil : inner
    }
  }

  private let call: Call
  /// Times of the keyframes between which the property runs again and again, in frames.
  private let first: Double
  private let last: Double
  private let cycle: Double

  /// Nil without two keyframes: there is nothing to repeat.
  ///
  /// - Parameters:
  ///   - times: Times of the keyframes, in frames.
  ///   - roundsStart: Whether the start of what is repeated is counted back from its end, which rounds it, as in scripts.
  init?(_ call: Call, times: [Double], roundsStart: Bool = false) {
    guard times.count > 1 else { return nil }
    let end = times.count - 1
    let count = (1...end).contains(call.segmentCount) ? call.segmentCount : end
    self.call = call
    let first = call.isOut ? times[end - count] : times[0]
    last = call.isOut ? times[end] : times[count]
    cycle = last - first
    self.first = call.isOut && roundsStart ? last - cycle : first
  }

  /// Whether the keyframes are repeated at a time in frames.
  func isBeyondKeyframes(_ time: Double) -> Bool { call.isOut ? time > last : time < first }

  /// Time at which the keyframes have the value that the loop has at a time, both in frames.
  func time(at time: Double) -> Double { cycle > 0 && isBeyondKeyframes(time) ? repeated(time) : time }

  /// When the keyframes have the value that the loop has at a time beyond them; no number if all have the same time.
  func repeated(_ time: Double) -> Double {
    let distance = call.isOut ? time - first : first - time
    let passed = distance.truncatingRemainder(dividingBy: cycle)
    let isOdd = (distance / cycle).rounded(.down).truncatingRemainder(dividingBy: 2) != 0
    if call.isOut { return first + (call.isPingPong && isOdd ? cycle - passed : passed) }
    // The sign of the start is lottie-web's.
    return call.isPingPong && !isOdd ? first + passed : cycle - (passed + first)
  }
}

/// How an expression, which does nothing else, repeats a property's keyframes after the last one (`loopOut`).
package struct KeyframeRepetition: Sendable, Hashable {
  /// What differs from round to round.
  package enum Kind: Sendable {
    /// Nothing.
    case cycle
    /// Every other round is played backwards.
    case pingPong
    /// The values continue where they were at the end of the round before.
    case offset
  }

  package let kind: Kind
  /// Number of segments that are repeated, the last ones; 0 for all.
  package let segmentCount: Int

  /// Nil if the expression does anything else.
  package init?(_ source: String) {
    guard let text = KeyframeLoop.CallText(source), text.isOut, let kind = text.kind else { return nil }
    (self.kind, segmentCount) = (kind, text.segmentCount)
  }
}

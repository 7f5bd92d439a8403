/// An expression that is evaluated without an engine, as long as it comes to nothing that only the engine knows.
final class NativeProgram {
  let function: NativeSyntax.Function
  let tree: NativeTree
  /// The variable with the result.
  let resultSlot: Int
  /// Whether the text reads the time: reading these names cannot be seen, so that the text decides, as in the prelude.
  let readsTime: Bool
  /// Whether it has the letters of “random”: then it begins with other random numbers at each time.
  let saysRandom: Bool
  /// Whether it reads `value`.
  let readsValue: Bool
  /// Whether the layer's anchor point is read before each run.
  let readsAnchorPoint: Bool

  /// Length in bytes up to which texts are read.
  private static let greatestLength = 100_000

  /// Nil if the text says anything that is left to the engine.
  init?(_ source: String) {
    guard source.utf8.count <= Self.greatestLength,
      var parser = try? NativeParser(source, into: NativeTree()), (try? parser.readProgram()) != nil,
      let slot = parser.function.scope.slot(of: "$bm_rt")
    else { return nil }
    function = parser.function
    tree = parser.tree
    resultSlot = slot
    let words = Set(Self.words(in: source))
    saysRandom = source.utf8.holds("random")
    readsTime = saysRandom || !words.isDisjoint(with: Self.timeWords) || words.contains { $0.hasSuffix("velocity") }
    readsValue = words.contains("value")
    readsAnchorPoint = source.utf8.holds("anchorPoint")
  }

  private static let timeWords: Set<String> = [
    "time", "eval", "Function", "constructor", "timeToFrames", "posterizeTime", "substring", "substr",
  ]

  /// The words of a text, as regular expressions see them.
  private static func words(in source: String) -> [String] {
    source.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): false
      default: !NativeTokens.isDigit(byte)
      }
    }.map { String(decoding: Array($0), as: UTF8.self) }
  }
}

/// Expressions by their texts, each of which is read once.
package final class NativeProgramCache {
  private var known: [NativeText: NativeProgram?] = [:]

  package init() {}

  /// Whether an expression is simple enough to be evaluated without an engine.
  package func has(_ source: String) -> Bool { program(source) != nil }

  func program(_ source: String) -> NativeProgram? {
    let key = NativeText(source)
    if let program = known[key] { return program }
    let program = NativeProgram(source)
    known[key] = .some(program)
    return program
  }
}

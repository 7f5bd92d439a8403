import KilnDiagnostics
import KilnGeometry
import KilnLottieFormat
import KilnLottieImport
import Testing

/// Weights as lottie-web 5.13 gives them, in thousandths.
@Suite struct GoldenTextSelectorTests {
  /// Every character is as wide as high.
  private struct Blocks: Typeface {
    var shapesLines: Bool { false }
    var ascent: Double { 0 }
    func glyph(for character: String, size: Double) -> Glyph? { Glyph(advance: size, outline: Path()) }
  }

  private static func weights(_ text: String, _ selector: String) throws -> [Double] {
    let json = """
      {"w": 1, "h": 1, "fr": 1, "op": 1, "layers": [{"ty": 5, "t": {
        "d": {"k": [{"t": 0, "s": {"s": 10, "t": "\(text)"}}]}, "a": [{"s": {\(selector)}, "a": {}}]}}]}
      """
    let document = try LottieDocument(bytes: Array(json.utf8))
    guard case .text(let content) = document.layers[0].content else { return [] }
    var parts = TrackParts(nil)
    let track = TextSelectorFormula(content.animators[0].selector, &parts)
    let layout = try TextLayout(
      content.documents[0].document, typeface: Blocks(), grouping: content.grouping, losesPlaces: true,
      mayJoinLetters: false)
    let weights = track.value(at: 0, in: .constant).weights(of: layout.letters)
    return zip(layout.letters, weights).filter { !$0.0.isLineBreak }.map { $0.1 * 1000 }
  }

  @Test(arguments: [
    (#""b": 1, "sh": 1, "s": {"k": 20}, "e": {"k": 70}"#, [0, 800, 1000, 1000, 200, 0]),
    (#""b": 1, "sh": 2, "s": {"k": 20}, "e": {"k": 70}"#, [0, 100, 433.333, 766.667, 1000, 1000]),
    (#""b": 1, "sh": 3, "s": {"k": 20}, "e": {"k": 70}"#, [1000, 900, 566.667, 233.333, 0, 0]),
    (#""b": 1, "sh": 4, "s": {"k": 20}, "e": {"k": 70}"#, [0, 200, 866.667, 466.667, 0, 0]),
    (#""b": 1, "sh": 5, "s": {"k": 20}, "e": {"k": 70}"#, [0, 600, 991.071, 845.905, 0, 0]),
    (#""b": 1, "sh": 6, "s": {"k": 20}, "e": {"k": 70}"#, [0, 95.492, 956.773, 447.736, 0, 0]),
    (#""b": 1, "sh": 1, "r": 2, "s": {"k": 1.5}, "e": {"k": 3.25}"#, [0, 500, 1000, 250, 0, 0]),
    (
      #""b": 1, "sh": 2, "ne": {"k": 50}, "xe": {"k": -20}"#, [7.182, 61.274, 163.084, 309.783, 503.864, 764.308]
    ),
    (#""b": 1, "sh": 2, "sm": {"k": 25}"#, [0, 0, 166.667, 833.333, 1000, 1000]),
  ])
  func sixLetters(selector: String, expected: [Double]) throws {
    expectEqual(try Self.weights("ABABAB", selector), expected)
  }

  @Test func words() throws {
    let weights = try Self.weights("AB A B", #""b": 3, "sh": 1, "e": {"k": 50}"#)
    expectEqual(weights, [1000, 1000, 1000, 500, 500, 0])
  }

  @Test func charactersWithoutSpaces() throws {
    let weights = try Self.weights("AB A B", #""b": 2, "sh": 1, "e": {"k": 50}"#)
    expectEqual(weights, [1000, 1000, 0, 0, 0, 0])
  }

  @Test func lines() throws {
    let weights = try Self.weights(#"AB\rA\rB"#, #""b": 4, "sh": 1, "e": {"k": 34}"#)
    expectEqual(weights, [1000, 1000, 20, 0])
  }

  @Test(arguments: [(1, [0.0, 1000]), (2, [0, 1000]), (3, [1000, 0]), (4, [0, 0]), (5, [0, 0]), (6, [0, 0])])
  func rangeWithoutLength(form: Int, expected: [Double]) throws {
    // A square range of no length holds nothing.
    let expected = form == 1 ? [0, 0] : expected
    expectEqual(
      try Self.weights("AB", #""b": 1, "sh": \#(form), "s": {"k": 50}, "e": {"k": 50}"#), expected)
  }

  @Test func amountMayBeNegative() throws {
    expectEqual(try Self.weights("A", #""b": 1, "sh": 1, "a": {"k": -50}"#), [-500])
  }

  @Test func unknownBasisHasNoUnits() throws {
    expectEqual(try Self.weights("AB", #""b": 9, "sh": 2"#), [1000, 1000])
  }

  private func expectEqual(
    _ actual: [Double], _ expected: [Double], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isNear = actual.count == expected.count && zip(actual, expected).allSatisfy { abs($0 - $1) < 0.0011 }
    #expect(isNear, "got \(actual)", sourceLocation: sourceLocation)
  }
}

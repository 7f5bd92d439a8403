import Foundation
import KilnExpressionEngine
import KilnLottieExpressions
import KilnLottieFormat
import KilnTestSupport
import Testing

/// Compares expressions with what lottie-web makes of them. `scripts/make/expression-table` makes the table.
@Suite struct ExpressionTableTests {
  /// Equal within a millionth, relative to numbers above 1.
  private static func areEqual(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(b)) }

  @Test func expressionsGiveWhatLottieWebGives() throws {
    let bytes = Fixture.bytes(Fixture.folder() + "/expressions.table")
    let table = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let times = try #require(table["times"] as? [Double])
    let rows = try #require(table["rows"] as? [[Any]])
    let json = try JSONSerialization.data(withJSONObject: try #require(table["document"]))
    let document = try LottieDocument(bytes: Array(json))
    let evaluator = try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in
      try JavaScriptCoreEngine()
    }
    let layers = document.layers.filter { $0.name.hasPrefix("Row ") }
    #expect(rows.count > 250)
    for (layer, row) in zip(layers, rows) {
      let (expression, kind) = Self.expression(of: layer.transform)
      let script = try #require(expression)
      for (time, expected) in zip(times, row) {
        let own = evaluator.numbers(of: script, as: kind, at: time, use: 0)
        // Null for a component that keeps the value of the keyframes.
        let theirs = (expected as? [Any])?.map { $0 as? Double }
        let isEqual =
          own?.count == theirs?.count
          && zip(own ?? [], theirs ?? []).allSatisfy { own, theirs in theirs.map { Self.areEqual(own, $0) } ?? true }
        #expect(isEqual, "\(layer.name), \(script.source) at \(time): \(own as Any), lottie-web \(theirs as Any)")
      }
    }
  }

  private static func expression(of transform: LottieTransform) -> (LottieExpression?, LottieScriptKind) {
    if let rotation = transform.rotation.expression { return (rotation, .number) }
    if case .combined(let position) = transform.position { return (position.expression, .numbers) }
    return (nil, .numbers)
  }
}

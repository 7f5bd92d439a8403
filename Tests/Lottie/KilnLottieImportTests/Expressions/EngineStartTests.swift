import KilnDiagnostics
import KilnExpressionEngine
import KilnLottieExpressions
import KilnLottieImport
import KilnTimeline
import Synchronization
import Testing

/// When the script engine starts, and what is reported where there is none.
@Suite struct EngineStartTests {
  private final class Starts: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
  }

  private static func bake(
    _ code: String, isAvailable: Bool = true, isAllowed: Bool = true
  ) throws -> (starts: Int, log: DiagnosticLog) {
    let starts = Starts()
    let engine = LottieExpressions.run { () throws(ScriptError) in
      starts.add()
      guard isAvailable else { throw .unavailable("none is there") }
      return try JavaScriptCoreEngine()
    }
    let expressions = isAllowed ? engine : engine.withoutEngine
    let document =
      #"""
      {"v": "5.7.0", "fr": 12.5, "ip": 0, "op": 90, "w": 200, "h": 100, "layers": [
        {"ty": 1, "nm": "Row", "ind": 1, "ip": 0, "op": 90, "st": 1, "sw": 8, "sh": 4, "sc": "#ff8000",
         "ks": {"r": {"k": 3, "x": "var $bm_rt; \#(code)"}}}]}
      """#
    let source = try LottieSource(bytes: Array(document.utf8), expressions: expressions)
    var log = DiagnosticLog()
    _ = try source.timeline(.everyFrame(of: source.info), log: &log)
    return (starts.count, log)
  }

  @Test func theEngineStartsWhenSomethingNeedsIt() throws {
    #expect(try Self.bake("$bm_rt = Math.sin(time);").starts == 0)
    #expect(try Self.bake("$bm_rt = Math.hypot(time, 3);").starts == 1)
    let late = try Self.bake("if (time > 2) $bm_rt = nothing; else $bm_rt = time;")
    #expect(late.starts == 1)
    #expect(late.log.diagnostics.map(\.rule) == [.lottieExpression])
    #expect(late.log.diagnostics.first?.message.contains("nothing") == true)
  }

  @Test func anEngineThatIsMissingIsReportedWhereItIsNeeded() throws {
    #expect(try Self.bake("$bm_rt = Math.sin(time);", isAvailable: false).log.diagnostics.isEmpty)
    let late = try Self.bake("if (time > 2) $bm_rt = nothing; else $bm_rt = time;", isAvailable: false)
    #expect(late.log.diagnostics.map(\.rule) == [.lottieExpression])
    #expect(late.log.diagnostics.first?.message.contains("none is there") == true)
    #expect(late.log.diagnostics.first?.advice == NoEngine(.unavailable("")).advice)
  }

  /// What the interpreter knows is evaluated all the same, also beside what it does not know.
  @Test func anEngineThatIsNotAllowedIsNeverMade() throws {
    let known = try Self.bake("$bm_rt = Math.sin(time);", isAllowed: false)
    #expect(known.starts == 0 && known.log.diagnostics.isEmpty)
    let unknown = try Self.bake("$bm_rt = Math.hypot(time, 3);", isAllowed: false)
    #expect(unknown.starts == 0 && unknown.log.diagnostics.map(\.rule) == [.lottieExpression])
    #expect(unknown.log.diagnostics.first?.message.contains("which may not be started") == true)
    #expect(unknown.log.diagnostics.first?.advice == NoEngine(.refused).advice)
  }

  @Test func whatIsIgnoredStaysIgnored() throws {
    let document = Array(#"{"fr": 10, "ip": 0, "op": 9, "w": 2, "h": 1, "layers": []}"#.utf8)
    var log = DiagnosticLog()
    for expressions in [LottieExpressions.ignore.withoutEngine, .interpret] {
      let source = try LottieSource(bytes: document, expressions: expressions, limits: .untrusted)
      _ = try source.timeline(.everyFrame(of: source.info), log: &log)
    }
    #expect(log.diagnostics.isEmpty)
  }
}

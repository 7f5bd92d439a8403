import KilnDiagnostics
import KilnExpressionEngine
import KilnGeometry
import KilnLottieExpressions
import KilnLottieFormat
import KilnLottieImport
import KilnTimeline
import Synchronization
import Testing

/// Documents of one solid, one frame a second, whose position or rotation is an expression.
@Suite(.enabled(if: PackageTrait.expressionEngine.isEnabled)) struct ExpressionTests {
  private static func json(_ transform: String, layers: String = "", assets: String = "") -> [UInt8] {
    Array(
      """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 40, "w": 200, "h": 100, "assets": [\(assets)], "layers": [
        {"ty": 1, "nm": "Box", "ind": 1, "ip": 0, "op": 40, "st": 0, "sw": 8, "sh": 4, "sc": "#ff8000",
         "ks": {\(transform)}}\(layers)]}
      """.utf8)
  }

  /// The horizontal position of the first sprite at each frame.
  private static func positions(
    _ transform: String, layers: String = "", assets: String = "", expressions: LottieExpressions = .run,
    log: inout DiagnosticLog
  ) throws -> [Double] {
    let source = try LottieSource(
      bytes: json(transform, layers: layers, assets: assets), expressions: expressions)
    let sampling = FrameSampling.everyFrame(of: source.info)
    let timeline = try source.timeline(sampling, log: &log)
    return timeline.sprites[0].frames.map(\.transform.tx)
  }

  private static func script(_ code: String) -> String {
    #""p": {"k": [5, 0], "x": "var $bm_rt; \#(code)"}"#
  }

  @Test func resultsReplaceValues() throws {
    var log = DiagnosticLog()
    let xs = try Self.positions(Self.script("$bm_rt = [time * 10, 3];"), log: &log)
    #expect(xs.count == 40)
    #expect(zip(0..., xs).allSatisfy { abs(Double($0) - $1) < 1e-9 })
    #expect(log.diagnostics.isEmpty)
  }

  /// In lottie-web they are variables around each expression.
  @Test(arguments: [
    "wiggle = 7; $bm_rt = [wiggle, 0];",
    "linear = 7, add = linear; $bm_rt = [add, 0];",
    "let clamp = 7; $bm_rt = [clamp, 0];",
    "random = time * 0 + 5; random += 2; $bm_rt = [random, 0];",
    "length = time > 9 ? length : 7; $bm_rt = [length, 0];",
  ])
  func namesOfFunctionsCanBeAssigned(code: String) throws {
    var log = DiagnosticLog()
    #expect(Set(try Self.positions(Self.script(code), log: &log)) == [7])
    #expect(log.diagnostics.isEmpty)
  }

  @Test func whatIsAssignedToAFunctionIsGoneInTheNextFrame() throws {
    var log = DiagnosticLog()
    let code = "var was = typeof add; add = time; $bm_rt = [was === 'function' ? 7 : 0, 0];"
    #expect(Set(try Self.positions(Self.script(code), log: &log)) == [7])
  }

  @Test func constantResultsAreNoMotion() throws {
    let source = try LottieSource(bytes: Self.json(Self.script("$bm_rt = [thisComp.width / 2, index];")))
    var log = DiagnosticLog()
    let timeline = try source.timeline(.everyFrame(of: source.info), log: &log)
    #expect(timeline.sprites[0].frames.allSatisfy { $0.transform.tx == 100 && $0.transform.ty == 1 })
  }

  /// An engine that counts the calls that it gets.
  private final class CountingEngine: ScriptEngine {
    private let engine: JavaScriptCoreEngine
    private let count: @Sendable () -> Void

    init(_ count: @escaping @Sendable () -> Void) throws(ScriptError) {
      engine = try JavaScriptCoreEngine()
      self.count = count
    }

    var prelude: String { engine.prelude }
    func evaluate(_ source: String) throws(ScriptError) -> ScriptValue { try engine.evaluate(source) }
    func function(named name: String, of object: ScriptObject) throws(ScriptError) -> ScriptObject {
      try engine.function(named: name, of: object)
    }
    func call(_ function: ScriptObject, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue {
      count()
      return try engine.call(function, arguments)
    }
    func countTime(_ seconds: Double) { engine.countTime(seconds) }
    var limitsCallTime: Bool {
      get { engine.limitsCallTime }
      set { engine.limitsCallTime = newValue }
    }
  }

  /// One evaluation says that a result is the same at all times.
  @Test(arguments: ["$bm_rt = [thisComp.width / 2, index];", "$bm_rt = [value[0] + 1, 0];"])
  func whatDoesNotChangeIsEvaluatedOnce(code: String) throws {
    let calls = Mutex(0)
    let counting = LottieExpressions.run { () throws(ScriptError) in
      try CountingEngine { calls.withLock { $0 += 1 } }
    }
    var log = DiagnosticLog()
    let xs = try Self.positions(Self.script(code), expressions: counting, log: &log)
    #expect(xs.count == 40)
    #expect(calls.withLock { $0 } < 10, "the document, the property, its value, the failures")
  }

  @Test func whatDependsOnTheTimeIsNoConstant() throws {
    var log = DiagnosticLog()
    for code in [
      "$bm_rt = [eval('ti' + 'me') * 10, 0];", "$bm_rt = [timeToFrames(), 0];",
      "$bm_rt = [thisComp.layer('Other').transform.position[0], 0];",
      "var b = thisComp.layer('Other').transform.rotation; $bm_rt = [b * 1, 0];",
    ] {
      let other =
        #"""
        , {"ty": 3, "nm": "Other", "ind": 2, "ip": 0, "op": 40, "st": 0, "ks": {
          "p": {"k": [{"t": 0, "s": [0, 0], "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}}, {"t": 40, "s": [40, 0]}]},
          "r": {"k": 0, "x": "var $bm_rt; $bm_rt = time * 10;"}}}
        """#
      let xs = try Self.positions(Self.script(code), layers: other, log: &log)
      #expect(zip(0..., xs).allSatisfy { abs(Double($0) - $1) < 1e-4 }, "\(code): \(xs)")
    }
    #expect(log.diagnostics.isEmpty, "\(log.diagnostics)")
  }

  @Test func cyclesEndWithTheKeyframes() throws {
    var log = DiagnosticLog()
    let other =
      #"""
      , {"ty": 3, "nm": "Other", "ind": 2, "ip": 0, "op": 40, "st": 0, "ks": {
        "p": {"k": [7, 0], "x": "var $bm_rt; $bm_rt = $bm_sum(thisComp.layer('Box').transform.position, [time, 0]);"}}}
      """#
    let xs = try Self.positions(
      Self.script("$bm_rt = $bm_sum(thisComp.layer('Other').transform.position, [1, 0]);"), layers: other, log: &log)
    #expect(abs(xs[10] - 7) < 1e-6, "5 of the keyframes, 1 of the time, 1 of its own")
    #expect(log.diagnostics.isEmpty)
  }

  @Test func usesOfACompositionHaveTimesOfTheirOwn() throws {
    let assets =
      #"""
      {"id": "c", "layers": [{"ty": 1, "nm": "Inner", "ind": 1, "ip": 0, "op": 99, "st": 0, "sw": 8, "sh": 4,
        "sc": "#ff8000", "ks": {"p": {"k": [0, 0], "x": "var $bm_rt; $bm_rt = [thisComp.width + time * 10, 0];"}}}]}
      """#
    func use(_ index: Int, start: Int, width: Int) -> String {
      #"{"ty": 0, "nm": "Use", "ind": \#(index), "refId": "c", "ip": 0, "op": 40, "st": \#(start), "w": \#(width), "#
        + #""h": 100, "ks": {}}"#
    }
    let text =
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 40, "w": 200, "h": 100, "assets": [\#(assets)], "layers": ["#
      + use(1, start: 0, width: 100) + "," + use(2, start: -5, width: 200) + "]}"
    let source = try LottieSource(bytes: Array(text.utf8))
    var log = DiagnosticLog()
    let timeline = try source.timeline(.everyFrame(of: source.info), log: &log)
    #expect(timeline.spriteXs(at: 10) == [215, 110])
  }

  @Test func textsAreEvaluated() throws {
    let text =
      #"""
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 4, "w": 99, "h": 50,
       "fonts": {"list": [{"fName": "Sample", "fFamily": "Sample", "fStyle": "Regular"}]}, "layers": [
        {"ty": 5, "nm": "Count", "ind": 1, "ip": 0, "op": 4, "st": 0, "ks": {}, "t": {"a": [], "m": {}, "p": {}, "d": {
          "x": "var $bm_rt; $bm_rt = text.sourceText + Math.floor(time * 5 + 0.01);",
          "k": [{"t": 0, "s": {"t": "A", "f": "Sample", "s": 10, "fc": [0, 0, 0]}}]}}}]}
      """#
    let document = try LottieDocument(bytes: Array(text.utf8))
    let evaluator = try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in
      try JavaScriptCoreEngine()
    }
    guard case .text(let content) = document.layers[0].content, let expression = content.expression else {
      Issue.record("no expression")
      return
    }
    #expect((0..<4).map { evaluator.text(of: expression, at: Double($0), use: 0) } == ["A0", "A0", "A1", "A1"])
  }

  @Test func dataIsRead() throws {
    let json = Self.json(
      Self.script("$bm_rt = [thisComp.layer('Facts')('Data')('Outline')('Sizes')('Sizes1'), 3];"),
      layers: #", {"ty": 15, "nm": "Facts", "ind": 2, "refId": "data", "ip": 0, "op": 40, "st": 0}"#,
      assets: #"{"id": "data", "t": 3, "p": "facts.json"}"#)
    let document = try LottieDocument(bytes: json)
    let evaluator = try ExpressionEvaluator(
      document, footage: [(id: "data", json: Array(#"{"Sizes": [20, 30]}"#.utf8))]
    ) { () throws(ScriptError) in try JavaScriptCoreEngine() }
    guard case .combined(let position) = document.layers[0].transform.position else {
      Issue.record("no position")
      return
    }
    let expression = try #require(position.expression)
    #expect(evaluator.numbers(of: expression, as: .numbers, at: 0, use: 0) == [30, 3])
  }

  @Test func withoutEngineThePropertiesKeepTheirKeyframes() throws {
    var log = DiagnosticLog()
    let missing = LottieExpressions.run { () throws(ScriptError) in
      try JavaScriptCoreEngine(libraryNames: ["libnone.so"])
    }
    let xs = try Self.positions(Self.script("$bm_rt = [Math.hypot(time), 0];"), expressions: missing, log: &log)
    #expect(xs.allSatisfy { $0 == 5 })
    #expect(log.diagnostics.map(\.rule) == [.lottieExpression])
    #expect(log.diagnostics[0].message.contains("no libnone.so"))
    #expect(log.diagnostics[0].advice?.contains("install") == true)
  }

  @Test func theyCanBeTurnedOff() throws {
    var log = DiagnosticLog()
    let xs = try Self.positions(Self.script("$bm_rt = [time, 0];"), expressions: .ignore, log: &log)
    #expect(xs.allSatisfy { $0 == 5 })
    #expect(log.diagnostics.map(\.rule) == [.lottieExpression])
  }

  @Test func sourcesOfOneDocumentRunItsExpressionsEachInItsOwnWay() throws {
    let container = try LottieContainer(bytes: Self.json(Self.script("$bm_rt = [50, 0];")), limits: Limits())
    let document = try container.document(container.tree(limits: Limits()), limits: Limits())
    let sources = try [LottieExpressions.run, .ignore].map { try LottieSource(container, document, expressions: $0) }
    var log = DiagnosticLog()
    let xs = try [sources[0], sources[1], sources[0]].map { source in
      try source.timeline(.everyFrame(of: source.info), log: &log).sprites[0].frames[3].transform.tx
    }
    #expect(xs == [50, 5, 50])
  }

  @Test func whatThrowsAtSomeTimesKeepsTheKeyframesThere() throws {
    var log = DiagnosticLog()
    let xs = try Self.positions(
      Self.script(#"if (time > 1.95) {\n throw new Error('late');\n}\n$bm_rt = [50, 0];"#), log: &log)
    #expect(xs[0] == 50 && xs[19] == 50 && xs[20] == 5 && xs[39] == 5)
    #expect(log.diagnostics.count == 1)
    #expect(log.diagnostics[0].message.contains("late (line 2)"), "\(log.diagnostics)")
    #expect(log.diagnostics[0].path.property == ["Transform", "Position"])
  }

  /// Loops of keyframes are computed without an engine, and as the engine's.
  @Test(arguments: [
    "loopOut()", "loopOut('cycle')", "loopOut('pingpong', 1)", "loop_out('cycle', 1)", "loopIn('cycle', 0)",
    "loopIn('pingpong')", "loopIn('cycle', 1)", "loopOut('cycle', 9)",
  ])
  func loopsNeedNoEngine(call: String) throws {
    let position = { (code: String) in
      #""p": {"a": 1, "k": [{"t": 5, "s": [0, 0]}, {"t": 8, "s": [30, 0], "h": 1}, {"t": 12, "s": [10, 0]}], "x": "\#(code)"}"#
    }
    var log = DiagnosticLog()
    let loop = try Self.positions(
      position("var $bm_rt;\\n$bm_rt = \(call);"),
      expressions: .run { () throws(ScriptError) in throw .unavailable("it is not wanted") }, log: &log)
    #expect(log.diagnostics.isEmpty)
    let script = try Self.positions(position("var $bm_rt, other;\\n$bm_rt = \(call);"), log: &log)
    for (one, other) in zip(loop, script) { #expect(abs(one - other) < 1e-4) }
    #expect(Set(loop).count > 2)
  }
}

extension Timeline {
  /// Horizontal positions of the innermost sprites at a frame, from back to front.
  fileprivate func spriteXs(at frame: Int) -> [Double] {
    func xs(_ sprites: [Sprite]) -> [Double] {
      sprites.flatMap { sprite -> [Double] in
        if case .group(let children) = sprite.content { return xs(children) }
        return [sprite.frames[frame].transform.tx]
      }
    }
    return xs(sprites)
  }
}

extension FrameSampling {
  /// All frames of an animation.
  static func everyFrame(of info: AnimationInfo) -> FrameSampling {
    FrameSampling(
      times: (0..<info.frameCount).map { info.times.lowerBound + Double($0) }, frameRate: info.frameRate)
  }
}

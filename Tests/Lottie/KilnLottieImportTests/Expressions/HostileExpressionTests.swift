import KilnDiagnostics
import KilnExpressionEngine
import KilnGeometry
import KilnLottieExpressions
import KilnLottieFormat
import KilnLottieImport
import KilnTimeline
import Synchronization
import Testing

/// Scripts that try to hang, to fill the memory, to get out, or to leave something behind.
@Suite(.enabled(if: PackageTrait.expressionEngine.isEnabled)) struct HostileExpressionTests {
  /// Bakes a solid whose position is one script and whose rotation another; gives the positions, the rules, and what
  /// the second script gave as the vertical position of another layer.
  private static func run(
    _ script: String, then next: String = "$bm_rt = [1, 2];", layers: String = "", callTime: Double = 0.3,
    totalTime: Double = 60, whenStuck: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws -> (xs: [Double], next: [Double], log: DiagnosticLog) {
    func escaped(_ code: String) -> String {
      code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
    func layer(_ index: Int, _ code: String) -> String {
      #"""
      {"ty": 1, "nm": "Box \#(index)", "ind": \#(index), "ip": 0, "op": 5, "st": 0, "sw": 8, "sh": 4, "sc": "#ff8000",
       "ks": {"p": {"k": [5, 0], "x": "var $bm_rt; \#(escaped(code))"}}}
      """#
    }
    let text =
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 5, "w": 200, "h": 100, "layers": ["#
      + layer(2, next) + "," + layer(1, script) + layers + "]}"
    var limits = ScriptLimits()
    (limits.callTime, limits.totalTime, limits.memory) = (callTime, totalTime, 128 << 20)
    let limited = LottieExpressions.run(
      by: { [limits] () throws(ScriptError) in try JavaScriptCoreEngine(limits: limits) }, limits: limits,
      whenStuck: whenStuck)
    let source = try LottieSource(bytes: Array(text.utf8), expressions: limited)
    var log = DiagnosticLog()
    let timeline = try source.timeline(.everyFrame(of: source.info), log: &log)
    return (timeline.sprites[0].frames.map(\.transform.tx), timeline.sprites[1].frames.map(\.transform.tx), log)
  }

  @Test(arguments: [
    "while (true) {}", "for (;;) { try { while (true) {} } catch (e) {} }",
    "var s = 'x'; while (true) s += s.slice(0, 1000);",
    "var all = []; while (true) all.push(new Array(1000).fill(0));",
    "var o = {}; for (var i = 0; ; i++) o['k' + i] = [i, i, i];",
    "var a = []; for (;;) { a = [a, a, time]; JSON.stringify(a.slice(0, 1)); a = a.slice(0, 2); a[2] = new Float64Array(1e6).fill(1); a = [a]; }",
  ])
  func whatDoesNotEndIsEnded(script: String) throws {
    let result = try Self.run(script)
    #expect(result.xs.allSatisfy { $0 == 5 })
    #expect(result.next.allSatisfy { $0 == 1 }, "the next expression runs")
    #expect(result.log.diagnostics.map(\.rule) == [.lottieExpressionLimit], "\(result.log.diagnostics)")
  }

  @Test(arguments: [
    "(function f() { f(); })();", "var a = []; a.length = 4294967295; a.fill(1);", "'x'.repeat(1 << 28);",
    "'x'.padStart(1e9);", "new Float64Array(1e9).fill(3);", "var a = []; a.length = 4e9; a.join('x');",
    "var a = []; a.length = 4e9; a.sort();", "throw { toString: function () { throw 1; } };",
    "throw { get message() { throw 2; } };", "throw null;",
  ])
  func whatIsTooLargeThrows(script: String) throws {
    let result = try Self.run(script)
    #expect(result.xs.allSatisfy { $0 == 5 })
    #expect(result.next.allSatisfy { $0 == 1 })
    #expect(result.log.diagnostics.map(\.rule) == [.lottieExpression], "\(result.log.diagnostics)")
  }

  @Test func regularExpressionBombsEnd() throws {
    let result = try Self.run("/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'); $bm_rt = [9, 0];")
    #expect(result.next.allSatisfy { $0 == 1 })
    // The engine may give up by itself, and the script go on.
    #expect(result.xs.allSatisfy { $0 == 9 } || result.log.diagnostics.map(\.rule) == [.lottieExpressionLimit])
  }

  /// A regular expression of a second or two is one step, in which the engine does not look at its limits.
  @Test func stepsThatDoNotEndAreNoticedWhileTheyRun() throws {
    let stuck = Mutex<[Diagnostic]>([])
    let script = "'a'.repeat(400).match(/.*.*.*=/); for (;;); $bm_rt = [9, 0];"
    let result = try Self.run(script, callTime: 0.1) { error in stuck.withLock { $0.append(error) } }
    #expect(result.next.allSatisfy { $0 == 1 }, "the next expression runs")
    let errors = stuck.withLock { $0 }
    #expect(errors.map(\.rule) == [.lottieExpressionTime])
    #expect(errors.first?.path.location == "Box 1 › Transform › Position", "\(errors)")
    #expect(result.log.diagnostics.map(\.rule) == [.lottieExpressionLimit])
  }

  /// A text that ran too long once is not run again in other layers.
  @Test func equalTextsAreEndedOnce() throws {
    let endless = "while (true) {} $bm_rt = value;"
    let layers = (3...12).map {
      #",{"ty": 3, "nm": "N \#($0)", "ind": \#($0), "ip": 0, "op": 5, "st": 0, "ks": {"r": {"k": 0, "x": "var $bm_rt; \#(endless)"}}}"#
    }
    let result = try Self.run(endless, then: endless, layers: layers.joined())
    #expect(result.log.diagnostics.map(\.rule) == [.lottieExpressionLimit, .lottieExpressionLimit])
    let ended = result.log.diagnostics.filter { $0.message.hasPrefix("the expression was ended") }
    #expect(ended.map(\.repetitions) == [0], "\(result.log.diagnostics)")
  }

  /// The layer at which the time of all is used up depends on the machine, so that there is no result.
  @Test func allScriptsTogetherHaveATime() throws {
    let error = #expect(throws: Diagnostic.self) {
      try Self.run("while (time >= 0) {} $bm_rt = value;", then: "while (true) {} $bm_rt = value;", totalTime: 0.5)
    }
    #expect(error?.rule == .lottieExpressionTime)
    #expect(error?.message == "the expressions of the file together take more than 0.5 s of processor time")
    // The lower layer is baked first.
    #expect(error?.path.chain.map(\.name) == ["Box 1"])
  }

  /// Each looks for something outside, and gives 1 if it finds it.
  @Test(arguments: [
    "typeof constructor.constructor('return this')().process", "typeof (0, eval)('this').console",
    "typeof Function('return this')().Date", "typeof [].constructor.constructor('return WebAssembly')()",
    "typeof Atomics", "typeof SharedArrayBuffer", "typeof setTimeout", "typeof Promise", "typeof Intl", "typeof Proxy",
    "typeof performance", "typeof print", "typeof load", "typeof quit", "typeof globalThis.lottie",
    "typeof globalThis.handles", "typeof running", "typeof lottie", "typeof WeakRef",
  ])
  func nothingOutsideIsReached(expression: String) throws {
    let code =
      "var found; try { found = \(expression); } catch (e) { found = 'undefined'; } "
      + "$bm_rt = [found === 'undefined' ? 0 : 1, 0];"
    let result = try Self.run(code)
    #expect(result.xs.allSatisfy { $0 == 0 }, "\(expression): \(result.xs) \(result.log.diagnostics)")
  }

  /// Each tries to leave something behind that the next expression, or its own next call, would see.
  @Test(arguments: [
    ("Object.prototype.leak = 7", "({}).leak"), ("Array.prototype.leak = 7", "[].leak"),
    ("Array.prototype.push = null", "typeof [].push === 'function' ? undefined : 7"), ("Math.leak = 7", "Math.leak"),
    ("Math.sin = null", "typeof Math.sin === 'function' ? undefined : 7"),
    ("Math.sin.leak = 7", "Math.sin.leak"), ("thisLayer.leak = 7", "thisComp.layer('Box 1').leak"),
    ("thisLayer.toComp.leak = 7", "thisComp.layer('Box 1').toComp.leak"), ("thisComp.leak = 7", "thisComp.leak"),
    ("thisProperty.leak = 7", "thisProperty.leak"), ("wiggle.leak = 7", "wiggle.leak"),
    ("valueAtTime.leak = 7", "valueAtTime.leak"), ("value.leak = 7", "value.leak"),
    ("Function('return this')().leak = 7", "Function('return this')().leak"),
    ("transform.position.constructor.prototype.leak = 7", "[0, 0].constructor.prototype.leak"),
    ("Object.getPrototypeOf(transform.position).leak = 7", "transform.position.leak"),
    (
      "Object.getOwnPropertyDescriptor(thisLayer, 'position').get.leak = 7",
      "Object.getOwnPropertyDescriptor(thisComp.layer('Box 1'), 'position').get.leak"
    ),
    ("(function* () {}).constructor.prototype.leak = 7", "(function* () {}).constructor.prototype.leak"),
    ("_lottieGlobal.leak = 7", "_lottieGlobal.leak"), ("globalData.leak = 7", "globalData.leak"),
    ("/(x)/.exec('x'); RegExp.leak = 7", "RegExp.leak"),
    ("/(leak)/.exec('leak')", "RegExp.$1 === 'leak' ? 7 : undefined"),
    ("String.prototype.leak = 7", "''.leak"), ("text = 7", "text"),
    ("sum = null", "typeof sum === 'function' ? undefined : 7"),
  ])
  func nothingIsLeftBehind(leave: String, find: String) throws {
    let look = "var found = \(find); $bm_rt = [found === undefined ? 0 : 1, 0];"
    let result = try Self.run("try { \(leave); } catch (e) {} $bm_rt = [time, 0];", then: look)
    #expect(result.next.allSatisfy { $0 == 0 }, "\(leave)")
    let itself = try Self.run("\(look) try { \(leave); } catch (e) {} ")
    #expect(itself.xs.allSatisfy { $0 == 0 }, "\(leave), again")
  }

  /// Paths are objects with arrays in them, which each script gets for itself.
  @Test(arguments: ["v", "pv", "value", "valueAtTime(0)", "getValueAtTime(0)"])
  func pathsAreNoPlaceToLeaveThings(member: String) throws {
    let path = "thisComp.layer('Shape').content('Path').path.\(member)"
    let shape =
      #"""
      {"ty": 4, "nm": "Shape", "ind": 9, "ip": 0, "op": 5, "st": 0, "ks": {}, "shapes": [
        {"ty": "sh", "nm": "Path", "ks": {"k": {"c": false, "v": [[3, 4]], "i": [[0, 0]], "o": [[0, 0]]}}}]}
      """#
    let result = try Self.run(
      "var p = \(path); p.v[0][0] = 7; p.leak = 7; $bm_rt = [time, 0];",
      then: "var p = \(path); $bm_rt = [p.v[0][0] + (p.leak || 0) + time * 0, 0];", layers: "," + shape)
    #expect(result.next.allSatisfy { $0 == 3 })
  }

  /// The same bytes however often, and in whatever order, frames are asked for.
  @Test(arguments: [
    "$bm_rt = [random(100), 0];", "$bm_rt = [Math.random() * 100, 0];", "$bm_rt = wiggle(2, 30);",
    "seedRandom(3, true); $bm_rt = [random(100), 0];",
    "_lottieGlobal.n = (_lottieGlobal.n || 0) + 1; $bm_rt = [_lottieGlobal.n, 0];",
    "$bm_rt = [(1234.5).toLocaleString().length + 'ä'.localeCompare('z'), 0];",
  ])
  func resultsAreTheSameInEveryRun(script: String) throws {
    let first = try Self.run(script)
    let again = try Self.run(script)
    #expect(first.xs == again.xs)
    #expect(first.log.diagnostics.isEmpty)
  }
}

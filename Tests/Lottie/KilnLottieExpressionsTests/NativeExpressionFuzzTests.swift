import Foundation
import KilnExpressionEngine
import KilnLottieExpressions
import KilnLottieFormat
import Testing

/// Programs that try to come to another result without the engine than with it.
@Suite struct NativeExpressionFuzzTests {
  private static let layers =
    #"""
    {"ty": 3, "nm": "Zero", "ind": 60, "ip": 0, "op": 90, "st": 0, "ks": {}, "ef": [{"ty": 5, "nm": "E", "ix": 1, "ef": [
      {"ty": 0, "nm": "V", "ix": 1, "v": {"k": 0}}]}]},
    {"ty": 3, "nm": "Loop", "ind": 61, "ip": 0, "op": 90, "st": 0, "ks": {
      "r": {"k": 5, "x": "var $bm_rt; $bm_rt = thisComp.layer('Loop2').transform.rotation + 1;"},
      "p": {"k": [1, 2, 0], "x": "var $bm_rt; var i = 0; $bm_rt = [thisComp.layer('Loop2').transform.position[0] + time, transform.rotation];"}}},
    {"ty": 3, "nm": "Loop2", "ind": 62, "ip": 0, "op": 90, "st": 0, "ks": {
      "r": {"k": 7, "x": "var $bm_rt; $bm_rt = thisComp.layer('Loop').transform.rotation * 2;"},
      "p": {"k": [4, 5, 0], "x": "var $bm_rt; if (1) $bm_rt = sum(thisComp.layer('Loop').transform.position, [1, 1]);"}}},
    {"ty": 3, "nm": "Fails", "ind": 63, "ip": 0, "op": 90, "st": 0, "ks": {
      "r": {"k": 7, "x": "var $bm_rt; $bm_rt = nothing;"}, "o": {"k": 40, "x": "var $bm_rt; if (time > 2) $bm_rt = nothing; else $bm_rt = 3;"}}}
    """#

  private static let fixedNumber = ("r", #""k": 3.3"#)
  private static let animatedNumber = ("r", #""k": [{"t": 0, "s": [1]}, {"t": 4.5, "s": [2]}, {"t": 9, "s": [4]}]"#)
  private static let fixedPoint = ("p", #""k": [5.5, 6]"#)
  private static let animatedPoint =
    (
      "p",
      #""k": [{"t": 0, "s": [1.1, 2.2], "o": {"x": 0.3, "y": 0}, "i": {"x": 0.6, "y": 1}}, {"t": 30, "s": [50.3, 60]}]"#
    )

  /// A number in the environment, for longer runs.
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  /// Compares the results; those that are left to the engine are right.
  private func compare(_ rows: [(place: (String, String), code: String)], frames: [Double]) throws -> Int {
    var count = 0
    for start in stride(from: 0, to: rows.count, by: 300) {
      let part = rows[start..<min(rows.count, start + 300)]
      let document = try NativeExpressionTests.document(
        part.map { (key: $0.place.0, value: $0.place.1, code: $0.code) }, others: Self.layers)
      let engine = try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in try JavaScriptCoreEngine()
      }
      let machine = try #require(NativeMachine(document, NativeProgramCache()))
      for (layer, row) in zip(document.layers, part) {
        let (expression, kind) = try #require(NativeExpressionTests.expression(layer), "\(row)")
        for frame in frames {
          let use = NativeUse(id: 0, composition: machine.root)
          guard let own = machine.numbers(of: expression.node, as: kind, in: use, at: frame) else { continue }
          count += 1
          let expected = engine.numbers(of: expression, as: kind, at: frame, use: 0)
          #expect(own.map(\.bitPattern) == expected?.map(\.bitPattern), "\(own), \(expected ?? []): \(row) at \(frame)")
        }
      }
    }
    return count
  }

  @Test func nastyProgramsAreTheEngines() throws {
    let codes =
      NastyPrograms.programs
      + NastyPrograms.caught.map { "var a = 2; try { $bm_rt = \($0); } catch (e) { $bm_rt = -77; }" }
      + NastyPrograms.caught.map { "$bm_rt = [\($0), 1];" }
    let rows = codes.flatMap { code in
      [Self.fixedNumber, Self.animatedNumber, Self.fixedPoint, Self.animatedPoint].map { (place: $0, code: code) }
    }
    let count = try compare(rows, frames: [-2, 0, 4.5, 12.5, 33, 12.5])
    #expect(count > rows.count, "\(count) of \(rows.count * 6)")
  }

  @Test func randomProgramsAreTheEngines() throws {
    var generator = ProgramGenerator(seed: Self.setting("FUZZ_SEED") ?? 1)
    let number = Self.setting("FUZZ_COUNT") ?? 1500
    let places = [Self.fixedNumber, Self.animatedNumber, Self.fixedPoint, Self.animatedPoint]
    let rows = (0..<number).map { n in (place: places[n % 4], code: generator.program(isPoint: n % 4 >= 2)) }
    let count = try compare(rows, frames: [0, 12.5, 40.3])
    #expect(count > rows.count / 10, "\(count) of \(rows.count * 3)")
  }
}

extension NativeExpressionFuzzTests {
  private static func chain(of count: Int) -> String {
    (0..<count).map { n in
      let next = "thisComp.layer('Chain\(n + 1)').transform.rotation"
      let code = n == count - 1 ? "1" : "((((\(next) + 1) + 1) + 1) + 1)"
      return
        #"{"ty": 3, "nm": "Chain\#(n)", "ind": \#(200 + n), "ip": 0, "op": 90, "st": 0, "ks": {"r": {"k": 1, "x": "#
        + #""var $bm_rt; if (1) { if (1) $bm_rt = \#(code); }"}}}"#
    }.joined(separator: ",")
  }

  /// Threads have half a megabyte of stack on some systems.
  @Test func deepProgramsNeedLittleStack() throws {
    func nested(_ open: String, _ close: String, _ count: Int, _ inner: String) -> String {
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    var codes = [
      "$bm_rt = thisComp.layer('Chain0').transform.rotation;", "$bm_rt = thisComp.layer('Chain0').toComp([1, 2])[0];",
      "function f(n) { return n <= 0 ? 0 : 1 + f(n - 1); } $bm_rt = f(1000);", "function f() { f(); } f();",
      "var a = 1; for (var i = 0; i < 1100; i++) a = [a]; $bm_rt = 1;",
      "var a = 1; for (var i = 0; i < 1100; i++) a = {b: a}; $bm_rt = 1;",
      "var a = []; for (var i = 0; i < 800; i++) a = sum([a], []); $bm_rt = 1;",
      "var a = [1], b; for (var i = 0; i < 700; i++) { b = []; b.push(a); a = b; } $bm_rt = 1;",
      "var a = 1, f = function (b) { return function () { return b; }; }; for (var i = 0; i < 700; i++) a = f(a); $bm_rt = 1;",
    ]
    for count in [10, 15, 18, 19, 30, 37, 38, 39, 40, 200, 20000] {
      codes.append("$bm_rt = \(nested("(", ")", count, "1"));")
      codes.append("$bm_rt = \(nested("-", "", count, " 1"));".replacingOccurrences(of: "--", with: "- - "))
      codes.append("$bm_rt = \(nested("!", "", count, "1"));")
      codes.append("$bm_rt = \(nested("[", "][0]", count, "1"));")
      codes.append("$bm_rt = \(nested("Math.abs(", ")", count, "1"));")
      codes.append("$bm_rt = \(nested("1 + (", ")", count, "1"));")
      codes.append("$bm_rt = \(nested("", "[0]", count, "value"));")
      codes.append("$bm_rt = \(nested("1 ? ", " : 2", count, "1"));")
      codes.append("$bm_rt = \(nested("(function () { return ", "; })()", count, "1"));")
      codes.append("$bm_rt = \(nested("eval(", ")", count, "'1'"));")
      codes.append("\(nested("{", "}", count, "$bm_rt = 1;"))")
      codes.append("\(nested("if (1) ", "", count, "$bm_rt = 1;"))")
      codes.append("\(nested("if (0); else ", "", count, "$bm_rt = 1;"))")
      codes.append("\(nested("function f() {", "}", count, "")) $bm_rt = 1;")
      codes.append("function f(n) { \(nested("{", "}", count, "return n ? f(n - 1) : 1;")) } $bm_rt = f(1000);")
      codes.append(
        "function f(n) { \(nested("try {", "} catch (e) {}", count, "return n ? f(n - 1) : 1;")) } $bm_rt = f(1000);")
      codes.append(
        "function f(n) { \(nested("switch (1) { case 1: ", "}", count, "return n ? f(n - 1) : 1;")) } $bm_rt = f(1000);"
      )
      codes.append(
        "function f(n) { \(nested("do {", "} while (0);", count, "return n ? f(n - 1) : 1;")) } $bm_rt = f(1000);")
    }
    let document = try NativeExpressionTests.document(
      codes.map { (key: "r", value: #""k": 3"#, code: $0) }, others: Self.chain(of: 300))
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      if let machine = NativeMachine(document, NativeProgramCache()) {
        for layer in document.layers {
          guard let expression = layer.transform.rotation.expression else { continue }
          let use = NativeUse(id: 0, composition: machine.root)
          _ = machine.numbers(of: expression.node, as: .number, in: use, at: 5)
        }
      }
      finished.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    finished.wait()
  }
}

import KilnExpressionEngine
import KilnLottieExpressions
import Synchronization
import Testing

@Suite struct JavaScriptCoreEngineTests {
  @Test func runsPrograms() throws {
    let engine = try JavaScriptCoreEngine()
    #expect(try engine.evaluate("6 * 7") == .number(42))
    #expect(try engine.evaluate("'a' + 'ä'") == .text("aä"))
    #expect(try engine.evaluate("null") == .undefined)
    #expect(try engine.evaluate("Float32Array.of(0.5, -1)") == .numbers([0.5, -1]))
    #expect(try engine.evaluate("new Float64Array(0)") == .numbers([]))
  }

  @Test func callsFunctions() throws {
    let engine = try JavaScriptCoreEngine()
    guard case .object(let object) = try engine.evaluate("({ join(a, b) { return a + b; } })") else {
      Issue.record("no object")
      return
    }
    let join = try engine.function(named: "join", of: object)
    #expect(try engine.call(join, [.number(1), .number(2)]) == .number(3))
    #expect(try engine.call(join, [.text("x"), .number(2)]) == .text("x2"))
    #expect(throws: ScriptError.thrown("there is no function split")) {
      try engine.function(named: "split", of: object)
    }
  }

  @Test func throwsWhatScriptsThrow() throws {
    let engine = try JavaScriptCoreEngine()
    #expect(throws: ScriptError.thrown("Error: no")) { try engine.evaluate("throw new Error('no')") }
    #expect(throws: ScriptError.thrown("5")) { try engine.evaluate("throw 5") }
  }

  @Test func reachesNothingOfTheHost() throws {
    let engine = try JavaScriptCoreEngine()
    for name in ["require", "process", "fetch", "XMLHttpRequest", "importScripts", "Deno", "load", "read", "print"] {
      #expect(try engine.evaluate("typeof \(name)") == .text("undefined"))
    }
  }

  @Test func endsScriptsThatRunTooLong() throws {
    var limits = ScriptLimits()
    limits.callTime = 0.1
    let engine = try JavaScriptCoreEngine(limits: limits)
    #expect(throws: ScriptError.outOfTime) { try engine.evaluate("while (true) {}") }
    #expect(throws: ScriptError.outOfTime) { try engine.evaluate("try { while (true) {} } catch (e) {} finally {}") }
    #expect(try engine.evaluate("1") == .number(1))
  }

  @Test func endsScriptsThatTakeTooMuchMemory() throws {
    var limits = ScriptLimits()
    limits.callTime = 20
    limits.memory = 64 << 20
    let engine = try JavaScriptCoreEngine(limits: limits)
    #expect(throws: ScriptError.outOfMemory) {
      try engine.evaluate("const all = []; for (;;) all.push(new Float64Array(1 << 16).fill(1));")
    }
  }

  @Test func refusesCallsWhenAllTimeIsUsed() throws {
    var limits = ScriptLimits()
    limits.callTime = 0.05
    limits.totalTime = 0.1
    let engine = try JavaScriptCoreEngine(limits: limits)
    #expect(throws: ScriptError.outOfTime) { try engine.evaluate("while (true) {}") }
    for _ in 0..<2 { #expect(throws: ScriptError.outOfTotalTime) { try engine.evaluate("while (true) {}") } }
    #expect(throws: ScriptError.outOfTotalTime) { try engine.evaluate("1") }
  }

  @Test func timeOfOthersCounts() throws {
    let engine = try JavaScriptCoreEngine()
    engine.countTime(9)
    #expect(try engine.evaluate("1") == .number(1))
    engine.countTime(1)
    #expect(throws: ScriptError.outOfTotalTime) { try engine.evaluate("1") }
  }

  /// A regular expression of a second or so is one step, in which the engine does not look at its limits.
  @Test func aWatchdogNoticesStepsThatDoNotEnd() throws {
    let stuck = Mutex<[Int]>([])
    let engine = try JavaScriptCoreEngine()
    let watchdog = try ScriptWatchdog(time: 0.3, memory: 1 << 30) { subject, _ in stuck.withLock { $0.append(subject) }
    }
    for subject in 1...5 {
      watchdog.callBegins(about: subject)
      _ = try engine.evaluate("for (let n = 0; n < 1e5; n++);")
      watchdog.callEnds()
    }
    #expect(stuck.withLock { $0 }.isEmpty)
    watchdog.callBegins(about: 7)
    #expect(throws: ScriptError.outOfTime) { try engine.evaluate("'a'.repeat(240).match(/.*.*.*=/); for (;;);") }
    watchdog.callEnds()
    #expect(stuck.withLock { $0 } == [7])
  }

  @Test func sharesNothingWithTheEngineBefore() throws {
    var limits = ScriptLimits()
    limits.callTime = 0.05
    for _ in 0..<3 {
      let engine = try JavaScriptCoreEngine(limits: limits)
      #expect(try engine.evaluate("typeof left + typeof Math.left") == .text("undefinedundefined"))
      _ = try engine.evaluate("var left = 1; Math.left = 2; Object.freeze(Array.prototype)")
      #expect(try engine.evaluate("typeof left + typeof Math.left") == .text("numbernumber"))
      // Ended by the timer, which the next engine has from this one.
      #expect(throws: ScriptError.outOfTime) { try engine.evaluate("while (true) {}") }
    }
    #expect(try JavaScriptCoreEngine().evaluate("String(Object.isFrozen(Array.prototype))") == .text("false"))
  }

  /// A timer that fires while its engine ends must not end the process; each engine has one pending here.
  @Test func endsWhileItsTimerRuns() throws {
    for _ in 0..<50 {
      let engine = try JavaScriptCoreEngine()
      #expect(try engine.evaluate("for (let n = 0; n < 2e5; n++); 7") == .number(7))
    }
  }

  @Test func saysThatThereIsNoLibrary() {
    #expect(throws: ScriptError.unavailable("no libnone.so, no libnothing.so")) {
      try JavaScriptCoreEngine(libraryNames: ["libnone.so", "libnothing.so"])
    }
  }
}

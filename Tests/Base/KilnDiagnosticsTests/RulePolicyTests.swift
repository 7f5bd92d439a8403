import KilnDiagnostics
import Testing

@Suite struct RulePolicyTests {
  private let loss = Rule("a.b.loss", .warning, .dropped, "For this test.", why: "It tests.", remedy: "None.")
  private let reduced = Rule("a.b.reduced", .warning, .reduced, "For this test.", why: "It tests.", remedy: "None.")

  @Test(arguments: [
    ("a.b.loss", true), ("a.b", false), ("a.*", true), ("*", true), ("*.loss", true), ("a.*.loss", true),
    ("*b*", true), ("a.b.loss*", true), ("*x*", false), ("a*a", false), ("a.b.los*ss", false), ("", false),
  ])
  func patternsMatchWholeIDs(_ pattern: String, _ matches: Bool) {
    #expect(RulePattern(pattern).matches(loss) == matches)
  }

  @Test func strictRefusesLossesThatNobodyAskedFor() {
    #expect(RulePolicy().verdict(on: loss) == .reported)
    #expect(RulePolicy(isStrict: true).verdict(on: loss) == .refused)
    #expect(RulePolicy(isStrict: true).verdict(on: reduced) == .reported)
    #expect(RulePolicy().verdict(on: .limitExceeded) == .refused)
  }

  @Test func namesOutrankPatternsAndDenialOutranksAllowance() {
    func verdict(allowed: String, denied: String) -> RulePolicy.Verdict {
      RulePolicy(allowed: [RulePattern(allowed)], denied: [RulePattern(denied)]).verdict(on: loss)
    }
    #expect(verdict(allowed: "a.b.loss", denied: "a.*") == .allowed)
    #expect(verdict(allowed: "a.*", denied: "a.b.loss") == .refused)
    #expect(verdict(allowed: "a.*", denied: "a.*") == .refused)
    #expect(verdict(allowed: "a.*", denied: "x.*") == .allowed)
  }
}

@Suite struct ProgressReporterTests {
  @Test func aCancelledReporterStopsTheWork() throws {
    let progress = ProgressReporter(isCancelled: { true }, receive: { _ in })
    #expect(throws: Diagnostic.self) { try progress.report("drawing", 1, of: 2) }
    try ProgressReporter.silent.report("drawing", 1, of: 2)
  }
}

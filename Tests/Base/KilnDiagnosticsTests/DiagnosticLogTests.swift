import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct DiagnosticLogTests {
  private let layer = DocumentPath(layers: ["Glow"])

  @Test func otherPlacesRulesAndMessagesAreOtherFindings() {
    var log = DiagnosticLog()
    log.add(.limitExceeded, "a")
    log.add(.limitExceeded, "a", at: layer)
    log.add(.internalError, "a")
    log.add(.limitExceeded, "b")
    log.add(.limitExceeded, "a", at: layer, advice: "another advice is the same finding")
    #expect(log.diagnostics.map(\.repetitions) == [0, 1, 0, 0])
  }

  @Test func mergedLogsCountAllRepetitions() {
    var one = DiagnosticLog()
    for _ in 0..<3 { one.add(.limitExceeded, "a") }
    var two = DiagnosticLog()
    two.add(.limitExceeded, "b")
    for _ in 0..<4 { two.add(.limitExceeded, "a") }
    one.add(contentsOf: two)
    #expect(one.diagnostics.map(\.message) == ["a", "b"])
    #expect(one.diagnostics.map(\.repetitions) == [6, 0])
  }

  @Test(arguments: Rule.Effect.allCases) func logIsLossyWhenSomethingIsMissingOrChanged(effect: Rule.Effect) {
    var log = DiagnosticLog()
    #expect(!log.isLossy)
    log.add(Rule("test.rule", .note, effect, "For this test.", why: "It tests.", remedy: "None."), "a")
    #expect(log.isLossy == (effect == .dropped || effect == .approximated))
  }
}

@Suite struct DiagnosticTextTests {
  @Test func textLeavesOutWhatThereIsNot() {
    #expect(Diagnostic(.limitExceeded, "too large").description == "too large")
    #expect(Diagnostic(.limitExceeded, "bad", at: DocumentPath(byteOffset: 7)).description == "bad (byte 7)")
    var repeated = Diagnostic(.limitExceeded, "bad", at: DocumentPath(pointer: "/a"), advice: "mend it")
    repeated.repetitions = 2
    #expect(repeated.description == "bad (/a), and 2 more; mend it")
    #expect(DocumentPath.root.description.isEmpty)
  }
}

@Suite struct RuleTests {
  @Test func severitiesAreOrdered() {
    #expect(Rule.Severity.allCases.sorted() == [.note, .warning, .error])
    #expect(!(Rule.Severity.note < .note))
  }

  @Test func sharedRulesHaveDifferentNames() {
    #expect(Set(Rule.shared.map(\.id)).count == Rule.shared.count)
    #expect(Rule.shared.allSatisfy { $0.id.contains(".") && $0.summary.hasSuffix(".") && $0.effect == .rejected })
  }
}

@Suite struct LimitsTests {
  private func rule(width: Int, height: Int, limits: Limits = Limits()) -> Rule? {
    thrownRule { () throws(Diagnostic) in try limits.check(width: width, height: height, "a picture") }
  }

  @Test func limitItselfIsAllowed() {
    let limits = Limits()
    #expect(thrownRule { () throws(Diagnostic) in try limits.check(7, atMost: 7, "x") } == nil)
    let error = thrown { () throws(Diagnostic) in
      try limits.check(8, atMost: 7, "the number", at: DocumentPath(pointer: "/a"))
    }
    #expect(error?.rule == .limitExceeded && error?.path.pointer == "/a")
    #expect(error?.message == "the number is 8, above the limit of 7")
  }

  @Test func sidesAndAreaAreLimited() {
    #expect(rule(width: 16383, height: 8192) == nil)
    #expect(rule(width: 16384, height: 1) == .limitExceeded && rule(width: 1, height: 16384) == .limitExceeded)
    #expect(rule(width: 16383, height: 16383) == .limitExceeded)
  }

  @Test func areaThatDoesNotFitIntoANumberIsAboveTheLimit() {
    var limits = Limits()
    limits.side = .max
    #expect(rule(width: .max, height: .max, limits: limits) == .limitExceeded)
    #expect(rule(width: .max / 2, height: 3, limits: limits) == .limitExceeded)
  }
}

import Foundation
import KilnDiagnostics
import Testing

@Suite struct RuleTallyTests {
  @Test func findingsAreCountedByRule() {
    var tally = RuleTally()
    var repeated = Diagnostic(.limitExceeded, "one")
    repeated.repetitions = 4
    for finding in [repeated, Diagnostic(.inputNotFound, "two"), Diagnostic(.limitExceeded, "three")] {
      tally.add(finding)
    }
    tally.add(DiagnosticReport(repeated))
    tally.add(RuleCount(rule: "a.note", severity: .note, count: 3))
    #expect(tally.counts.map(\.rule) == ["a.note", "input.notFound", "limit.exceeded"])
    #expect(tally.counts.map(\.count) == [3, 1, 11])
    #expect(tally.count(atLeast: .warning) == 12 && tally.count(atLeast: .note) == 15)
    #expect(tally.contains("a.note") && !tally.contains("a"))
  }

  /// Numbers in report files may be anything.
  @Test func sumsDoNotOverflow() throws {
    let text = #"[{"rule":"b","severity":"note","count":9223372036854775807},{"rule":"a","severity":"note","count":1}]"#
    var tally = try JSONDecoder().decode(RuleTally.self, from: Data(text.utf8))
    #expect(tally.counts.map(\.rule) == ["a", "b"])
    tally.add(contentsOf: tally)
    #expect(tally.counts.map(\.count) == [2, .max])
    #expect(try JSONDecoder().decode(RuleTally.self, from: try JSONEncoder().encode(tally)) == tally)
  }
}

@Suite struct DiagnosticReportTests {
  @Test func boundedTextsAreCut() throws {
    // One character of many scalars, each of which JSON escapes.
    for long in [
      String(repeating: "ä", count: 5000), "e" + String(repeating: "\u{301}", count: 5000),
      String(repeating: "\u{1}", count: 5000),
    ] {
      let path = DocumentPath(
        pointer: long, chain: (0..<500).map { _ in DocumentPath.Layer(name: long) }, property: [long],
        frames: FrameRanges((0..<500).map { $0 * 2 }))
      let report = DiagnosticReport(Diagnostic(.limitExceeded, long, at: path, advice: long)).bounded
      #expect(
        [report.message, report.path, report.location, report.advice ?? ""].allSatisfy {
          $0.unicodeScalars.count == 1000
        })
      #expect(report.layers.count == 16 && report.layers.allSatisfy { $0.unicodeScalars.count == 100 })
      #expect(report.property.map(\.unicodeScalars.count) == [100] && report.frames.count == 16)
      #expect(try JSONEncoder().encode(report).count < 50_000)
    }
  }
}

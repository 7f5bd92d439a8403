import Foundation
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

@Suite struct BatchReportMergingTests {
  private func result(_ input: String, _ output: String? = nil, bytes: Int = 7, failed: Bool = false) -> BatchResult {
    var result = BatchResult(
      failed ? .failed : .converted, input: input, output: output ?? "out/" + input, inputBytes: 3)
    if failed { result.setError(Diagnostic(.inputNotFound, "gone")) }
    result.setOutputs([BatchResult.Output(path: output ?? input, bytes: bytes)])
    return result
  }

  private func report(_ files: [BatchResult], kiln: String = "1", shard: String? = nil) -> BatchReport {
    var summary = BatchSummary(planned: files.count + 1)
    for file in files { summary.add(file) }
    summary.milliseconds = 100
    var report = BatchReport(kiln: kiln, summary: summary, files: files)
    report.shard = shard.flatMap { BatchShard($0) }
    return report
  }

  private func merged(_ reports: BatchReport...) throws -> (report: BatchReport, log: DiagnosticLog) {
    var log = DiagnosticLog()
    let named = reports.enumerated().map { ("\($0).json", $1) }
    return (try BatchReport.merging(named, log: &log), log)
  }

  @Test func filesAreInOrderAndSumsAreMadeAnew() throws {
    let first = report([result("a"), result("c", "2"), result("c", "1"), result("é")])
    let second = report([result("b", failed: true), result("c", "0"), result("z")])
    let (report, _) = try merged(first, second)
    // Variants stay as one report has them.
    #expect(report.files.map(\.input) == ["a", "b", "c", "c", "c", "z", "é"])
    #expect(report.files[2...4].map(\.output) == ["0", "2", "1"])
    #expect(report.summary.converted == 6 && report.summary.failed == 1 && report.summary.planned == 9)
    #expect(report.summary.inputBytes == 18 && report.summary.outputBytes == 42 && report.summary.milliseconds == 200)
    #expect(report.summary.rules.counts.map(\.rule) == ["input.notFound"])
    let turned = try merged(second, first).report
    #expect(try turned.bytes(.json) == report.bytes(.json))
  }

  @Test func theSameResultCountsOnce() throws {
    var slow = result("a")
    slow.milliseconds = 5000
    let (report, _) = try merged(report([result("a")]), report([slow, result("b")]))
    #expect(report.files.map(\.input) == ["a", "b"] && report.summary.converted == 2 && report.summary.planned == 4)
  }

  @Test func whatDoesNotBelongTogetherIsRefused() {
    #expect(throws: Diagnostic.self) { try merged(report([result("a")]), report([result("a", bytes: 8)])) }
    #expect(throws: Diagnostic.self) { try merged(report([]), report([], kiln: "2")) }
    #expect(throws: Diagnostic.self) { try merged(report([], shard: "1/2"), report([], shard: "2/3")) }
    #expect(throws: Never.self) { try merged(report([result("a")]), report([result("a", "other")])) }
  }

  @Test func missingPartsAreSaid() throws {
    let parts = ["1/4", "3/4"].map { report([], shard: $0) }
    let log = try merged(parts[0], parts[1]).log
    #expect(log.diagnostics.map(\.message) == ["there is no report of part 2/4, 4/4"])
    #expect(try merged(report([], shard: "1/2"), report([], shard: "2/2")).log.diagnostics.isEmpty)
    #expect(try merged(report([]), report([])).log.diagnostics.isEmpty)
    let many = try merged(report([], shard: "9/1000000"), report([], shard: "9/1000000")).log.diagnostics
    #expect(many.count == 1 && many[0].message.count < 200)
  }

  @Test func aReportIsReadAsItWasWritten() throws {
    var file = result("a")
    file.setFindings([Diagnostic(.limitExceeded, "x", at: DocumentPath(pointer: "/a", layers: ["b"]), advice: "c")])
    file.poster = "AAAA"
    let bytes = try report([file], shard: "2/3").bytes(.json)
    let read = try BatchReport(json: bytes)
    #expect(read.files == [file.withoutPoster] && read.shard == BatchShard("2/3"))
    #expect(try read.bytes(.json) == bytes)
  }

  @Test(arguments: [
    ("", "no report"), ("{}", "no report"), ("[1]", "no report"), (#"{"version":2}"#, "version 2"),
    (#"{"version":1,"kiln":"1"}"#, "damaged"),
    (#""status" : "converted""#, "files/"), (#""planned" : 2"#, "below 0"), (#""bytes" : 7"#, "below 0"),
    (#""count" : 3"#, "below 0"),
  ])
  func damagedReportsAreRefused(_ text: String, _ reason: String) throws {
    let good = String(decoding: try report([result("a")], shard: "1/3").bytes(.json), as: UTF8.self)
    var bad = text
    if text.contains(" : ") {
      #expect(good.contains(text))
      let value = text.contains("\"converted") ? #""status" : "lost""# : text.replacing(#/\d+/#, with: "-1")
      bad = good.replacing(text, with: value)
    }
    let error = #expect(throws: Diagnostic.self) { try BatchReport(json: Array(bad.utf8)) }
    #expect(error?.rule == .reportUnreadable && error?.message.contains(reason) == true, "\(String(describing: error))")
  }
}

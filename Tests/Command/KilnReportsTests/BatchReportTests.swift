import Foundation
import Kiln
import KilnDiagnostics
import KilnReports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct BatchReportTests {
  private var report: BatchReport {
    let input = "in/<a>&\"b\".json"
    var good = BatchResult(.converted, input: input, output: "out/a.svga", inputBytes: 10)
    good.setFindings([
      Diagnostic(.limitExceeded, "one"), Diagnostic(.limitExceeded, "two"), Diagnostic(.inputNotFound, "three"),
    ])
    good.setOutputs((0..<300).map { BatchResult.Output(path: "out/\($0).png", bytes: 2) })
    var bad = BatchResult(.failed, input: input, output: "out/a.svga", inputBytes: 10)
    bad.setError(Diagnostic(.batchWorkerCrashed, "a | b\n@team <img> |\u{301} \u{1}", advice: "do"))
    var summary = BatchSummary(planned: 3)
    for result in [good, bad] { summary.add(result) }
    return BatchReport(kiln: "1", summary: summary, files: [good, bad])
  }

  @Test func everythingIsCountedAndOnlyTheFirstKept() {
    let report = report
    #expect(report.files[0].outputs.count == 100 && report.files[0].outputBytes == 600)
    #expect(report.summary.rules.counts.map(\.rule) == ["batch.worker.crashed", "input.notFound", "limit.exceeded"])
    #expect(report.summary.rules.counts.map(\.count) == [1, 1, 2])
    #expect(report.summary.unfinished == 1)
  }

  @Test func jsonIsReadBack() throws {
    let bytes = try report.bytes(.json)
    let read = try JSONDecoder().decode(BatchReport.self, from: Data(bytes))
    #expect(read.version == 1 && read.files.map(\.status) == [.converted, .failed])
    #expect(read.files[1].error?.rule == "batch.worker.crashed")
  }

  /// What files are called must not become markup.
  @Test func markdownIsEscaped() {
    let text = report.markdown
    #expect(!text.contains("<img>") && !text.contains("@team"))
    #expect(text.contains("a \\| b &#64;team") && text.contains("\\|\u{301}"))
  }

  /// A comment on a pull request: the worst files with their sizes, in at most fifty lines.
  @Test func markdownIsAComment() throws {
    var files: [BatchResult] = (0..<60).map { index in
      var file = BatchResult(.converted, input: "in/\(index).json", output: "out/\(index).svga", inputBytes: 2000)
      let rules = RuleCatalogue.all.filter { $0.severity == .warning }
      file.setFindings((0..<index % 20).map { Diagnostic(rules[$0], "finding \($0)") })
      file.setOutputs([BatchResult.Output(path: file.output, bytes: 1000)])
      return file
    }
    var failed = BatchResult(.failed, input: "in/x.json", inputBytes: 10)
    failed.setError(Diagnostic(.limitExceeded, String(repeating: "m", count: 500)))
    files.append(failed)
    var summary = BatchSummary(planned: files.count)
    for file in files { summary.add(file) }
    let text = BatchReport(kiln: "1", summary: summary, files: files).markdown
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50, "\(text)")
    let rows = lines.filter { $0.hasPrefix("| in/") }
    #expect(rows.count == 25 && rows[0].hasPrefix("| in/x.json | 10 bytes |  | **failed:** mmm"), "\(text)")
    #expect(rows[0].utf8.count < 300 && rows[0].contains("…"))
    #expect(rows[1] == "| in/19.json | 2 kB | 1 kB | 19 warnings: finding 0 |", "\(text)")
    #expect(text.contains("… and 33 more files") && text.contains("… and 12 more rules"), "\(text)")
  }

  @Test func junitIsXML() throws {
    let text = report.junit
    #expect(!text.unicodeScalars.contains("\u{1}"))
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = counter
    #expect(parser.parse())
    #expect(counter.counts == ["testsuites": 1, "testsuite": 1, "testcase": 2, "failure": 1])
    #expect(counter.names.contains("in/<a>&\"b\".json"))
  }
}

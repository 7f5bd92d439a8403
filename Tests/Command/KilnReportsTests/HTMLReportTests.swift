import Foundation
import KilnDiagnostics
import KilnReports
import Testing

@Suite struct HTMLReportTests {
  private static let hostile = [
    #"</script><img src=x onerror=alert(1)>"#, #"" onmouseover="alert(1)"#, "' autofocus onfocus='x", "--><b>",
    "<\u{301}i>", "&lt;u&gt;", "]]><a href=\"javascript:x\">", "\u{0}\u{1}<!--", "</title></style></bdi></li></ul>",
  ]

  private func result(_ text: String, _ status: BatchResult.Status = .converted, poster: String? = nil) -> BatchResult {
    var result = BatchResult(
      status, input: "in/\(text)/\(text).json", output: "out/\(text).svga", variant: text, inputBytes: 10)
    let path = DocumentPath(pointer: text, layers: [text])
    result.setFindings([Diagnostic(.limitExceeded, text, at: path, advice: text)])
    if status == .failed { result.setError(Diagnostic(.inputNotFound, "E" + text, at: path, advice: text)) }
    (result.width, result.height, result.frameRate, result.frameCount) = (10, 20, 30, 60)
    result.poster = poster
    return result
  }

  private func page(_ results: [BatchResult], kiln: String = "1") throws -> String {
    var summary = BatchSummary(planned: results.count)
    for result in results { summary.add(result) }
    let report = BatchReport(kiln: kiln, summary: summary, files: results)
    return String(decoding: try report.bytes(.html), as: UTF8.self)
  }

  /// Content of the page's first element of a name.
  private func content(of name: String, in page: String) throws -> Substring {
    let start = try #require(page.range(of: "<\(name)>"))
    return page[start.upperBound...].prefix(upTo: try #require(page.range(of: "</\(name)>")).lowerBound)
  }

  /// Tags of the page, as a browser finds them outside of scripts and style sheets.
  private func tags(_ page: String) -> [Substring] {
    let rest = page.replacing(#/(<script>|<style>).*?(</script>|</style>)/#.dotMatchesNewlines()) {
      $0.output.1 + $0.output.2
    }
    return rest.matches(of: #/<[A-Za-z\/!?][^>]*>?/#).map(\.output)
  }

  /// Names and texts of files become no tags and no attributes.
  @Test func textsAreNoMarkup() throws {
    func pages(_ text: String) throws -> [Substring] {
      tags(try page([result(text), result(text, .failed), result(text, .skipped, poster: text)], kiln: text))
    }
    let plain = try pages("*plain*")
    for text in Self.hostile {
      let found = try pages(text)
      #expect(found.map { $0.prefix { $0 != " " } } == plain.map { $0.prefix { $0 != " " } }, "\(text)")
      // A handler within a quoted attribute is text.
      let bare = found.map { $0.replacing(#/"[^"]*"/#, with: "") }
      #expect(!bare.contains { $0.contains("on") && $0.contains("=") && $0.contains(#/\son\w+=/#) }, "\(text)")
      #expect(bare.allSatisfy { !$0.contains("'") && $0.filter { $0 == "\"" }.isEmpty })
    }
  }

  /// The page names no other place that a browser could ask, and forbids that, too.
  @Test func nothingIsRequested() throws {
    let text = try page([result("https://example.com/a.png", poster: "UklGRg==")])
    #expect(
      text.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\""))
    let references = tags(text).flatMap {
      $0.matches(of: #/(?:src|href|action|poster|srcset)="([^"]*)"/#).map(\.output.1)
    }
    #expect(references == ["data:,", "data:image/webp;base64,UklGRg=="])
    let style = try content(of: "style", in: text)
    let script = try content(of: "script", in: text)
    #expect(style.contains("@media") && !style.contains("url(") && !style.contains("@import"))
    #expect(script.contains("function") && !script.contains("fetch") && !script.contains("innerHTML"))
  }

  @Test func cardsSayWhatThereIs() throws {
    var long = result("b", poster: "not base64!")
    long.setOutputs([BatchResult.Output(path: "out/b.svga", bytes: 5)])
    let text = try page([result("a", .failed), long])
    #expect(text.contains("data-status=\"failed\" data-order=\"0\""))
    #expect(text.contains("data-order=\"1\" data-size=\"5\" data-ratio=\"50\""))
    #expect(
      text.contains("10 × 20 px") && text.contains("60 at 30 fps, 2.0 s")
        && text.contains("<h1>1 of 2 converted, 1 failed</h1>"))
    #expect(!text.contains("<img"))
    // The error is first.
    let error = try #require(text.firstRange(of: "<p>Ea"))
    let finding = try #require(text.firstRange(of: "<p>a <i>"))
    #expect(error.lowerBound < finding.lowerBound)
    #expect(try page([result("a", .failed), long]) == text)
  }

  /// Numbers in reports may be anything above 0.
  @Test func hugeNumbersAreNoTrap() throws {
    var huge = result("a")
    (huge.inputBytes, huge.outputBytes, huge.decodedBytes, huge.milliseconds) = (1, .max, .max, .max)
    (huge.width, huge.height, huge.frameRate, huge.frameCount) = (
      1e308, .leastNonzeroMagnitude, .leastNonzeroMagnitude, .max
    )
    for format in BatchReportFormat.allCases {
      var summary = BatchSummary(planned: .max)
      for _ in 0..<3 { summary.add(huge) }
      summary.milliseconds = .max
      #expect(!(try BatchReport(kiln: "1", summary: summary, files: [huge]).bytes(format)).isEmpty)
    }
  }
}

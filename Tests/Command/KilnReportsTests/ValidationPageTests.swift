import Foundation
import Kiln
import KilnDiagnostics
import KilnReports
import Testing

/// The HTML page of a validation, and the pictures in it.
@Suite struct ValidationPageTests {
  /// A box of 20 × 10 pixels at the top left in frames 0 to 3, then one of 50 × 50 at the bottom right.
  private static let document = ##"""
    {"v":"5.7.0","fr":20,"ip":0,"op":40,"w":100,"h":100,"layers":[
    {"ty":1,"nm":"Small","ind":1,"parent":7,"ip":0,"op":4,"st":0,"sw":20,"sh":10,"sc":"#ff8000","ks":{"p":{"k":[0,0,0]}}},
    {"ty":1,"nm":"Large","ind":2,"parent":8,"ip":4,"op":40,"st":0,"sw":50,"sh":50,"sc":"#0080ff","ks":{"p":{"k":[50,50,0]}}},
    {"ty":1,"nm":"<b>Out","ind":3,"parent":9,"ip":0,"op":40,"st":0,"sw":9,"sh":9,"sc":"#0080ff","ks":{"p":{"k":[500,50,0]}}}]}
    """##

  private func sheet(_ layers: [[String]]) throws -> TimelineSheet {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(Array(Self.document.utf8), log: &log)
    return try TimelineSheet(of: source, showing: layers)
  }

  private func file() throws -> ValidatedFile {
    var result = ValidatedSamples.result("a&b.json", Self.document)
    result.sheet = try sheet((result.validation?.findings ?? []).map(\.finding.layers))
    return ValidatedFile(result)
  }

  private func sides(_ outline: TimelineSheet.Outline) -> String {
    "\(outline.left) \(outline.top) \(outline.width) \(outline.height)"
  }

  @Test func layersAreOutlinedWhereTheyShowBest() throws {
    let sheet = try sheet([["Small"], ["Large"], ["<b>Out"], ["Nobody"], []])
    #expect(sheet.width == 128 && sheet.height == 128 && !sheet.webp.isEmpty)
    #expect(sheet.frames.filter(\.isOfSheet).count == 6 && sheet.frames.count <= 8)
    let times = sheet.frames.map(\.time)
    #expect(times == times.sorted() && times.first == 0.0)
    let small = try #require(sheet.outlines[0])
    #expect(sides(small) == "0 0 200 100")
    #expect(sheet.frames[small.frame].time < 4)
    let large = try #require(sheet.outlines[1])
    #expect(sides(large) == "500 500 500 500")
    #expect(sheet.frames[large.frame].time >= 4)
    // Outside of the canvas, not there, and about the whole file.
    #expect(sheet.outlines.count == 5 && sheet.outlines.compactMap(\.self).count == 2)
  }

  @Test func thePageHasThePicturesOfAFileOnceAndNoMarkupOfFiles() throws {
    let page = ValidatedSamples.report([try file(), ValidatedSamples.lost("<i>.json")]).html
    #expect(page.components(separatedBy: "data:image/webp;base64,").count == 2)
    #expect(page.contains("<div class=\"outline\" style=\"left:50%;top:50%;width:50%;height:50%\"></div>"))
    #expect(!page.contains("<b>Out") && !page.contains("<i>.json") && page.contains("a&amp;b.json"))
    #expect(page.contains("default-src 'none'") && !page.contains("@import"))
    #expect(page.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("data:") })
    #expect(page.contains("2 of 2 files have something to mend"))
  }

  /// Memory is that of bitmaps, and of shapes it is not known.
  @Test func whatIsUnknownIsLeftOut() throws {
    #expect(!ValidatedSamples.report([ValidatedSamples.file("a.json", [])]).html.contains("In memory"))
    var result = ValidatedSamples.result("a.json", Self.document)
    result.validation?.decodedBytes = 5300
    #expect(ValidatedSamples.report([ValidatedFile(result)]).html.contains("<dt>In memory</dt><dd>5.3 kB</dd>"))
  }

  @Test func thePageSaysWhatFailsAndHowToAcceptIt() throws {
    func verdict(_ files: [ValidatedFile], _ failOn: Rule.Severity = .error) -> String {
      let page = ValidatedSamples.report(files, failOn: failOn).html
      return page.components(separatedBy: "(<code>--fail-on ").dropFirst().first?.components(separatedBy: "</p>").first
        ?? ""
    }
    var fine = ValidatedSamples.file("a.json", [])
    fine.validation?.findings = []
    let wrong = ValidatedSamples.file("b.json", [("Glow", 7)])
    #expect(verdict([fine]) == "error</code>): the exit code is 0.")
    let failing = verdict([fine, wrong], .warning)
    #expect(failing.hasPrefix("warning</code>): the exit code is 1. <code>--rule ID=off</code>"), "\(failing)")
    #expect(failing.contains("<code>--write-baseline FILE</code>"))
    let broken = ValidatedFile(ValidatedSamples.result("c.json", "{"))
    #expect(verdict([fine, broken]) == "error</code>): the exit code is 2, because not every file can be read.")
    #expect(verdict([broken]) == "error</code>): the exit code is 65, because no file can be read.")
  }

  /// Reports in other forms have no pictures, and what is remembered neither.
  @Test func picturesAreForPagesOnly() throws {
    let report = ValidatedSamples.report([try file()])
    for format in ValidationReportFormat.allCases where format != .html {
      #expect(!String(decoding: try report.bytes(format), as: UTF8.self).contains("webp"), "\(format)")
    }
    var result = ValidatedSamples.result("a.json", Self.document)
    result.sheet = try file().sheet
    #expect(result.withoutPoster.sheet == nil)
  }

  @Test func onlyBase64GetsIntoThePage() throws {
    var file = try file()
    let sheet = try #require(file.sheet)
    let json = String(decoding: try JSONEncoder().encode(sheet), as: UTF8.self)
    let wrong = json.replacing(sheet.webp.replacing("/", with: "\\/"), with: "</style><script>")
    file.sheet = try JSONDecoder().decode(TimelineSheet.self, from: Data(wrong.utf8))
    #expect(file.sheet?.webp == "</style><script>")
    #expect(!ValidatedSamples.report([file]).html.contains("</style><script>"))
  }

  /// Files with errors come first, and notes are folded.
  @Test func whatIsWorstComesFirst() throws {
    let files = [
      ValidatedSamples.file("good.json", [("Box", nil)]), ValidatedSamples.file("one.json", [("Box", 7)]),
      ValidatedSamples.file("two.json", [("Box", 7), ("Sun", 8)]),
    ]
    let page = ValidatedSamples.report(files).html
    let names = page.matches(of: #/<h2><bdi>([^<]*)<\/bdi>/#).map { String($0.output.1) }
    #expect(names == ["two.json", "one.json", "good.json"])
    #expect(page.contains("data-order=\"2\"") && page.contains("data-worst=\"0\""))
    // No note stands outside of what is folded.
    let open = page.replacing(#/<details class="notes">.*?<\/details>/#.dotMatchesNewlines(), with: "")
    #expect(page.contains("<li class=\"note") && !open.contains("<li class=\"note"))
  }

  /// Of many rules those that matter are shown, by what they are about.
  @Test func rulesAreChipsOfWhichTwelveAreShown() throws {
    var result = BatchResult(.converted, input: "a.json", output: "a.svga")
    let all = RuleCatalogue.all
    let rules =
      all.filter { $0.severity == .note }.prefix(10) + all.filter { $0.severity == .warning }.prefix(20)
      + [Rule.limitExceeded]
    result.setFindings(rules.map { Diagnostic($0, "x") })
    var summary = BatchSummary(planned: 1)
    summary.add(result)
    let page = BatchReport(kiln: "1", summary: summary, files: [result]).html
    let section = try #require(page.firstMatch(of: #/<section class="rules".*?<\/section>/#.dotMatchesNewlines()))
    let parts = section.output.components(separatedBy: "<details>")
    #expect(parts.count == 2 && parts[0].components(separatedBy: "<button").count - 1 == 12)
    #expect(parts[1].components(separatedBy: "<button").count - 1 == rules.count - 12)
    #expect(parts[1].hasPrefix("<summary>\(rules.count - 12) more</summary>"))
    let first = try #require(parts[0].firstMatch(of: #/<i>([^<]*)<\/i>/#))
    #expect(first.output.1 == Rule.limitExceeded.summary.dropLast())
  }
}

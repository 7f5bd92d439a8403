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
    #expect(sheet.width == 160 && sheet.height == 160)
    #expect(sheet.frames.filter(\.isOfSheet).count == 8 && sheet.frames.count <= 16)
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

  @Test func thePageHasEachPictureOnceAndNoMarkupOfFiles() throws {
    let file = try file()
    let page = ValidatedSamples.report([file, ValidatedSamples.lost("<i>.json")]).html
    let pictures = try #require(file.sheet).frames.count
    #expect(page.components(separatedBy: "data:image/webp;base64,").count - 1 == pictures)
    #expect(page.contains("<div class=\"outline\" style=\"left:50%;top:50%;width:50%;height:50%\"></div>"))
    #expect(!page.contains("<b>Out") && !page.contains("<i>.json") && page.contains("a&amp;b.json"))
    #expect(page.contains("default-src 'none'") && !page.contains("@import"))
    #expect(page.components(separatedBy: "url(").dropFirst().allSatisfy { $0.hasPrefix("data:") })
    #expect(page.contains("2 of 2 files have something to mend"))
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
    let first = try #require(sheet.frames.first?.webp)
    let wrong = json.replacing(first.replacing("/", with: "\\/"), with: "</style><script>")
    file.sheet = try JSONDecoder().decode(TimelineSheet.self, from: Data(wrong.utf8))
    #expect(file.sheet?.frames.first?.webp == "</style><script>")
    #expect(!ValidatedSamples.report([file]).html.contains("</style><script>"))
  }
}

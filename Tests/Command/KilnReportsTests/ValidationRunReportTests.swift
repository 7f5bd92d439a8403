import Foundation
import KilnDiagnostics
import KilnReports
import KilnValidation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ValidationRunReportTests {
  private static let name = "in/<a>&\"b\" |`\n@team.json"

  /// A file with two equal findings and others, one that is broken, one without findings, and one that is lost.
  private var report: ValidationRunReport {
    let files = [
      ValidatedSamples.file(Self.name, [("Glow", 7), ("Glow", 8), ("<b>|@team", 9)]),
      ValidatedFile(ValidatedSamples.result("in/broken.json", "{\n\"v\": ]")),
      ValidatedSamples.file("in/good.json", [("Box", nil)]), ValidatedSamples.lost("in/lost.json"),
    ]
    var report = ValidatedSamples.report(files)
    report.listsNotes = true
    return report
  }

  private func object(_ format: ValidationReportFormat, _ report: ValidationRunReport? = nil) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try (report ?? self.report).bytes(format)))
  }

  private func run(_ report: ValidationRunReport? = nil) throws -> [String: Any] {
    let log = try #require(try object(.sarif, report) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test func sarifHasWhatCodeScanningNeeds() throws {
    let run = try run()
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids == ids.sorted() && Set(ids).count == ids.count && ids.contains("batch.worker.crashed"))
    for rule in rules {
      #expect((rule["help"] as? [String: String])?["text"]?.contains("What to do") == true)
      #expect((rule["shortDescription"] as? [String: String])?["text"]?.isEmpty == false)
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == report.files.reduce(0) { $0 + $1.findings.count })
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(ids[index] == result["ruleId"] as? String)
      let place = try #require((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
      #expect(((place["region"] as? [String: Int])?["startLine"] ?? 0) > 0)
      let uri = try #require((place["artifactLocation"] as? [String: String])?["uri"])
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && URL(string: uri) != nil && !uri.contains("<"))
    }
    let broken = try #require(results.first { ($0["ruleId"] as? String)?.hasPrefix("json.") == true })
    let place = (broken["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    #expect(place?["region"] as? [String: Int] == ["startLine": 2, "startColumn": 6])
  }

  /// A layer is named as the designer does, and its JSON pointer is there for machines.
  @Test func sarifNamesLayers() throws {
    let results = try #require(try run()["results"] as? [[String: Any]])
    let result = try #require(results.first { $0["ruleId"] as? String == "lottie.parent.missing" })
    let location = try #require((result["locations"] as? [[String: Any]])?.first)
    let logical = try #require((location["logicalLocations"] as? [[String: String]])?.first)
    #expect(logical["fullyQualifiedName"]?.contains("Glow") == true)
    #expect(logical["decoratedName"]?.hasPrefix("/layers/0") == true)
    let place = location["physicalLocation"] as? [String: Any]
    #expect((place?["region"] as? [String: Int])?["startLine"] == 2)
  }

  /// Fingerprints differ within a file, and are the same when layers get other numbers.
  @Test func fingerprintsFollowNames() throws {
    func prints(_ layers: [(name: String, parent: Int?)]) throws -> [String] {
      let results = try run(ValidatedSamples.report([ValidatedSamples.file("a.json", layers)]))["results"]
      return (results as? [[String: Any]] ?? []).filter { $0["ruleId"] as? String == "lottie.parent.missing" }
        .compactMap { ($0["partialFingerprints"] as? [String: String])?["primaryLocationLineHash"] }
    }
    let before = try prints([("Glow", 7), ("Glow", 8), ("Sun", 9)])
    #expect(Set(before).count == 3)
    let after = try prints([("New", nil), ("Sun", 33), ("Glow", 8), ("Glow", 9)])
    #expect(Set(after) == Set(before))
  }

  @Test func gitLabHasUniqueFingerprints() throws {
    let issues = try #require(try object(.gitlab) as? [[String: Any]])
    let prints = issues.compactMap { $0["fingerprint"] as? String }
    #expect(prints.count == issues.count && Set(prints).count == prints.count && prints.count > 5)
    #expect(Set(issues.compactMap { $0["severity"] as? String }).isSubset(of: ["info", "minor", "major", "critical"]))
    #expect(issues.filter { $0["severity"] as? String == "critical" }.count == 2)
    let paths = issues.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
    #expect(Set(paths).isSuperset(of: [Self.name, "in/broken.json", "in/lost.json"]))
  }

  @Test func pathsAreThoseOfTheRepository() throws {
    var report = ValidatedSamples.report([ValidatedFile(ValidatedSamples.result("./x/../a.json", "{"))])
    report.folder = "app/"
    let issues = try #require(try object(.gitlab, report) as? [[String: Any]])
    #expect((issues.first?["location"] as? [String: Any])?["path"] as? String == "app/a.json")
  }

  private func elements(_ text: String) -> ElementCounter {
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = counter
    #expect(parser.parse(), "\(text)")
    return counter
  }

  @Test func checkstyleHasAnElementForEachFinding() {
    let counter = elements(report.checkstyle)
    #expect(counter.counts["checkstyle"] == 1 && counter.counts["file"] == report.files.count { !$0.findings.isEmpty })
    #expect(counter.counts["error"] == report.files.reduce(0) { $0 + $1.findings.count })
    #expect(counter.names.contains(Self.name))
  }

  /// CI systems are not told of notes unless somebody asks.
  @Test func notesAreForThoseWhoAsk() throws {
    var report = report
    report.listsNotes = false
    let wanted = report.files.flatMap(\.findings).count { $0.severity > .note }
    #expect(wanted < report.files.reduce(0) { $0 + $1.findings.count })
    #expect((try run(report)["results"] as? [Any])?.count == wanted)
    #expect((try object(.gitlab, report) as? [Any])?.count == wanted)
    #expect(elements(report.checkstyle).counts["error"] == wanted)
    #expect(!report.junit.contains("note:") && self.report.junit.contains("note:"))
    report.failOn = .note
    #expect((try run(report)["results"] as? [Any])?.count ?? 0 > wanted)
  }

  /// A text that ends with a full stop gets no second one.
  @Test func sentencesHaveOneFullStop() throws {
    var options = ValidationOptions()
    options.targets = [try Target("lottie-ios")]
    let text = ValidatedSamples.document([("Box", 7)]).replacing(
      #""nm":"Box""#, with: #""nm":"Box","ef":[{"ty":5,"nm":"x","mn":"ADBE Gaussian Blur 2","ef":[]}]"#)
    let file = ValidatedFile(ValidatedSamples.result("a.json", text, options))
    #expect(file.findings.contains { $0.appearance?.hasSuffix(".") == true })
    for finding in file.findings {
      #expect(!finding.sentences.contains("..") && finding.sentences.hasSuffix("."), "\(finding.sentences)")
    }
  }

  /// Only findings from which the exit code is 1 fail a case.
  @Test func junitFailsWhatFails() {
    let cases = report.files.map { max(1, Set($0.findings.map(\.rule)).count) }.reduce(0, +)
    let counter = elements(report.junit)
    #expect(counter.counts["testsuite"] == 4 && counter.counts["testcase"] == cases)
    #expect(counter.counts["failure"] == 3)
    let strict = elements(ValidatedSamples.report(report.files, failOn: .note).junit)
    #expect(strict.counts["failure"] ?? 0 > 3 && strict.counts["system-out"] == nil)
  }

  @Test func markdownIsEscaped() {
    let text = report.markdown
    #expect(!text.contains("<b>") && !text.contains("@team"))
    #expect(text.contains("## Kiln: 3 of 4 files have something to mend"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(
      rows.allSatisfy {
        [6, 8].contains($0.replacing("\\|", with: "").split(separator: "|", omittingEmptySubsequences: false).count)
      })
  }

  @Test func knownFindingsAreLeftOutButCounted() throws {
    var file = ValidatedSamples.file("a.json", [("Glow", 7)])
    file.updateFindings { $0.isKnown = true }
    let report = ValidatedSamples.report([file], failOn: .note)
    #expect(report.summary.known == file.findings.count && report.summary.known > 0)
    #expect(report.summary.errors + report.summary.warnings + report.summary.notes == 0 && report.summary.clean == 1)
    #expect((try run(report)["results"] as? [Any])?.isEmpty == true)
    #expect((try object(.gitlab, report) as? [Any])?.isEmpty == true)
    #expect(!report.checkstyle.contains("<file") && !report.junit.contains("<failure"))
    let json = try #require(try object(.json, report) as? [String: Any])
    let finding = ((json["files"] as? [[String: Any]])?.first?["findings"] as? [[String: Any]])?.first
    #expect(finding?["known"] as? Bool == true)
  }

  @Test func fileNamesSayTheForm() {
    let expected: [(String, ValidationReportFormat?)] = [
      ("a.json", .json), ("x/gl-code-quality-report.json", .gitlab), ("a.gitlab.json", .gitlab), ("a.SARIF", .sarif),
      ("a.sarif.json", .sarif), ("a.xml", .junit), ("checkstyle.xml", .checkstyle), ("a.checkstyle.xml", .checkstyle),
      ("a.ndjson", .ndjson), ("a.jsonl", .ndjson), ("a.md", .markdown), ("a.html", .html), ("a.txt", nil),
      ("json", nil),
    ]
    for (name, format) in expected { #expect(ValidationReportFormat(fileName: name) == format, "\(name)") }
    #expect(ValidationReportFormat.gitlab.fits("q.json") && !ValidationReportFormat.gitlab.fits("q.xml"))
    #expect(ValidationReportFormat.checkstyle.fits("q.xml") && ValidationReportFormat.sarif.fits("q.json"))
  }

  /// The answer of a worker is a line of bounded length, however many findings there are.
  @Test func findingsOfAFileAreBounded() throws {
    let layers = [(name: String, parent: Int?)](
      repeating: (String(repeating: "\\u0001", count: 900), 9999), count: 400)
    var options = ValidationOptions()
    options.maximumFindingsOfOneRule = 1000
    options.rendersFrames = false
    let result = ValidatedSamples.result("a.json", ValidatedSamples.document(layers), options)
    let bytes = try JSONEncoder().encode(result)
    #expect(bytes.count < 2 * FileValidation.maximumBytes)
    let validation = try #require(result.validation)
    #expect(try JSONDecoder().decode(BatchResult.self, from: bytes).validation == validation)
    #expect(!validation.omitted.isEmpty)
  }
}

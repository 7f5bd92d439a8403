import Foundation
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

/// The committed JSON Schemas name exactly the members that are written. `scripts/oracles/reports` validates reports
/// with them.
@Suite struct ReportSchemaTests {
  private func definitions(_ name: String = "report") throws -> [String: [String: Any]] {
    let path = Fixture.repository("Conversions/at-scale/\(name).schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(path))) as? [String: Any]
    return try #require(schema?["$defs"] as? [String: [String: Any]])
  }

  private func members(_ value: some Encodable) throws -> Set<String> {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any]
    return Set(try #require(object).keys)
  }

  /// A value with all its members, and one with those only that are always there.
  private func check(
    _ name: String, of schema: String = "report", full: some Encodable, least: some Encodable
  ) throws {
    let definition = try #require(try definitions(schema)[name])
    let properties = try #require(definition["properties"] as? [String: Any])
    #expect(Set(properties.keys) == (try members(full)), "\(name)")
    #expect(Set(definition["required"] as? [String] ?? []) == (try members(least)), "\(name)")
  }

  @Test func membersAreThoseOfTheSchema() throws {
    let least = BatchResult(.failed, input: "i", output: "o", inputBytes: 1)
    var full = least
    full.variant = "v"
    full.setError(Diagnostic(.limitExceeded, "m", advice: "a"))
    (full.width, full.height, full.frameRate, full.frameCount) = (1, 1, 1, 1)
    try check("result", full: full, least: least)
    let summary = BatchSummary(planned: 1)
    try check("summary", full: summary, least: summary)
    let report = BatchReport(kiln: "1", summary: summary, files: [])
    var part = report
    part.shard = BatchShard("1/2")
    try check("report", full: part, least: report)
    try check("shard", full: part.shard, least: part.shard)
    try check(
      "finding", full: DiagnosticReport(Diagnostic(.limitExceeded, "m", advice: "a")),
      least: DiagnosticReport(Diagnostic(.limitExceeded, "m")))
    let count = RuleCount(rule: "r", severity: .note, count: 1)
    try check("ruleCount", full: count, least: count)
    let output = BatchResult.Output(path: "p", bytes: 1)
    try check("output", full: output, least: output)
  }

  @Test func membersOfValidationsAreThoseOfTheirSchema() throws {
    let checked = ValidatedSamples.file("a.json", [("Glow", 7)])
    let broken = ValidatedFile(ValidatedSamples.result("a.json", "{"))
    var full = checked
    full.failure = broken.failure
    try check("file", of: "validation", full: full, least: ValidatedSamples.lost("a.json").withoutFailure)
    let summary = ValidationRunSummary(planned: 1)
    try check("summary", of: "validation", full: summary, least: summary)
    var finding = try #require(checked.findings.first { $0.rule == "lottie.parent.missing" })
    let least = FileFinding(DiagnosticReport(Diagnostic(.limitExceeded, "m")))
    (finding.appearance, finding.isKnown, finding.finding.advice) = ("a", true, "b")
    try check("finding", of: "validation", full: finding, least: least)
    let statuses = (try definitions("validation")["file"]?["properties"] as? [String: [String: Any]])?["status"]?[
      "enum"]
    #expect(statuses as? [String] == ValidatedFile.Status.allCases.map(\.rawValue))
    let version = (try definitions("validation")["report"]?["properties"] as? [String: [String: Any]])?["version"]
    #expect(version?["const"] as? Int == ValidationRunReport.currentVersion)
  }

  @Test func valuesAreThoseOfTheSchema() throws {
    let definitions = try definitions()
    func values(_ definition: Any?) -> [String] { (definition as? [String: Any])?["enum"] as? [String] ?? [] }
    let result = definitions["result"]?["properties"] as? [String: Any]
    let finding = definitions["finding"]?["properties"] as? [String: Any]
    #expect(values(result?["status"]).sorted() == BatchResult.Status.allCases.map(\.rawValue).sorted())
    #expect(values(definitions["severity"]) == Rule.Severity.allCases.map(\.rawValue))
    #expect(values(finding?["effect"]) == Rule.Effect.allCases.map(\.rawValue))
    let report = definitions["report"]?["properties"] as? [String: [String: Any]]
    #expect(report?["version"]?["const"] as? Int == BatchReport.currentVersion)
    func maximum(_ name: String) -> Int? { (result?[name] as? [String: Any])?["maxItems"] as? Int }
    #expect(maximum("diagnostics") == BatchResult.keptFindings && maximum("outputs") == BatchResult.keptOutputs)
  }
}

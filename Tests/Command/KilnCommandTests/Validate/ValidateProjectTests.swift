import Foundation
import KilnCommand
import KilnTestSupport
import Testing

/// `kiln validate` with a project file.
@Suite struct ValidateProjectTests {
  private static func rules(_ result: Command.Result) -> Set<String> {
    Set(result.jsonLines.flatMap { ($0["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String } })
  }

  private static let project = """
    version: 1
    validation:
      files: designs/**/*.json
      fail-on: warning
      canvases: 10x10
      names: {files: "[a-z]+[.]json"}
      budgets: {bytes: 100}
      overrides:
        - {files: old*, budgets: {bytes: none}, reason: drawn before, until: 2026-01-31}

    """

  @Test func theSectionHoldsWhereverTheCommandIsStarted() throws {
    let files = [".kiln.yml": Self.project, "designs/x/A1.json": Samples.box, "designs/y/b.json": Samples.box]
    try Samples.withFolder(files) { folder throws in
      let all = try Command.run("validate", "--json", folder: folder + "/designs/y")
      #expect(all.exitCode == 1, "\(all.errors)")
      #expect(Self.rules(all).isSuperset(of: ["policy.canvas", "policy.name.file", "budget.bytes"]))
      let paths = all.jsonLines.compactMap { $0["input"] as? String }
      #expect(paths == ["designs/x/A1.json", "designs/y/b.json"])
      let named = try Command.run("validate", "../y/b.json", "--json", folder: folder + "/designs/x")
      #expect(!Self.rules(named).contains("policy.name.file") && Self.rules(named).contains("policy.canvas"))
      // The command line takes precedence.
      let line = try Command.run(
        "validate", "b.json", "--json", "--fail-on", "error", "--rule", "policy.canvas=note", "--rule",
        "budget.bytes=off", folder: folder + "/designs/y")
      #expect(
        line.exitCode == 0 && Self.rules(line).contains("policy.canvas") && !Self.rules(line).contains("budget.bytes"))
      let without = try Command.run("validate", "b.json", "--no-config", "--json", folder: folder + "/designs/y")
      #expect(without.exitCode == 0 && !Self.rules(without).contains("policy.canvas"))
    }
  }

  @Test func exceptionsEnd() throws {
    try Samples.withFolder([".kiln.yml": Self.project, "designs/old.json": Samples.box]) { folder throws in
      let day = { (seconds: String) in ["SOURCE_DATE_EPOCH": seconds] }
      // 31 January and 1 February 2026.
      let before = try Command.run(["validate", "--json"], folder: folder, environment: day("1769860000"))
      #expect(!Self.rules(before).contains("budget.bytes") && !Self.rules(before).contains("policy.override.expired"))
      let after = try Command.run(["validate", "--json"], folder: folder, environment: day("1769990000"))
      #expect(Self.rules(after).isSuperset(of: ["budget.bytes", "policy.override.expired"]))
    }
  }

  @Test func whatHoldsIsPrinted() throws {
    try Samples.withFolder([".kiln.yml": Self.project, "designs/old.json": Samples.box]) { folder throws in
      let day = ["SOURCE_DATE_EPOCH": "1769860000"]
      let all = try Command.run(["validate", "--print-config"], folder: folder, environment: day).output
      #expect(
        all.contains("all files\n  budgets.bytes  100")
          && all.contains("only old*\n  budgets.bytes  none  .kiln.yml:9:31"),
        "\(all)")
      let one = try Command.run(
        ["validate", "--print-config", "designs/old.json", "--target", "svga-ios"], folder: folder, environment: day)
      #expect(one.output.contains("(overrides: drawn before, until 2026-01-31)"), "\(one.output)")
      #expect(one.output.contains("targets") && one.output.contains("command line"))
      let json = try Command.run(["validate", "--print-config", "--json"], folder: folder, environment: day).json
      #expect(json["config"] as? String == ".kiln.yml" && (json["parts"] as? [Any])?.count == 2)
    }
  }

  @Test func conversionsAreCheckedWithTheirResults() throws {
    let project =
      "version: 1\nconversions:\n  a: {inputs: designs, outputs: 'out/{stem}.svga'}\nvalidation: {preset: svga-gift}\n"
    try Samples.withFolder([".kiln.yml": project, "designs/a.json": Samples.box]) { folder throws in
      #expect(try Command.run("batch", folder: folder).exitCode == 0)
      let result = try Command.run("validate", "--json", folder: folder)
      let paths = result.jsonLines.compactMap { $0["input"] as? String }
      #expect(result.exitCode == 0 && paths == ["designs/a.json", "out/a.svga"], "\(result.errors) \(result.output)")
    }
  }

  @Test func mistakesEndWithTheirPlace() throws {
    try Samples.withFolder([".kiln.yml": "version: 1\nvalidation: {targts: svga-ios}\n", "a.json": Samples.box]) {
      folder in
      let result = try Command.run("validate", "a.json", folder: folder)
      #expect(result.exitCode == 78)
      #expect(result.errors == "error: .kiln.yml:2:14: there is no key “targts” in validation; did you mean targets?\n")
      #expect(try Command.run("validate", "a.json", "--no-config", folder: folder).exitCode == 0)
      #expect(try Command.run("validate", "a.json", "--config", "none.yml", folder: folder).exitCode == 78)
      #expect(try Command.run("validate", "--no-config", folder: folder).exitCode == 64)
      #expect(try Command.run("validate", "a.json", "--no-config", "--print-config", folder: folder).exitCode == 64)
    }
    try Samples.withFolder(["a.json": Samples.box]) { folder throws in
      #expect(try Command.run("validate", folder: folder).exitCode == 64)
    }
    // Only demands are no batch.
    try Samples.withFolder([".kiln.yml": "version: 1\nvalidation: {rates: 30}\n"]) { folder throws in
      #expect(try Command.run("batch", folder: folder).exitCode == 78)
    }
  }
}

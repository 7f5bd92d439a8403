import Foundation
import KilnTestSupport
import Testing

@Suite struct HelpTests {
  /// Every change of what users can say shows in a diff.
  @Test(arguments: [
    "kiln", "convert", "batch", "atlas", "report", "report merge", "render", "inspect", "compare", "preview", "rules",
    "presets", "init", "validate",
  ])
  func helpIsAsExpected(_ name: String) throws {
    let arguments = (name == "kiln" ? [] : name.split(separator: " ").map(String.init)) + ["--help"]
    let result = try Command.run(arguments, environment: ["COLUMNS": "80"])
    #expect(result.exitCode == 0)
    #expect(result.errors.isEmpty)
    // The number of cores differs from machine to machine.
    let text = result.output.replacing(/(at the same time\.\s+\(default:\s+)\d+/) { "\($0.output.1)N" }
    Golden.expect(text, equalsFile: Fixture.folder() + "/\(name.replacing(" ", with: "-")).help.txt")
  }

  @Test func allSubcommandsHaveASnapshot() throws {
    let help = try Command.run("--help").output
    let list = help.split(separator: "SUBCOMMANDS:\n").last?.split(separator: "\n\n").first ?? ""
    let names = list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    let snapshots = Samples.names(in: Fixture.folder()).filter { $0.hasSuffix(".help.txt") }
    #expect(snapshots == (names + ["kiln", "report-merge"]).map { $0 + ".help.txt" }.sorted())
    #expect(snapshots.allSatisfy { !Fixture.bytes(Fixture.folder() + "/" + $0).isEmpty })
  }

  @Test func versionIsThreeNumbers() throws {
    #expect(try Command.run("--version").output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [["foo"], ["convert"], ["convert", "a.json"], ["convert", "a.json", "a.svga", "--nonsense"]])
  func wrongUsageIs64(_ arguments: [String]) throws {
    let result = try Command.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }
}

import Foundation
import KilnTestSupport
import Testing

@Suite struct HelpTests {
  /// Every change of what users can say shows in a diff.
  @Test(arguments: [
    "kiln", "convert", "batch", "atlas", "report", "report merge", "render", "inspect", "compare", "preview", "rules",
    "presets", "init", "validate", "doctor", "completions",
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
    let list = help.split(separator: "COMMANDS:\n").last?.split(separator: "\n\n").first ?? ""
    let names = list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    let snapshots = Samples.names(in: Fixture.folder()).filter { $0.hasSuffix(".help.txt") }
    #expect(snapshots == (names + ["kiln", "report-merge"]).map { $0 + ".help.txt" }.sorted())
    #expect(snapshots.allSatisfy { !Fixture.bytes(Fixture.folder() + "/" + $0).isEmpty })
  }

  @Test(arguments: ["--version", "-v", "version"]) func versionIsThreeNumbers(_ argument: String) throws {
    #expect(try Command.run(argument).output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  /// Options stand in groups by what they are for; one that no group names would stand alone under "Options".
  @Test(arguments: ["convert", "batch", "atlas", "render", "inspect", "compare", "preview", "init", "validate"])
  func groupsOfOptionsAreShort(_ name: String) throws {
    let help = try Command.run("help", name).output
    for part in help.split(separator: "\n\n") {
      let lines = part.split(separator: "\n")
      guard let title = lines.first, title.allSatisfy({ !$0.isLowercase }), title.hasSuffix(":") else { continue }
      #expect(title != "OPTIONS:", "\(part)")
      // Lines that go on are indented more.
      let starts = lines.dropFirst().filter { !$0.hasPrefix("   ") }
      #expect(title != "EXAMPLES:" || starts.count <= 5, "\(part)")
      let options = lines.filter { $0.hasPrefix("  -") }
      #expect(options.count <= 12, "\(part)")
    }
    #expect(
      help.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  kiln ") || $0.hasPrefix("  git ") })
  }

  @Test func oneOptionIsExplained() throws {
    let text = try Command.run("help", "convert", "--max-bytes").output
    #expect(try Command.run("help", "convert", "max-bytes").output == text)
    #expect(text.hasPrefix("kiln convert --max-bytes <bytes>\n\n  "), "\(text)")
    #expect(
      text.contains("kiln convert icon.json icon.svga --max-bytes 500k") && text.contains("KILN_MAX_BYTES"), "\(text)")
    #expect(try Command.run("help", "convert", "-j").output.hasPrefix("kiln convert -j, --jobs <jobs>\n"))
    #expect(try Command.run("help", "validate", "--no-render").output.contains("--render/--no-render"))
  }

  /// Every line of a manual page is text or a request that all programs know.
  @Test(arguments: [["help", "--man"], ["help", "convert", "--man"], ["help", "report", "merge", "--man"]])
  func manualPagesAreRequestsAndText(_ arguments: [String]) throws {
    let lines = try Command.run(arguments).output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(".TH \"KILN") ?? false)
    let requests = Set(lines.filter { $0.hasPrefix(".") }.compactMap { $0.split(separator: " ").first })
    #expect(requests.isSubset(of: [".TH", ".SH", ".PP", ".TP", ".B", ".nf", ".fi"]), "\(requests)")
    #expect(lines.contains(".SH NAME") && lines.contains(".SH SYNOPSIS") && lines.contains(".SH EXAMPLES"))
  }

  @Test(arguments: [["foo"], ["convert"], ["convert", "a.json"], ["convert", "a.json", "a.svga", "--nonsense"]])
  func wrongUsageIs64(_ arguments: [String]) throws {
    let result = try Command.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.output.isEmpty)
    #expect(!result.errors.isEmpty)
  }
}

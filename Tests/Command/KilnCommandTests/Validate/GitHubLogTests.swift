import Foundation
import KilnCommand
import KilnDiagnostics
import KilnTestSupport
import Testing

/// What GitHub Actions reads as commands.
@Suite struct GitHubLogTests {
  /// A command as the runner reads it: the line begins with `::` after spaces, or contains `##[`.
  private func isCommand(_ line: Substring) -> Bool {
    let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
    return start.starts(with: "::".unicodeScalars) || line.utf8.firstRange(of: "##[".utf8) != nil
  }

  @Test func valuesCannotEndACommand() {
    #expect(GitHubLog.escaped("100 %\r\n::error::x\u{1B}[1m") == "100 %25%0D%0A::error::x\\u001B[1m")
    #expect(GitHubLog.property("a,line=1::b%\n") == "a%2Cline=1%3A%3Ab%25%0A")
    #expect(GitHubLog.property(",\u{301}:\u{301}") == "%2C\u{301}%3A\u{301}")
  }

  @Test(arguments: [
    "::stop-commands::x", "  ::error::x", "\u{A0}::error::x", "::\u{301}error::x", "a ##[error]x", "###[\u{301}error]x",
    "a\n::error::x", "\t::x::",
  ])
  func linesAreNoCommands(_ line: String) {
    let plain = PrintedLine(escaping: line).text
    #expect(!isCommand(plain[...]) && !plain.contains { $0.isNewline })
  }

  @Test(arguments: [
    ("/repo", "/repo", "a/b.json", "a/b.json"), ("/repo", "/repo/app/x", "a/b.json", "app/x/a/b.json"),
    ("/repo", "/repository", "a", "a"), ("", "/repo", "a", "a"), ("/repo", "/repo/app", "/a", "/a"),
  ])
  func filesAreNamedAsInTheRepository(_ repository: String, _ folder: String, _ file: String, _ name: String) {
    var log = GitHubLog(
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": repository], workingFolder: folder)
    #expect(log?.error("m", file: file, title: "r").map(\.text) == ["::error file=\(name),title=r::m"])
    #expect(GitHubLog(environment: ["GITHUB_ACTIONS": ""], workingFolder: folder) == nil)
  }

  @Test func groupsAreEndedBeforeErrors() throws {
    var log = try #require(GitHubLog(environment: ["GITHUB_ACTIONS": "true"], workingFolder: "/"))
    #expect(log.grouped("a", title: "t").map(\.text) == ["::group::t", "a"])
    #expect(log.grouped("b", title: "t").map(\.text) == ["b"])
    #expect(log.error("m", file: "f", title: "r").map(\.text) == ["::endgroup::", "::error file=f,title=r::m"])
    #expect(log.error("m", file: "f", title: "r").map(\.text) == ["::error file=f,title=r::m"])
    #expect(log.grouped("c", title: "t").map(\.text) == ["::group::t", "c"])
    var tally = RuleTally()
    tally.add(RuleCount(rule: "a.b", severity: .warning, count: 2))
    tally.add(RuleCount(rule: "c.d", severity: .error, count: 2))
    #expect(log.warnings(tally).map(\.text) == ["::endgroup::", "::warning title=kiln batch::2 × a.b"])
    #expect(log.warnings(RuleTally()).isEmpty)
  }

  @Test func aBatchWritesGroupsAndAnnotations() throws {
    let files = [
      "in/a.json": Samples.box, "in/b\n::error::injected.json": Samples.lossy, "in/c,line=3::%.json": "{",
      "in/d##[error].json": Samples.box,
    ]
    try Samples.withFolder(files) { folder in
      let result = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "-j", "1", "--json", folder: folder,
        environment: ["GITHUB_ACTIONS": "true"])
      #expect(result.exitCode == 2)
      let lines = result.errors.split(separator: "\n")
      let commands = lines.filter(isCommand)
      #expect(
        commands.map { $0.prefix(10) }
          == [
            "::group::k", "::endgroup", "::error fi", "::group::k", "::endgroup", "::warning ",
          ].map { $0[...] })
      #expect(commands[2].hasPrefix("::error file=in/c%2Cline=3%3A%3A%25.json,title=json."), "\(commands)")
      #expect(commands[5].hasSuffix("::1 × lottie.expression"))
      #expect(!result.output.split(separator: "\n").contains(where: isCommand))
      #expect(result.output.split(separator: "\n").count == 4)
      // Elsewhere there are no commands, and names stay in their line.
      let plain = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out2", folder: folder, environment: ["GITHUB_ACTIONS": ""])
      #expect(!plain.errors.split(separator: "\n").contains { $0.hasPrefix("::") }, "\(plain.errors)")
    }
  }
}

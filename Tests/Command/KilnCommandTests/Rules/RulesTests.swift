import Foundation
import Kiln
import KilnCommand
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct RulesTests {
  /// The documentation of all rules: whatever changes in one shows in a diff.
  @Test func listIsAsExpected() throws {
    let result = try Command.run("rules")
    #expect(result.exitCode == 0)
    Golden.expect(result.output, equalsFile: Fixture.folder() + "/rules.txt")
  }

  /// A rule that its module's list forgets would be a finding without documentation.
  @Test func everyRuleInTheSourcesIsListed() throws {
    var declared: Set<String> = []
    for file in Fixture.files(in: Fixture.repository("Sources"), extension: "swift") {
      let text = String(decoding: Fixture.bytes(file), as: UTF8.self)
      for match in text.matches(of: /(?:Rule|player)\(\s*"([A-Za-z0-9]+(?:\.[A-Za-z0-9]+)+)"/) {
        declared.insert(String(match.output.1))
      }
    }
    #expect(declared.count > 50)
    #expect(declared == Set(RuleCatalogue.withCommand.map(\.id)))
  }

  @Test func idsAreUniqueAndTextsAreSentences() {
    #expect(Set(RuleCatalogue.all.map(\.id)).count == RuleCatalogue.all.count)
    for rule in RuleCatalogue.withCommand {
      for text in [rule.summary, rule.why, rule.remedy] { #expect(text.hasSuffix("."), "\(rule.id): \(text)") }
    }
  }

  @Test func jsonHoldsTheSameRules() throws {
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(Command.run("rules", "--json").bytes)) as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == RuleCatalogue.withCommand.map(\.id))
    let members: Set<String> = ["id", "severity", "effect", "summary", "why", "remedy"]
    #expect(rules.allSatisfy { members.isSubset(of: $0.keys) })
    let merge = try #require(rules.first { $0["id"] as? String == "player.mergePaths" })
    #expect(merge["category"] as? String == "players")
    #expect((merge["targets"] as? [String: String])?["lottie-ios"] == "no A")
  }

  @Test func aNameChoosesRules() throws {
    for arguments in [["lottie.expression"], ["explain", "lottie.expression"]] {
      let one = try Command.run(["rules"] + arguments).output
      #expect(one.hasPrefix("lottie.expression  warning, approximated\n"))
      #expect(one.contains("\nWhy it matters: ") && one.contains("\nWhat to do: In After Effects, "), "\(one)")
    }
    let some = try Command.run("rules", "timeline").output.split(separator: "\n")
    #expect(some.count == 8 && some.allSatisfy { $0.hasPrefix("timeline.") })
    #expect(try Command.run("rules", "tim").exitCode == 64)
  }

  @Test func aRuleOfPlayersSaysWhoSupportsIt() throws {
    let text = try Command.run("rules", "player.effectBlur").output
    #expect(text.contains("\n  lottie-android  from 4.1\n") && text.contains("\n  rlottie         no\n"), "\(text)")
    #expect(text.contains("--rule player.effectBlur=off"))
    let table = try Command.run("rules", "--targets").output
    #expect(table.contains("lottie-ios") && table.contains("svga-flutter") && table.contains("airbnb/lottie, "))
    #expect(table.split(separator: "\n").contains { $0.hasPrefix("Merge Paths ") && $0.contains("no A,W") })
    let json = try Command.run("rules", "--targets", "--json").json
    #expect((json["features"] as? [Any])?.count ?? 0 > 60)
  }
}

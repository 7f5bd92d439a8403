import Diagnostics
import Foundation
import Kiln
import TestSupport
import Testing

@testable import KilnCommand

@Suite struct RulesTests {
  /// The documentation of all rules: whatever changes in one shows in a diff.
  @Test func listIsAsExpected() throws {
    let result = try Command.run("rules")
    #expect(result.exitCode == 0)
    Golden.expect(result.output, equalsFile: Fixture.folder() + "/rules.txt")
  }

  /// A rule that its module's list forgets would be a finding without documentation.
  @Test func everyRuleInTheSourcesIsListed() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").path()
    var declared: Set<String> = []
    for file in Fixture.files(in: sources, extension: "swift") {
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
      try JSONSerialization.jsonObject(with: Data(Command.run("rules", "--json").bytes)) as? [[String: String]])
    #expect(rules.compactMap { $0["id"] } == RuleCatalogue.withCommand.map(\.id))
    #expect(rules.allSatisfy { Set($0.keys) == ["id", "severity", "effect", "summary", "why", "remedy"] })
  }

  @Test func aNameChoosesRules() throws {
    for arguments in [["lottie.expression"], ["explain", "lottie.expression"]] {
      let one = try Command.run(["rules"] + arguments).output
      #expect(one.hasPrefix("lottie.expression  warning, approximated\n"))
      #expect(one.contains("\nWhy it matters: ") && one.contains("\nWhat to do: In After Effects, "), "\(one)")
    }
    let some = try Command.run("rules", "timeline").output.split(separator: "\n")
    #expect(some.count == 5 && some.allSatisfy { $0.hasPrefix("timeline.") })
    #expect(try Command.run("rules", "time").exitCode == 64)
  }
}

import Foundation
import Kiln
import KilnDiagnostics
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnTestSupport
import KilnValidation
import Testing

/// The pages in `Conversions/rules`, which `scripts/make/rule-pages` writes.
@Suite struct RulePageTests {
  private static let folder = Fixture.repository("Conversions/rules")
  private static let pages = RuleCatalogue.all.map { RulePage($0) }

  @Test func everyRuleHasItsPage() throws {
    let fixtures = Dictionary(uniqueKeysWithValues: RuleTests.fixtures.map { ($0.id, $0) })
    for page in Self.pages {
      Golden.expect(try page.markdown(fixtures[page.rule.id]), equalsFile: Self.folder + "/" + page.fileName)
    }
    Golden.expect(RuleIndex.markdown(Self.pages), equalsFile: Self.folder + "/README.md")
  }

  @Test func everyPageIsOfARule() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(names) == Set(Self.pages.map(\.fileName) + ["README.md"]))
  }
}

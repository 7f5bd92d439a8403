import KilnDiagnostics
import Testing

@Suite struct KeyPathPatternTests {
  @Test(arguments: [
    ("Main.Star", ["Main", "Star"], true), ("Main.Star", ["Main"], false), ("Main", ["Main", "Star"], false),
    ("*.Star", ["Main", "Star"], true), ("*", ["Main", "Star"], false), ("**", ["Main", "Star"], true),
    ("**.Star", ["Star"], true), ("**.Star", ["A", "B", "Star"], true), ("A.**.C", ["A", "C"], true),
    ("A.**.C", ["A", "B", "C", "C"], true), ("A.**.C", ["A", "B"], false), ("S*r", ["Star"], true),
    ("S*r", ["Sr"], true), ("S*r", ["S"], false), ("*a*a*", ["banana"], true), ("*a*n*b", ["banana"], false),
    ("a*a", ["a"], false), ("v1\\.2", ["v1.2"], true), ("v1.2", ["v1.2"], false), ("\\*", ["*"], true),
    ("\\*", ["a"], false),
  ])
  func namesAreMatched(_ text: String, _ names: [String], _ isMatch: Bool) throws {
    #expect(try #require(KeyPathPattern(text)).matches(names) == isMatch)
  }

  @Test func whatIsInsideIsContained() throws {
    let pattern = try #require(KeyPathPattern("Main.Star"))
    #expect(pattern.contains(["Main", "Star"]) && pattern.contains(["Main", "Star", "Group 1"]))
    #expect(!pattern.contains(["Main", "Moon"]) && !pattern.contains(["Main"]))
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "a\\"])
  func emptyNamesAreNone(_ text: String) { #expect(KeyPathPattern(text) == nil) }

  @Test(arguments: [["a.b", "c*"], ["\\", "ü"], ["x"]])
  func writtenNamesMatchThemselves(_ names: [String]) throws {
    #expect(try #require(KeyPathPattern(KeyPathPattern.text(names))).matches(names))
  }

  @Test func peopleReadNamesWithoutBackslashes() {
    #expect(KeyPathPattern.names(KeyPathPattern.text(["Disc.vector", "a*", "\\"])) == "Disc.vector.a*.\\")
  }

  @Test func theNearestAreNamed() throws {
    let error = try #require(KeyPathPattern("Main.Strar")).unmatched("layer", among: [["Moon"], ["Main", "Star"]])
    #expect(error.advice == "the nearest are “Main.Star”, “Moon”")
  }
}

import KilnBatch
import Testing

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.json", "a.json"), ("*.json", "deep/er/a.json"), ("icons/**", "icons/a.json"), ("icons/**", "icons/x/a.json"),
    ("icons/", "icons/x/a.json"), ("**/a.json", "a.json"), ("**/x/**/a.json", "x/a.json"),
    ("**/x/**/a.json", "1/x/2/3/a.json"), ("a?c.json", "abc.json"), ("[a-c]*.json", "b1.json"),
    ("[!a-c]*.json", "d1.json"), ("*.{json,svga}", "a.svga"), ("{a,b/{c,d}}/*.json", "b/d/x.json"),
    ("./icons/*.json", "icons/a.json"), ("*a*b*", "xxaxxbxx"), ("\\*.json", "*.json"), ("node_modules", "node_modules"),
    ("ünï*", "ünïcode.json"), ("[]]x", "]x"),
  ])
  func matches(_ pattern: String, _ path: String) throws {
    let pattern = try #require(GlobPattern(pattern))
    #expect(pattern.matches(path))
  }

  @Test(arguments: [
    ("*.json", "a.svga"), ("icons/*.json", "icons/x/a.json"), ("icons/*.json", "a.json"), ("a?c.json", "ac.json"),
    ("[a-c]*.json", "d1.json"), ("[!a-c]*.json", "a1.json"), ("a/**/b", "a/c"), ("*", ""), ("icons", "icons2"),
    ("x/*", "x/y/z"), ("*a*b", "xxbxxa"),
  ])
  func doesNotMatch(_ pattern: String, _ path: String) throws {
    let pattern = try #require(GlobPattern(pattern))
    #expect(!pattern.matches(path))
  }

  @Test(arguments: ["", "[a", "{a", "[z-a]", "a}", "{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}{1,2}"])
  func isNoPattern(_ text: String) { #expect(GlobPattern(text) == nil) }

  /// A naive matcher takes exponential time here.
  @Test func manyStarsTakeLittleTime() throws {
    let path = String(repeating: "a/", count: 200) + "b"
    let pattern = try #require(GlobPattern(String(repeating: "**/a*a*a*a*/", count: 20) + "c"))
    #expect(!pattern.matches(path))
    let name = try #require(GlobPattern(String(repeating: "a*", count: 30) + "b"))
    #expect(!name.matches(String(repeating: "a", count: 2000)))
  }
}

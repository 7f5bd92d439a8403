import KilnJSON
import KilnLottieImport
import Testing

/// Shapes that a target lacks, in smallest documents.
@Suite struct ShapeRewriteTests {
  @Test(arguments: [
    #"{"ty": "zz", "s": {"a": 0, "k": 4}, "r": {"a": 0, "k": 3}, "pt": {"a": 0, "k": 1}}"#,
    #"{"ty": "pb", "a": {"a": 0, "k": 30}}"#,
    #"{"ty": "op", "a": {"a": 0, "k": 5}, "lj": 1, "ml": {"a": 0, "k": 4}}"#,
  ])
  func modifiersAreWorkedIntoPaths(modifier: String) throws {
    let items = [RewriteCase.rectangle, modifier, RewriteCase.fill].joined(separator: ",")
    let result = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(items))
    #expect(try result.types == ["gr", "sh", "fl", "tr"])
    let path = try result.root["layers"]?.first?["shapes"]?.first?["it"]?.first
    #expect(path?.string("nm") == "Box")
    #expect(path?["ks"]?.integer("a") == 0)
    #expect(try result.difference < 0.05)
    #expect(try result.isPainted)
    #expect(result.findings == [])
  }

  @Test func aMovingModifierBecomesKeyframes() throws {
    let radius =
      #"{"a": 1, "k": [{"t": 0, "s": [0], "i": {"x": [0.6], "y": [1]}, "o": {"x": [0.4], "y": [0]}}, {"t": 8, "s": [12]}]}"#
    let items = [RewriteCase.rectangle, #"{"ty": "rd", "r": \#(radius)}"#, RewriteCase.fill].joined(separator: ",")
    let result = try RewriteCase(for: "rlottie", layers: RewriteCase.shapes(items))
    #expect(try result.types == ["gr", "sh", "fl", "tr"])
    let keyframes = try result.root["layers"]?.first?["shapes"]?.first?["it"]?.first?["ks"]?["k"]
    #expect((2...9).contains(keyframes?.count ?? 0))
    #expect(try result.difference < 0.1)
  }

  /// The trim comes first, and is worked into the paths, too; the one below stays.
  @Test func modifiersAboveAreWorkedInAndThoseBelowStay() throws {
    let trim = #"{"ty": "tm", "s": {"a": 0, "k": 0}, "e": {"a": 0, "k": 60}, "o": {"a": 0, "k": 0}, "m": 1}"#
    let bloat = #"{"ty": "pb", "a": {"a": 0, "k": 20}}"#
    let items = [RewriteCase.ellipse, trim, bloat, trim, RewriteCase.fill].joined(separator: ",")
    let result = try RewriteCase(for: "lottie-android", layers: RewriteCase.shapes(items))
    #expect(try result.types == ["gr", "sh", "tm", "fl", "tr"])
    #expect(try result.difference < 0.1)
  }

  @Test func starsBecomePaths() throws {
    let star =
      #"{"ty": "sr", "sy": 1, "p": {"k": [32, 32]}, "pt": {"k": 5}, "r": {"k": 0}, "or": {"k": 24}, "os": {"k": 0},"#
      + #" "ir": {"k": 10}, "is": {"k": 0}}"#
    let result = try RewriteCase(for: "telegram", layers: RewriteCase.shapes(star + "," + RewriteCase.fill))
    #expect(try result.types == ["gr", "sh", "fl", "tr"])
    #expect(try result.difference < 0.05)
  }

  @Test func mergesBecomeOnePathAsInAfterEffects() throws {
    let items = [RewriteCase.rectangle, RewriteCase.ellipse, #"{"ty": "mm", "mm": 3}"#, RewriteCase.fill]
    let result = try RewriteCase(
      for: "lottie-ios", layers: RewriteCase.shapes(items.joined(separator: ",")), fidelity: .afterEffects)
    // The ellipse leaves two corners of the box on its other side.
    #expect(try result.types == ["gr", "sh", "sh", "sh", "fl", "tr"])
    #expect(try result.difference < 0.1)
  }

  /// lottie-web merges nothing, so that players that do must not either.
  @Test func mergesThatTheReferenceIgnoresGoAway() throws {
    let items = [RewriteCase.rectangle, RewriteCase.ellipse, #"{"ty": "mm", "mm": 3}"#, RewriteCase.fill]
    let layers = RewriteCase.shapes(items.joined(separator: ","))
    #expect(try RewriteCase(for: "lottie-android", layers: layers).types == ["gr", "rc", "el", "fl", "tr"])
    let same = try RewriteCase(for: "lottie-ios", layers: layers)
    #expect(same.after == same.before)
  }

  @Test(arguments: [
    #"{"a": 0, "k": 30}"#,
    #"{"a": 1, "k": [{"t": 0, "s": [10], "h": 0, "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}}, {"t": 9, "s": [40]}]}"#,
  ])
  func skewedGroupsBecomeTwo(skew: String) throws {
    let transform =
      #"{"ty": "tr", "p": {"k": [32, 30]}, "a": {"k": [32, 32]}, "s": {"k": [80, 110]}, "r": {"k": 20}, "o": {"k": 90},"#
      + #" "sk": \#(skew), "sa": {"k": 15}}"#
    let items = RewriteCase.rectangle + "," + RewriteCase.fill
    let result = try RewriteCase(for: "rlottie", layers: RewriteCase.shapes(items, transform: transform))
    #expect(try result.types == ["gr", "gr", "rc", "fl", "tr", "tr"])
    #expect(try result.difference < 0.15)
    #expect(result.findings == [])
  }

  @Test func copiesOfRepeatersBecomeGroups() throws {
    let repeater =
      #"{"ty": "rp", "c": {"k": 3}, "o": {"k": 0}, "m": 1, "tr": {"ty": "tr", "p": {"k": [9, 2]}, "a": {"k": [32, 32]},"#
      + #" "s": {"k": [90, 80]}, "r": {"k": 15}, "so": {"k": 100}, "eo": {"k": 40}}}"#
    let items = [RewriteCase.rectangle, RewriteCase.fill, repeater].joined(separator: ",")
    let result = try RewriteCase(for: "telegram", layers: RewriteCase.shapes(items))
    #expect(try result.types.filter { $0 == "rc" }.count == 3)
    #expect(try !result.types.contains("rp"))
    #expect(try result.difference < 0.1)
  }

  @Test func hiddenItemsAreAsInTheReference() throws {
    let items = #"{"ty": "gr", "hd": true, "it": [\#(RewriteCase.rectangle), {"ty": "tr"}]}, \#(RewriteCase.fill)"#
    let shown = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(items))
    #expect(try shown.root["layers"]?.first?["shapes"]?.first?["it"]?.first?["hd"]?.bool == false)
    let removed = try RewriteCase(for: "lottie-web", layers: RewriteCase.shapes(items), fidelity: .afterEffects)
    #expect(try removed.types == ["gr", "fl", "tr"])
  }
}

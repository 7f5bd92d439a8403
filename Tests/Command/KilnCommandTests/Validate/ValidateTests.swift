import Foundation
import KilnTestSupport
import Testing

@Suite struct ValidateTests {
  /// An animation with a layer that merges paths, and one with a wrong parent.
  private static func document(_ more: String = "", item: String = "") -> String {
    """
    {"v":"5.9.0","fr":30,"ip":0,"op":30,"w":100,"h":100,"nm":"Main","assets":[],"layers":[{"ty":4,"ind":1,"nm":"Box",\
    "ip":0,"op":30,"st":0,"sr":1,"bm":0\(more),"ks":{"o":{"a":0,"k":100},"r":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[1],\
    "y":[1]},"o":{"x":[0],"y":[0]}},{"t":29,"s":[90]}]},"p":{"a":0,"k":[50,50,0]},"a":{"a":0,"k":[0,0,0]},\
    "s":{"a":0,"k":[100,100,100]}},"shapes":[{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[60,40]},\
    "r":{"a":0,"k":0}}\(item),{"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100},"r":1}]}]}
    """
  }

  /// A second path, and what leaves the overlap of both out.
  private static let merged =
    #",{"ty":"rc","p":{"a":0,"k":[9,9]},"s":{"a":0,"k":[60,40]},"r":{"a":0,"k":0}},{"ty":"mm","mm":3}"#

  private func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
    try Fixture.withTemporaryFolder { folder in
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
      try body(folder)
    }
  }

  @Test func exitCodesSayWhatWasFound() throws {
    let files = [
      "good.json": Self.document(), "merge.json": Self.document(item: Self.merged),
      "parent.json": Self.document(#","parent":7"#), "broken.json": "{", "other.json": #"{"name":"x"}"#,
    ]
    try withFiles(files) { folder throws in
      func code(_ arguments: String...) throws -> Int {
        try Command.run(["validate"] + arguments, folder: folder).exitCode
      }
      #expect(try code("good.json") == 0)
      #expect(try code("merge.json", "--target", "lottie-ios") == 0)
      #expect(try code("merge.json", "--target", "lottie-ios", "--fail-on", "warning") == 1)
      #expect(try code("merge.json", "--fail-on", "note") == 1)
      #expect(try code("merge.json", "--fail-on", "warning") == 0)
      #expect(try code("parent.json") == 1)
      #expect(try code("parent.json", "--rule", "lottie.parent.missing=off") == 0)
      #expect(try code("merge.json", "--rule", "player.mergePaths=error") == 1)
      #expect(try code("broken.json") == 65)
      #expect(try code("broken.json", "--rule", "json=off") == 65)
      #expect(try code("nothing.json") == 66)
      #expect(try code("good.json", "broken.json") == 2)
      #expect(try code(".") == 2)
      #expect(try code("good.json", "--target", "lottie-ion") == 64)
      #expect(try code("good.json", "--rule", "lottie.parnt.missing=off") == 64)
      #expect(try code("good.json", "--rule", "asset.image.oversized.factor=3") == 0)
    }
  }

  @Test func textIsGroupedByFileAndSaysWhatToDo() throws {
    let files = ["good.json": Self.document(), "merge.json": Self.document(item: Self.merged)]
    try withFiles(files) { folder in
      let text = try Command.run(
        "validate", "good.json", "merge.json", "--target", "lottie-ios,lottie-web", folder: folder
      )
      .output
      #expect(
        text.hasPrefix(
          """
          merge.json
            warning: paths are merged (Main › Box › Contents › Merge Paths) [player.mergePaths]
                In lottie-web, lottie-ios: The paths are drawn one over the other instead of as one
          """), "\(text)")
      #expect(text.contains("In After Effects, merge the paths in Illustrator"))
      #expect(
        text.hasSuffix("\n--report page.html shows findings in pictures\nall 2 files pass; 1 has warnings\n"), "\(text)"
      )
      let long = try Command.run("validate", "merge.json", "--target", "lottie-ios", "-v", folder: folder).output
      #expect(long.contains("(Main › Box › Contents › Merge Paths; /layers/0/shapes/2)"), "\(long)")
      #expect(long.hasSuffix("\nmerge.json: passes with 1 warning\n"), "\(long)")
    }
  }

  /// What is said last of one file alone: the file, the options, and the last line.
  @Test(arguments: [
    ("good.json", [], "good.json: fine"),
    ("merge.json", [], "merge.json: fine (1 note, -v shows it)"),
    ("merge.json", ["-v"], "merge.json: fine (1 note)"),
    ("merge.json", ["--fail-on", "note"], "merge.json: 1 note"),
    ("parent.json", ["--rule", "lottie.parent.missing=warning"], "parent.json: passes with 1 warning"),
    ("parent.json", [], "parent.json: 1 error"), ("broken.json", [], "broken.json: 1 error"),
  ])
  func oneFileIsFineOrNot(_ file: String, _ options: [String], _ expected: String) throws {
    let files = [
      "good.json": Self.document(), "merge.json": Self.document(item: Self.merged),
      "parent.json": Self.document(#","parent":7"#), "broken.json": "{",
    ]
    try withFiles(files) { folder in
      let text = try Command.run(["validate", file] + options, folder: folder).output
      #expect(text.split(separator: "\n").last.map(String.init) == expected, "\(text)")
    }
  }

  /// What fails is printed without -v, too.
  @Test func notesThatFailAreShown() throws {
    try withFiles(["merge.json": Self.document(item: Self.merged)]) { folder in
      let text = try Command.run("validate", "merge.json", "--fail-on", "note", folder: folder).output
      #expect(text.contains("  note: paths are merged (Main › Box"), "\(text)")
    }
  }

  @Test func adviceIsSaidOnce() throws {
    try withFiles([:]) { folder in
      let text = try Command.run("validate", "nothing.json", folder: folder).output
      #expect(
        text == """
          nothing.json
            error: there is no such file [input.notFound]
                Check the path and its spelling.

          nothing.json: 1 error

          """, "\(text)")
    }
  }

  /// A rule cannot be turned off for a file that nobody can read.
  @Test func settingsThatDoNotHoldAreSaid() throws {
    try withFiles(["broken.json": "{"]) { folder throws in
      func text(_ options: String...) throws -> String {
        try Command.run(["validate", "broken.json"] + options, folder: folder).output
      }
      let refusal = "does not hold for it: a file that cannot be read fails [json.syntax]"
      #expect(try text("--rule", "json.syntax=off").contains("“off” \(refusal)"))
      #expect(try text("--rule", "json=note").contains("“note” \(refusal)"))
      #expect(try !text("--rule", "json.syntax=error").contains("does not hold"))
    }
  }

  @Test func jsonHoldsFactsAndFindings() throws {
    try withFiles(["merge.json": Self.document(item: Self.merged)]) { folder in
      let result = try Command.run("validate", "merge.json", "--json", "--target", "lottie-ios", folder: folder)
      let file = result.json
      #expect(result.exitCode == 0 && file["status"] as? String == "checked" && file["warnings"] as? Int == 1)
      #expect(file["format"] as? String == "lottie" && file["frameCount"] as? Int == 30)
      let finding = try #require((file["findings"] as? [[String: Any]])?.first)
      #expect(finding["rule"] as? String == "player.mergePaths")
      #expect(finding["severity"] as? String == "warning")
      #expect(finding["path"] as? String == "/layers/0/shapes/2")
      #expect(finding["targets"] as? [String] == ["lottie-ios"])
      #expect(finding["line"] as? Int == 1)
    }
  }
}

import Foundation
import Testing

/// What `kiln validate` prints of several files: the order, the sums and the other forms.
@Suite struct ValidationTextTests {
  /// A box whose parent is not there, which is an error.
  private static let orphan = Samples.box.replacing(#""ind":1"#, with: #""ind":1,"parent":7"#)
  /// A box beside an image that nothing shows, which is a warning.
  private static let unused = Samples.box.replacing(
    #""layers":["#, with: #""assets":[{"id":"x","w":1,"h":1,"p":"p.png","u":"","e":0}],"layers":["#)
  private static let files = [
    "in/a.json": unused, "in/b.json": Samples.box, "in/c.json": orphan, "in/d.json": unused, "in/e.json": "{",
  ]

  private func lines(_ options: String..., folder: String) throws -> [String] {
    try Command.run(["validate", "in"] + options, folder: folder).output
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func filesWithErrorsComeFirstAndTheResultLast() throws {
    try Samples.withFolder(Self.files) { folder in
      let lines = try lines("--rule", "asset.unused=warning", folder: folder)
      let heads = lines.filter { Self.files.keys.contains($0) }
      #expect(heads == ["in/c.json", "in/e.json", "in/a.json", "in/d.json"], "\(lines)")
      let rules = try #require(lines.firstIndex(of: "findings by rule:"))
      let listed = lines[rules...].dropFirst().prefix { !$0.isEmpty }.map { $0.split(separator: " ")[1] }
      #expect(listed == ["error", "error", "warning"], "\(lines)")
      #expect(lines.suffix(2) == ["3 of 5 files pass; 2 have 2 errors; 2 have warnings", ""], "\(lines)")
      #expect(lines.contains { $0.contains("--report page.html shows findings in pictures") })
    }
  }

  @Test func statisticsAreNothingButNumbers() throws {
    try Samples.withFolder(Self.files) { folder in
      let lines = try lines("--statistics", "--rule", "asset.unused=warning", folder: folder)
      #expect(lines.first == "findings by rule:" && !lines.contains("in/c.json"), "\(lines)")
      #expect(lines.contains { $0.hasPrefix("  2 warning  asset.unused ") }, "\(lines)")
      #expect(lines.last { !$0.isEmpty } == "3 of 5 files pass; 2 have 2 errors; 2 have warnings")
      #expect(try Command.run("validate", "in", "--statistics", "--format", "concise", folder: folder).exitCode == 64)
    }
  }

  @Test func conciseIsALineForEachFinding() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run(
        "validate", "in", "--format", "concise", "--rule", "asset.unused=warning", folder: folder)
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 4, "\(lines)")
      #expect(lines[0].hasPrefix("in/a.json:/assets/0: warning asset.unused "), "\(lines)")
      #expect(lines[1].hasPrefix("in/c.json:/layers/0: error lottie.parent.missing "), "\(lines)")
      #expect(lines[3].hasPrefix("in/e.json:1:"), "\(lines)")
      #expect(lines[1].contains(" (") && lines[1].contains("Box"), "\(lines)")
      #expect(result.errors == "3 of 5 files pass; 2 have 2 errors; 2 have warnings\n", "\(result.errors)")
    }
  }

  /// What a conversion would write in another way is said with the command that does it.
  @Test func conversionsThatHelpAreNamed() throws {
    let oriented = Samples.orientedBox
    try Samples.withFolder(["my box.json": oriented, "b.json": Samples.box]) { folder in
      let text = try Command.run("validate", ".", "--target", "lottie-android,lottie-ios", folder: folder).output
      #expect(
        text.contains("\n  kiln convert './my box.json' OUTPUT.json --target lottie-ios makes it playable\n"), "\(text)"
      )
      #expect(!text.contains("convert ./b.json"))
      #expect(try !Command.run("validate", ".", folder: folder).output.contains("kiln convert"))
    }
  }

  @Test func conciseLinesNameLayersAndPlayers() throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      let lines = try Command.run(
        "validate", "a.json", "--format", "concise", "-v", "--target", "lottie-ios,lottie-android", folder: folder
      ).output.split(separator: "\n").filter { $0.contains(" player.") }
      #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("Box") && $0.contains("), in ") }, "\(lines)")
    }
  }

  /// How to accept what fails is said once, and only where something can be accepted.
  @Test func howToAcceptIsSaidWhereFindingsFail() throws {
    let advice = "--rule ID=off or --write-baseline FILE accepts findings"
    try Samples.withFolder(Self.files) { folder throws in
      func count(_ arguments: String...) throws -> Int {
        try Command.run(["validate"] + arguments, folder: folder).output.components(separatedBy: advice).count - 1
      }
      #expect(try count("in") == 1 && count("in/c.json") == 1)
      #expect(try count("in/b.json") == 0 && count("in/a.json") == 0 && count("in/e.json") == 0)
      #expect(try count("in/a.json", "--rule", "asset.unused=warning", "--fail-on", "warning") == 1)
      #expect(try count("in", "--rule", "lottie.parent.missing=off") == 0)
    }
  }

  /// Findings that are not printed are counted in one way, whether -v lists them or nothing does.
  @Test func whatIsNotListedIsCounted() throws {
    let layers = (0..<1010).map {
      ##"{"ty":1,"nm":"N","ind":\##($0),"parent":\##(9000 + $0),"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000","ks":{}}"##
    }
    let text = #"{"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[\#(layers.joined(separator: ","))]}"#
    try Samples.withFolder(["a.json": text]) { folder in
      let short = try Command.run("validate", "a.json", "--no-render", folder: folder).output
      #expect(short.contains("  error: 1007 more of lottie.parent.missing; -v lists 997 of them\n"), "\(short)")
      #expect(short.components(separatedBy: "choose the parent again").count == 2, "\(short)")
      let long = try Command.run("validate", "a.json", "--no-render", "-v", folder: folder).output
      #expect(long.contains("  error: 10 more of lottie.parent.missing\n"), "\(long)")
    }
  }

  /// What is counted does not depend on baselines and -v.
  @Test func countsAreTheSameHoweverTheyAreAskedFor() throws {
    let layers = (0..<30).map {
      ##"{"ty":1,"nm":"N","ind":\##($0),"parent":\##(900 + $0),"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000","ks":{}}"##
    }
    let text = #"{"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[\#(layers.joined(separator: ","))]}"#
    let empty = #"{"version":1,"findings":[]}"#
    try Samples.withFolder(["a.json": text, "b.json": empty]) { folder in
      let counts = try [[], ["-v"], ["--baseline", "b.json"]].map { options in
        let file = try Command.run(["validate", "a.json", "--json"] + options, folder: folder).json
        return [file["errors"] as? Int, file["warnings"] as? Int, file["notes"] as? Int]
      }
      #expect(counts[0] == counts[1] && counts[0] == counts[2] && counts[0][0] == 30, "\(counts)")
    }
  }

  /// What is accepted is shown a last time, and fails no more: neither the exit code nor the last line says so.
  @Test func theLastLineFitsTheExitCode() throws {
    var files = Self.files
    files["in/e.json"] = nil
    try Samples.withFolder(files) { folder in
      let options = ["validate", "in", "--fail-on", "warning", "--rule", "asset.unused=warning"]
      let before = try Command.run(options, folder: folder)
      #expect(before.exitCode == 1 && before.output.hasSuffix("\n1 of 4 files pass; 1 has 1 error; 2 have warnings\n"))
      let written = try Command.run(options + ["--write-baseline", "b.json"], folder: folder)
      #expect(written.exitCode == 0 && written.output.hasSuffix("\nall 4 files pass; 3 known\n"), "\(written.output)")
      #expect(written.output.contains("  warning: ") && written.output.contains("  error: "), "\(written.output)")
      let json = try Command.run(options + ["--write-baseline", "b.json", "--json"], folder: folder)
      #expect(json.jsonLines.compactMap { $0["known"] as? Int } == [1, 0, 1, 1], "\(json.output)")
    }
  }

  /// Errors, and whatever else makes the exit code what it is.
  @Test func quietPrintsWhatFailsAndNothingElse() throws {
    var files = Self.files
    (files["in/c.json"], files["in/e.json"]) = (nil, nil)
    try Samples.withFolder(files) { folder throws in
      func run(_ options: String...) throws -> Command.Result {
        try Command.run(["validate", "in", "-q", "--rule", "asset.unused=warning"] + options, folder: folder)
      }
      let fine = try run()
      #expect(fine.exitCode == 0 && fine.output.isEmpty && fine.errors.isEmpty)
      let failing = try run("--fail-on", "warning")
      #expect(failing.exitCode == 1 && failing.output.contains("in/a.json\n  warning: "), "\(failing.output)")
      #expect(!failing.output.contains("files pass") && !failing.output.contains("findings by rule"))
    }
  }
}

import Foundation
import Kiln
import KilnBatch
import KilnDiagnostics
import KilnTestSupport
import Testing

/// Plans of project files: patterns below a folder, and names with folder and extension.
@Suite struct ProjectPlanTests {
  private static let one = BatchVariant(scale: "1", width: nil, height: nil, arguments: [])

  /// Makes files and plans conversions of them; each is patterns and outputs, relative to a folder.
  private func plan(
    _ files: [String], in folder: String, _ conversions: [(inputs: [String], outputs: String)],
    excluded: [String] = []
  ) throws -> BatchPlan {
    for file in files { try Fixture.write("{}", folder + "/p/" + file) }
    // Relative to the folder of the tests, for which an absolute path cannot stand.
    let base = relativePath(to: folder + "/p")
    return try BatchPlanner(
      conversions.map { item in
        var conversion = BatchConversion(try OutputNaming("\(base)/\(item.outputs)")) { _ in [Self.one] }
        conversion.patterns = try item.inputs.map { try #require(InputPattern("\(base)/\($0)", place: "f:\($0)")) }
        conversion.excluded = excluded.compactMap { GlobPattern($0) }
        return conversion
      }
    ).plan()
  }

  private func relativePath(to path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    return here.split(separator: "/").map { _ in ".." }.joined(separator: "/") + path
  }

  private func pairs(_ plan: BatchPlan) -> [String] {
    plan.jobs.map { job in
      [job.input, job.output].map { $0.split(separator: "/p/", maxSplits: 1).last.map(String.init) ?? "" }
        .joined(separator: " > ")
    }
  }

  @Test func theFolderIsThatBelowTheFirstWildcard() throws {
    try Fixture.withTemporaryFolder { folder in
      let files = ["d/g/a.json", "d/g/x/y/b.json", "d/other.json", "d/g/.git/c.json", "d/g/x/read.me", "s/q.json"]
      let plan = try plan(
        files, in: folder, [(["d/g/**/*.json"], "o/{dir}/{stem}.svga"), (["[s]/q.*", "d/o*"], "o/{dir}/{stem}.webp")])
      #expect(
        pairs(plan) == [
          "d/g/a.json > o/a.svga", "d/g/x/y/b.json > o/x/y/b.svga", "d/other.json > o/other.webp",
          "s/q.json > o/s/q.webp",
        ])
      #expect(plan.optionLists == [[]] && plan.jobs.allSatisfy { !$0.isNamed })
    }
  }

  /// What stands beside the pages of an atlas is no input of the next run; what only looks like it is one.
  @Test func descriptorsAreResults() throws {
    try Fixture.withTemporaryFolder { folder in
      for file in ["d/a.json", "o/b.plist", "o/c.json"] { try Fixture.write("{}", folder + "/p/" + file) }
      let base = relativePath(to: folder + "/p")
      var conversion = BatchConversion(try OutputNaming("\(base)/o/{stem}.png")) { _ in [Self.one] }
      conversion.patterns = try ["d/*", "o/*"].map { try #require(InputPattern("\(base)/\($0)", place: "f:\($0)")) }
      let plan = try BatchPlanner([conversion]).plan()
      #expect(pairs(plan) == ["d/a.json > o/a.png"])
      conversion.layouts = [.fileWith(["plist"])]
      conversion.variants = { [layouts = conversion.layouts] _ in
        var variant = Self.one
        variant.layout = layouts.first
        return [variant]
      }
      let other = try BatchPlanner([conversion]).plan()
      #expect(pairs(other).contains("o/c.json > o/c.png"))
    }
  }

  @Test func filesAndFoldersMayBeNamed() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(
        ["d/a.json", "d/x/b.svga", "e/lottie.txt"], in: folder, [(["d", "./e//lottie.txt"], "o/{dir}/{stem}.webp")])
      #expect(pairs(plan) == ["d/a.json > o/a.webp", "d/x/b.svga > o/x/b.webp", "e/lottie.txt > o/lottie.webp"])
      #expect(plan.jobs.map(\.isNamed) == [false, false, true])
    }
  }

  @Test func patternsThatMatchNothingAreTold() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["d/a.json"], in: folder, [(["d/*.json", "d/*.tgs", "none/**"], "o/{stem}.svga")])
      #expect(plan.unmatched.map(\.place) == ["f:d/*.tgs", "f:none/**"])
      let error = #expect(throws: Diagnostic.self) {
        try self.plan([], in: folder, [(["none/**"], "o/{stem}.svga")])
      }
      #expect(error?.rule == .inputNotFound && error?.message.contains("(f:none/**)") == true)
    }
  }

  @Test func excludedFoldersAndNamesAreLeftOut() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(
        ["d/a.json", "d/draft-b.json", "d/old/c.json"], in: folder, [(["d/**"], "o/{dir}/{stem}.svga")],
        excluded: ["draft-*", "old/"])
      // `old/` is relative to the folder of the project, where it is none.
      #expect(pairs(plan) == ["d/a.json > o/a.svga", "d/old/c.json > o/old/c.svga"])
    }
  }

  @Test func aFileOfSeveralPatternsIsOneInput() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["d/x/a.json"], in: folder, [(["d/x/*.json", "d/**/*.json"], "o/{dir}/{stem}.svga")])
      #expect(pairs(plan) == ["d/x/a.json > o/a.svga"])
    }
  }

  /// Results of earlier runs, also of inputs that are gone.
  @Test func resultsAreNoInputs() throws {
    try Fixture.withTemporaryFolder { folder in
      let files = ["d/a.json", "o/d/a.svga", "o/d/gone.svga", "o/new.json"]
      let plan = try plan(files, in: folder, [(["**/*"], "o/{dir}/{stem}.svga")])
      #expect(pairs(plan) == ["d/a.json > o/d/a.svga", "o/new.json > o/o/new.svga"])
      let atlas = try self.plan(["d/a.json", "d/sheet/a.json"], in: folder, [(["d/**"], "d/sheet/{stem}.png")])
      #expect(pairs(atlas) == ["d/a.json > d/sheet/a.png"])
    }
  }

  @Test func twoConversionsWithOneOutputAreRefused() throws {
    try Fixture.withTemporaryFolder { folder in
      let error = #expect(throws: Diagnostic.self) {
        try plan(["d/a.json"], in: folder, [(["d/*"], "o/{stem}.svga"), (["d/a.*"], "o/a.svga")])
      }
      #expect(error?.rule == .usageInvalid && error?.message.contains("two conversions") == true)
      let other = #expect(throws: Diagnostic.self) {
        try plan(["d/a.json", "e/a.json"], in: folder, [(["d/*"], "o/{stem}.svga"), (["e/*"], "o/{stem}.svga")])
      }
      #expect(other?.message.contains("would both be written to") == true)
    }
  }

  @Test(arguments: ["", "/a", "!a", "a/*/../b", "a/[b", "{a"]) func patternsAreChecked(_ text: String) {
    #expect(InputPattern(text) == nil)
  }

  @Test(arguments: [
    ("a/b/*.json", "a/b", "*.json"), ("./a//x/../b", "a/b", nil), ("*.json", "", "*.json"), ("../a/**", "../a", "**"),
    ("{a,b}/c/*", "", "{a,b}/c/*"), (#"a/\*b/c"#, "a", #"\*b/c"#), ("a/", "a", nil), ("a/*/", "a", "*/"),
  ])
  func patternsBeginAtTheFirstWildcard(_ text: String, _ base: String, _ rest: String?) throws {
    let pattern = try #require(InputPattern(text))
    #expect(pattern.base == base && pattern.rest?.text == rest)
  }

  @Test(arguments: [
    ("o/{stem}.svga", "o", "svga"), ("{dir}/{stem}@{scale}x.webp", "", "webp"), ("../o/p-{stem}.apng", "../o", "apng"),
    ("frames/{stem}/", "frames", "frames"), ("o/x.png", "o", "png"),
  ])
  func outputsSayFolderAndFormat(_ text: String, _ folder: String, _ format: String) throws {
    let naming = try OutputNaming(text)
    #expect(naming.folder == folder && naming.format.id == format)
  }

  @Test(arguments: [
    "", "/", "a", "a.txt", "/a/{stem}.svga", "{x}.svga", "{stem.svga", "{dir}/../{stem}.svga", "{}.svga",
  ])
  func outputsAreChecked(_ text: String) {
    #expect(throws: OutputNaming.Problem.self) { try OutputNaming(text) }
  }

  /// A folder that cannot hold a match is not searched.
  @Test(arguments: [
    ("a/*.json", "a", true), ("a/*.json", "b", false), ("a/*.json", "a/b", false), ("**/x.json", "a/b/c", true),
    ("a/**", "a/b", true), ("a/**", "b", false), ("*/b/*", "a", true), ("*/b/*", "a/c", false),
    ("{a,b}/c/*", "b/c", true),
  ])
  func foldersAreSearchedWhereTheyMayMatch(_ text: String, _ folder: String, _ expected: Bool) throws {
    #expect(try #require(GlobPattern(text, isAnchored: true)).mayMatch(below: folder) == expected)
  }

  @Test func groupsOfAnimationsAreFound() throws {
    try Fixture.withTemporaryFolder { folder in
      let lottie = #"{"v":"5","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[]}"#
      for name in ["d/x/a.json", "d/x/y/b.json", "build/c.json", "top.json", "e/f.json"] {
        try Fixture.write(lottie, folder + "/" + name)
      }
      try Fixture.write(#"{"name":"x"}"#, folder + "/package.json")
      try Fixture.write("", folder + "/e/f.tgs")
      try Fixture.write("", folder + "/e/g.tgs")
      #expect(
        AnimationSearch.groups(in: folder) == [
          AnimationSearch.Group(folder: "", extensions: ["json"], count: 1),
          AnimationSearch.Group(folder: "d/x", extensions: ["json"], count: 2),
          // f.json and f.tgs would have one result.
          AnimationSearch.Group(folder: "e", extensions: ["tgs"], count: 2),
        ])
    }
  }
}

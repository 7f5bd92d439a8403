import Foundation
import KilnBatch
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

@Suite struct ValidationPlannerTests {
  private func inputs(
    _ names: [String], ignoring: [String: String] = [:], respectsIgnoreFiles: Bool = true, paths: [String] = ["."],
    include: [String] = [], exclude: [String] = [], shard: String? = nil, skipsForeign: Bool = false
  ) throws -> [String] {
    try Fixture.withTemporaryFolder { folder in
      for name in names {
        let url = URL(filePath: folder + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: url)
      }
      for (name, text) in ignoring { try Fixture.write(text, folder + "/" + name) }
      var planner = ValidationPlanner(arguments: [])
      planner.respectsIgnoreFiles = respectsIgnoreFiles
      planner.paths = paths.map { $0 == "." ? folder : folder + "/" + $0 }
      planner.included = try include.map { try #require(GlobPattern($0)) }
      planner.excluded = try exclude.map { try #require(GlobPattern($0)) }
      planner.shard = shard.flatMap { BatchShard($0) }
      planner.skipsForeign = skipsForeign
      let plan = try planner.plan()
      #expect(plan.jobs.allSatisfy { !$0.isNamed } || !skipsForeign)
      #expect(plan.work == .validation && plan.jobs.map(\.index) == Array(plan.jobs.indices))
      #expect(plan.jobs.allSatisfy { !$0.isConversion })
      return plan.jobs.map { String($0.input.dropFirst(folder.count + 1)) }
    }
  }

  private static let names = ["b.json", "a.webp", "images/img_0.png", "images/deep.apng", "c.txt", "d.svga", "e.jpg"]

  @Test func foldersHoldAnimationsAndWhatIsMadeOfThem() throws {
    #expect(try inputs(Self.names) == ["a.webp", "b.json", "d.svga", "images/deep.apng"])
    #expect(try inputs(Self.names, include: ["*.webp"]) == ["a.webp"])
    #expect(try inputs(Self.names, include: ["images/**"]) == ["images/deep.apng"])
    // Pictures of animations are no results; who asks for PNG files gets them.
    #expect(try inputs(Self.names, include: ["*.png"]) == ["images/img_0.png"])
    #expect(try inputs(Self.names, include: ["*.{png,webp}"]) == ["a.webp", "images/img_0.png"])
    #expect(try inputs(Self.names, include: ["*.json", "*.svga"], exclude: ["b*"]) == ["d.svga"])
  }

  /// `.gitignore` files leave out what is found, not what is named.
  @Test(arguments: [
    ("b.json", ["a/b.json", "c.json", "x/y/d.json"], ["c.json", "x/y/d.json"]),
    ("/b.json", ["a/b.json", "b.json"], ["a/b.json"]),
    ("x/*.json", ["a/x/b.json", "x/c.json", "x/y/d.json"], ["a/x/b.json", "x/y/d.json"]),
    ("**/y/", ["x/y/d.json", "x/y.json"], ["x/y.json"]),
    ("y/", ["x/y/d.json", "y.json", "y/z/e.json"], ["y.json"]),
    ("*.json\n!keep.json\n# b\n\n", ["a.json", "keep.json", "a.svga"], ["a.svga", "keep.json"]),
    ("{a,b}.json\r\n", ["a.json", "{a,b}.json"], ["a.json"]),
  ])
  func whatGitIgnoresIsLeftOut(_ text: String, _ names: [String], _ expected: [String]) throws {
    let ignoring = [".gitignore": text]
    #expect(try inputs(names, ignoring: ignoring) == expected)
    #expect(try inputs(names, ignoring: ignoring, respectsIgnoreFiles: false) == names.sorted())
    #expect(try inputs(names, ignoring: ignoring, paths: names) == names.sorted())
  }

  /// The file of an inner folder counts more, and those around a folder count in a repository.
  @Test func ignoreFilesOfOtherFoldersCount() throws {
    let names = ["x/a.json", "x/b.json", "x/y/a.json", "z/a.json"]
    #expect(
      try inputs(names, ignoring: [".gitignore": "a.json", "x/.gitignore": "!a.json\nb.json"])
        == ["x/a.json", "x/y/a.json"])
    let around = ["x/.gitignore": "a.json"]
    #expect(try inputs(names, ignoring: around, paths: ["x/y"]) == ["x/y/a.json"])
    #expect(
      try inputs(names + ["x/y/c.json"], ignoring: around.merging(["x/.git": ""]) { $1 }, paths: ["x/y"])
        == ["x/y/c.json"])
  }

  @Test func everyFileIsThereOnce() throws {
    #expect(try inputs(["x/b.json", "a.json"], paths: [".", "x", "x/b.json", "./a.json"]) == ["a.json", "x/b.json"])
    #expect(try inputs(["a.json"], paths: ["a.json", "none.json"]) == ["a.json", "none.json"])
  }

  /// Named files are found as a search finds them.
  @Test func namedFilesMayBeForeign() throws {
    #expect(try inputs(Self.names, paths: Self.names, skipsForeign: true) == inputs(Self.names))
    #expect(try inputs(Self.names, paths: Self.names) == Self.names.sorted())
    #expect(try inputs(Self.names, paths: ["c.txt", "e.jpg"], skipsForeign: true) == [])
    let png = ["images/img_0.png"]
    #expect(try inputs(Self.names, paths: Self.names, include: ["*.png"], skipsForeign: true).contains(png[0]))
  }

  @Test func shardsAreDisjointAndComplete() throws {
    let names = (0..<20).map { "x/\($0).json" }.sorted()
    let parts = try (1...3).map { try inputs(names, shard: "\($0)/3") }
    #expect(parts.flatMap(\.self).sorted() == names && parts.allSatisfy { !$0.isEmpty })
  }

  @Test func nothingFoundIsSaid() throws {
    try Fixture.withTemporaryFolder { folder in
      var planner = ValidationPlanner(arguments: [])
      planner.paths = [folder]
      #expect(thrownRule { () throws(Diagnostic) in _ = try planner.plan() } == .inputNotFound)
    }
  }
}

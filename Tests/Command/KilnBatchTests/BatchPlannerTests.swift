import Foundation
import Kiln
import KilnBatch
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

@Suite struct BatchPlannerTests {
  private static let one = BatchVariant(scale: "1", width: nil, height: nil, arguments: [])

  /// Makes empty files and plans their conversion to SVGA.
  private func plan(
    _ files: [String], in folder: String, paths: [String] = ["in"], _ change: (inout BatchConversion) -> Void = { _ in }
  ) throws -> BatchPlan {
    for file in files {
      let url = URL(filePath: folder + "/" + file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: url)
    }
    var conversion = BatchConversion(outputFolder: folder + "/out", variants: [Self.one], format: .svga)
    conversion.paths = paths.map { folder + "/" + $0 }
    change(&conversion)
    return try BatchPlanner([conversion]).plan()
  }

  private func names(_ plan: BatchPlan, _ folder: String) -> [String] {
    plan.jobs.map { String($0.output.dropFirst(folder.count + 1)) }
  }

  @Test func theTreeIsKeptAndSorted() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(
        ["in/b.json", "in/a.tgs", "in/x/a.svga", "in/x/y/c.lottie", "in/.git/d.json", "in/.e.json", "in/read.me"],
        in: folder)
      #expect(names(plan, folder) == ["out/a.svga", "out/b.svga", "out/x/a.svga", "out/x/y/c.svga"])
      #expect(plan.jobs.map(\.index) == [0, 1, 2, 3])
      #expect(plan.jobs.allSatisfy { !$0.isNamed && $0.inputBytes == 2 })
    }
  }

  @Test func patternsChoose() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(
        ["in/a.json", "in/x/b.json", "in/node_modules/c.json", "in/x/draft-d.json"], in: folder
      ) {
        $0.included = [GlobPattern("**/*.json")].compactMap(\.self)
        $0.excluded = [GlobPattern("node_modules"), GlobPattern("draft-*")].compactMap(\.self)
      }
      #expect(names(plan, folder) == ["out/a.svga", "out/x/b.svga"])
    }
  }

  /// Results of an earlier run in a folder inside the inputs are no inputs.
  @Test func theOutputFolderIsNotSearched() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["in/a.json", "in/out/old.json"], in: folder) { $0.outputFolder = folder + "/in/out" }
      #expect(names(plan, folder) == ["in/out/a.svga"])
    }
  }

  /// With `-o` the folder of the inputs itself, the second run finds the results of the first.
  @Test func resultsBesideTheirInputsAreNoInputs() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["in/a.json", "in/a.svga", "in/x/b.tgs"], in: folder) { $0.outputFolder = folder + "/in" }
      #expect(names(plan, folder) == ["in/a.svga", "in/x/b.svga"])
      // An atlas has a JSON file beside it.
      let atlases = try self.plan(["atlas/b.svga", "atlas/b.json"], in: folder, paths: ["atlas"]) {
        $0.outputFolder = folder + "/atlas"
        $0.format = .atlas
      }
      #expect(atlases.jobs.map(\.input) == [folder + "/atlas/b.svga"])
    }
  }

  /// What lies beside an SVGA file may be the design that it was made of; only the record of a run says that it is a result.
  @Test(arguments: [OutputFormat.lottie, .dotLottie]) func aDesignBesideItsOutputIsNotReplaced(
    _ format: OutputFormat
  ) throws {
    try Fixture.withTemporaryFolder { folder in
      let name = "a." + (format.extensions.first ?? "")
      let change = { (conversion: inout BatchConversion) in
        conversion.outputFolder = folder + "/in"
        conversion.format = format
      }
      let error = #expect(throws: Diagnostic.self) { try plan(["in/a.svga", "in/\(name)"], in: folder, change) }
      #expect(
        error?.message.hasSuffix("would replace the input \(folder)/in/\(name)") == true, "\(error?.message ?? "")")
      try Fixture.write(
        "{\"kiln-state\":1}\n{\"begun\":{\"output\":\"\(name)\"}}\n", folder + "/in/.kiln-state")
      var conversion = BatchConversion(outputFolder: folder + "/in", variants: [Self.one], format: format)
      conversion.paths = [folder + "/in"]
      var planner = BatchPlanner([conversion])
      planner.earlierResults = { EarlierResults(folder: folder + "/in") }
      #expect(try planner.plan().jobs.map(\.input) == [folder + "/in/a.svga"])
    }
  }

  @Test func namedFilesAreTakenWhateverTheyAreCalled() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["in/a.txt"], in: folder, paths: ["in/a.txt", "nowhere.json"])
      #expect(names(plan, folder) == ["out/a.svga", "out/nowhere.svga"])
      #expect(plan.jobs.allSatisfy { $0.isNamed })
    }
  }

  @Test func theSameFileTwiceIsOneInput() throws {
    try Fixture.withTemporaryFolder { folder in
      let plan = try plan(["in/a.json"], in: folder, paths: ["in", "in/a.json", "./in//a.json"])
      #expect(names(plan, folder) == ["out/a.svga"])
      #expect(plan.jobs.first?.isNamed == true)
    }
  }

  @Test func linksInACircleEnd() throws {
    try Fixture.withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: folder + "/in/loop", withDestinationPath: folder + "/in")
      #expect(try names(plan(["in/a.json"], in: folder), folder) == ["out/a.svga"])
    }
  }

  @Test func twoInputsWithOneOutputAreNamed() throws {
    try Fixture.withTemporaryFolder { folder in
      let error = #expect(throws: Diagnostic.self) { try plan(["in/a.json", "in/a.svga"], in: folder) }
      #expect(error?.rule == .usageInvalid)
      #expect(error?.message.contains("a.json and ") == true && error?.message.contains("in/a.svga would") == true)
    }
  }

  /// A PNG atlas has a JSON file beside it.
  @Test func anOutputThatIsAnInputIsRefused() throws {
    try Fixture.withTemporaryFolder { folder in
      let error = #expect(throws: Diagnostic.self) {
        try plan(["in/a.json"], in: folder) {
          $0.outputFolder = folder + "/in"
          $0.format = .atlas
        }
      }
      #expect(error?.rule == .usageInvalid)
      #expect(error?.message.contains("replace the input") == true)
    }
  }

  /// Options say which file stands beside the pages of an atlas.
  @Test(arguments: [("plist", false), ("json", true)])
  func filesBesideAreThoseOfTheOptions(_ name: String, _ isRefused: Bool) throws {
    var variant = Self.one
    variant.layout = .fileWith([name])
    try Fixture.withTemporaryFolder { [variant] folder in
      let change = { (conversion: inout BatchConversion) in
        conversion.outputFolder = folder + "/in"
        conversion.format = .atlas
        conversion.variants = { _ in [variant] }
      }
      if isRefused {
        #expect(throws: Diagnostic.self) { try plan(["in/a.json"], in: folder, change) }
      } else {
        let plan = try plan(["in/a.json"], in: folder, change)
        #expect(names(plan, folder) == ["in/a.png"])
      }
    }
  }

  /// An atlas in several sizes has no file with the name of the output, but several that begin with it.
  @Test(arguments: [(".png", true), (".svga", false)])
  func atlasesOfSeveralSizesAreFilesWithSuffixes(_ end: String, _ isRefused: Bool) throws {
    var sizes = Self.one
    sizes.layout = .suffixed(["@1x", "@2x"], extensions: ["json"])
    try Fixture.withTemporaryFolder { [sizes] folder in
      for file in ["d/a.json", "e/a@2x.json"] { try Fixture.write("{}", folder + "/" + file) }
      var atlas = BatchConversion(outputFolder: folder + "/out", variants: [sizes], format: .atlas)
      atlas.paths = [folder + "/d"]
      let format = OutputFormat(fileName: "a" + end) ?? .atlas
      var other = BatchConversion(outputFolder: folder + "/out", variants: [Self.one], format: format)
      other.paths = [folder + "/e"]
      let planner = BatchPlanner([atlas, other])
      if isRefused {
        let error = #expect(throws: Diagnostic.self) { try planner.plan() }
        #expect(error?.message.contains("out/a@2x.png") == true, "\(error?.message ?? "")")
      } else {
        #expect(try names(planner.plan(), folder) == ["out/a.png", "out/a@2x.svga"])
      }
    }
  }

  @Test func variantsNeedTheirOwnNames() throws {
    let variants = ["1", "2"].map { BatchVariant(scale: $0, width: nil, height: nil, arguments: ["--scale", $0]) }
    try Fixture.withTemporaryFolder { folder in
      let error = #expect(throws: Diagnostic.self) {
        try plan(["in/a.json"], in: folder) { $0.variants = { _ in variants } }
      }
      #expect(error?.message.contains("two variants") == true)
      let named = try plan(["in/x/a.json"], in: folder) {
        $0.variants = { _ in variants }
        $0.excluded = [GlobPattern("/a.json")].compactMap(\.self)
        $0.template = OutputTemplate("{dir}/{stem}@{scale}x-{variant}") ?? .keepingTree
      }
      #expect(names(named, folder).suffix(2) == ["out/x/a@1x-1.svga", "out/x/a@2x-2.svga"])
      #expect(named.optionLists == [["--scale", "1"], ["--scale", "2"]])
    }
  }

  @Test(arguments: [
    ("./x/y/a.json", "out/x/y/a.svga"), ("/x/y/a.json", "out/a.svga"), ("../y/a.json", "out/a.svga"),
  ])
  func listsKeepFoldersOfRelativePathsOnly(_ path: String, _ output: String) throws {
    var conversion = BatchConversion(outputFolder: "out", variants: [Self.one], format: .svga)
    conversion.listed = [path]
    #expect(try BatchPlanner([conversion]).plan().jobs.map(\.output) == [output])
  }

  @Test(arguments: ["{stem", "{nothing}", "", "stem}"])
  func templatesAreChecked(_ text: String) { #expect(OutputTemplate(text) == nil) }

  @Test func templatesStayInTheFolder() throws {
    let template = try #require(OutputTemplate("{dir}/{stem}"))
    func path(_ dir: String, _ stem: String) -> String? {
      template.path { $0 == .dir ? dir : $0 == .stem ? stem : "" }
    }
    #expect(path("", "a") == "a")
    #expect(path("x//y", "a") == "x/y/a")
    #expect(path("..", "a") == nil)
    #expect(path("", "..") == nil)
    #expect(path("x", "") == nil)
  }

  /// Every file is in exactly one part, and no part has more than its share by much.
  @Test func shardsPartition() throws {
    let shards = try (1...4).map { try #require(BatchShard("\($0)/4")) }
    var counts = [0, 0, 0, 0]
    for index in 0..<4000 {
      let owners = shards.indices.filter { shards[$0].contains("icons/icon-\(index).json") }
      #expect(owners.count == 1)
      if let owner = owners.first { counts[owner] += 1 }
    }
    #expect(counts.allSatisfy { (850...1150).contains($0) }, "\(counts)")
    for text in ["0/4", "5/4", "1", "1/0", "a/b", "1/2/3", ""] { #expect(BatchShard(text) == nil) }
  }
}

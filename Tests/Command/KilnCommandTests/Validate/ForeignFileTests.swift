import KilnTestSupport
import Testing

/// Files that are no animations: skipped where a search finds them, an error where they are named.
@Suite struct ForeignFileTests {
  private static let foreign = #"{"name":"x"}"#
  private static let files = ["in/a.json": Samples.box, "in/package.json": foreign]

  private static func project(_ text: String) -> [String: String] {
    files.merging([".kiln.yml": "version: 1\n" + text]) { $1 }
  }

  /// Whoever checks, fixes or accepts findings of a folder, or of what a project file finds.
  @Test(arguments: [
    [], ["-j", "2"], ["--fix"], ["--fix", "--write"], ["--fix-only", "performance.whitespace"],
    ["--write-baseline", "known.json"],
  ])
  func foundOnesAreSkipped(options: [String]) throws {
    let projects = [
      Self.project("validation: {files: 'in/*.json'}\n"),
      Self.project("conversions: {all: {inputs: ['in/*'], outputs: 'out/{stem}.svga'}}\n"),
    ]
    for (files, paths) in [(Self.files, ["in"])] + projects.map({ ($0, []) }) {
      try Samples.withFolder(files) { folder in
        let result = try Command.run(["validate"] + paths + options, folder: folder)
        #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("1 skipped, no animations\n"), "\(result.output)")
        #expect(!result.output.contains("notLottie"), "\(result.output)")
      }
    }
  }

  @Test(arguments: [[], ["--fix"]])
  func namedOnesFail(options: [String]) throws {
    let projects = [
      Self.project("validation: {files: [in/a.json, in/package.json]}\n"),
      Self.project("conversions: {all: {inputs: [in, in/package.json], outputs: 'out/{stem}.svga'}}\n"),
    ]
    for (files, paths) in [(Self.files, ["in", "in/package.json"])] + projects.map({ ($0, []) }) {
      try Samples.withFolder(files) { folder in
        let result = try Command.run(["validate"] + paths + options, folder: folder)
        #expect(result.exitCode == 2 && result.output.contains("[lottie.notLottie]"), "\(result.output)")
      }
    }
  }

  /// Pictures and timelines in a folder can be checked, not fixed.
  @Test func whatCannotBeFixedIsSkipped() throws {
    try Samples.withFolder(Self.files) { folder in
      for name in ["a.webp", "a.timeline.json", "sheet.png"] {
        #expect(try Command.run("convert", "in/a.json", "in/" + name, folder: folder).exitCode == 0)
      }
      let found = try Command.run("validate", "in", "--fix", "-v", folder: folder)
      #expect(found.exitCode == 0 && found.output.contains("; 3 skipped, no animations\n"), "\(found.output)")
      #expect(found.output.contains("in/a.timeline.json: skipped, the file is a timeline of Kiln\n"), "\(found.output)")
      let files = try #require(
        Command.run("validate", "in", "--fix", "--json", folder: folder).json["files"] as? [[String: Any]])
      let skipped = files.filter { $0["skipped"] as? Bool == true }.compactMap { $0["input"] as? String }
      #expect(files.count == 4 && skipped == ["in/a.timeline.json", "in/package.json", "in/sheet.json"])
      for name in ["a.webp", "a.timeline.json"] {
        #expect(try Command.run("validate", "in/" + name, "--fix", folder: folder).exitCode == 65)
      }
    }
  }

  /// An atlas of all inputs: which of them is the first does not matter.
  @Test func packedOnesAreSkippedOrFailBySelf() throws {
    for (inputs, code) in [("[in/a.json, in/p*.json]", 0), ("[in/a*.json, in/package.json]", 2)] {
      let files = Self.project("conversions: {all: {inputs: \(inputs), outputs: out/all.png, pack: true}}\n")
      try Samples.withFolder(files) { folder in
        let result = try Command.run("batch", folder: folder)
        #expect(result.exitCode == code, "\(inputs): \(result.output)\(result.errors)")
      }
    }
  }

  /// What git or pre-commit lists: anything, or nothing.
  @Test(arguments: [["validate"], ["validate", "--fix"], ["batch", "--to", "svga", "-o", "out"]])
  func namedOnesAreSkippedOnRequest(command: [String]) throws {
    let more = ["README.md": "text", "in/still.jpg": "", "in/x.txt": Samples.box, ".tool/settings.json": "// text"]
    try Samples.withFolder(Self.files.merging(more) { $1 }) { folder in
      func run(_ paths: [String], list: [String]? = nil) throws -> Command.Result {
        let arguments = command + ["--skip-foreign"] + paths + (list == nil ? [] : ["--filelist", "-"])
        return try Command.run(arguments, folder: folder, input: Array((list ?? []).joined(separator: "\0").utf8))
      }
      let all = ["README.md", ".tool/settings.json", "in/a.json", "in/package.json", "in/still.jpg", "in/x.txt"]
      for result in [try run(all), try run([], list: all), try run(["in", "README.md"], list: ["in/package.json"])] {
        #expect(result.exitCode == 0 && result.output.contains("skipped"), "\(result.output)\(result.errors)")
      }
      for result in [try run(["README.md"]), try run(["in/package.json"]), try run([], list: [])] {
        #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
      }
      #expect(try Command.run(command + all, folder: folder).exitCode == 2)
      // What is not there, or is broken, is an error all the same.
      try Fixture.write("{", folder + "/in/broken.json")
      for name in ["in/none.json", "in/broken.json"] {
        #expect(try run(["in/a.json", name]).exitCode == 2)
      }
    }
  }

  @Test func theOptionIsForNamedFiles() throws {
    try Samples.withFolder(Self.project("conversions: {all: {inputs: [in], outputs: 'out/{stem}.svga'}}\n")) { folder in
      let result = try Command.run("batch", "--skip-foreign", folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains("--skip-foreign is for files"), "\(result.errors)")
    }
  }
}

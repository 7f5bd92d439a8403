import Foundation
import Kiln
import KilnCommand
import KilnTestSupport
import Testing

/// `kiln batch` with a project file, as users run it.
@Suite struct ProjectBatchTests {
  private static let files = [
    ".kiln.yml": project, "designs/gifts/a.json": Samples.box, "designs/gifts/x/b.json": Samples.box,
    "stickers/one.json": Samples.box, "stickers/huge-two.json": Samples.lossy, "stickers/sub/readme.txt": "",
  ]

  private static let project = """
    version: 1
    conversions:
      gifts:
        inputs: [designs/gifts/**/*.json]
        outputs: build/{dir}/{stem}.svga
        options: {fps: 10, max-bytes: 500k}
      stickers:
        inputs: ["stickers/*.json"]
        outputs: build/{stem}@{scale}x.webp
        variants: [{scale: 1, background: "#fff"}, {scale: 2, name: large}]
        options: {quality: 80}
        overrides:
          - files: ["stickers/huge-*"]
            options: {quality: 20, allow: lottie.expression}
            reason: photographs
    """

  private func outputs(_ folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder + "/build")?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains(".") && $0 != ".kiln-state" }.sorted()
  }

  private static let all = [
    "a.svga", "huge-two@1x.webp", "huge-two@2x.webp", "one@1x.webp", "one@2x.webp", "x/b.svga",
  ]

  @Test(arguments: ["", "stickers/sub", "designs"]) func everythingIsBuiltFromAnyFolder(_ start: String) throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("batch", "-j", "2", "--report", "r.json", folder: folder + "/" + start)
      #expect(result.exitCode == 0 && result.output.contains("converted  6"), "\(result.errors)")
      #expect(outputs(folder) == Self.all)
      #expect(result.errors.contains("../.kiln.yml is followed") == !start.isEmpty)
      // Paths on the command line are those of where it was started.
      #expect(Files.exists(folder + "/" + start + "/r.json"))
      let report = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/" + start + "/r.json")))
      let results = (report as? [String: Any])?["files"] as? [[String: Any]] ?? []
      #expect(results.compactMap { $0["input"] as? String }.first == "designs/gifts/a.json")
      // The same bytes as one by one.
      for arguments in [
        ["designs/gifts/a.json", "one.svga", "--fps", "10", "--max-bytes", "500k"],
        ["stickers/one.json", "one@2x.webp", "--scale", "2", "--quality", "80"],
        ["stickers/huge-two.json", "huge-two@1x.webp", "--scale", "1", "--quality", "20", "--background", "#fff"],
      ] {
        _ = try Command.run(["convert"] + arguments, folder: folder)
        let name = arguments[1] == "one.svga" ? "a.svga" : arguments[1]
        let bytes = Fixture.bytes(folder + "/build/" + name)
        #expect(!bytes.isEmpty && bytes == Fixture.bytes(folder + "/" + arguments[1]), "\(name)")
      }
    }
  }

  @Test func someConversionsCanBeChosen() throws {
    try Samples.withFolder(Self.files) { folder in
      #expect(try Command.run("batch", "--only", "gifts", folder: folder).exitCode == 0)
      #expect(outputs(folder) == ["a.svga", "x/b.svga"])
      let wrong = try Command.run("batch", "--only", "gift", folder: folder)
      #expect(wrong.exitCode == 64 && wrong.errors.contains("did you mean “gifts”?"), "\(wrong.errors)")
    }
  }

  @Test func aDryRunWritesNothing() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("batch", "--dry-run", folder: folder)
      #expect(result.exitCode == 0 && result.errors.contains("would become build/a.svga"), "\(result.errors)")
      #expect(!Files.exists(folder + "/build"))
    }
  }

  /// Results are no inputs, also those of conversions that are not run.
  @Test func resultsOfOtherConversionsAreNoInputs() throws {
    let text = """
      version: 1
      conversions:
        first: {inputs: [designs/gifts], outputs: "build/{stem}.svga"}
        second: {inputs: ["**/*.svga", stickers/one.json], outputs: "out/{stem}.webp"}
      """
    try Samples.withFolder(Self.files.merging([".kiln.yml": text, "build/old.svga": "x"]) { $1 }) { folder in
      #expect(try Command.run("batch", folder: folder).exitCode == 0)
      let second = try Command.run("batch", "--only", "second", "--overwrite", folder: folder)
      #expect(second.exitCode == 0 && Samples.results(in: folder + "/out") == ["one.webp"], "\(second.errors)")
    }
  }

  @Test func theFileMayBeElsewhereOrIgnored() throws {
    try Samples.withFolder(Self.files) { folder in
      try FileManager.default.moveItem(atPath: folder + "/.kiln.yml", toPath: folder + "/designs/other.yml")
      let none = try Command.run("batch", folder: folder)
      #expect(none.exitCode == 64 && none.errors.contains("there is no .kiln.yml"), "\(none.errors)")
      let other = try Command.run("batch", "--config", "designs/other.yml", folder: folder)
      #expect(other.exitCode == 66 && other.errors.contains("(designs/other.yml:4:14)"), "\(other.errors)")
      #expect(try Command.run("batch", "--config", "no.yml", folder: folder).exitCode == 78)
      let ignored = try Command.run("batch", "--no-config", folder: folder + "/designs")
      #expect(ignored.exitCode == 64 && ignored.errors.contains("name files or folders"))
    }
  }

  /// With paths the command line alone holds.
  @Test func pathsNeedNoFile() throws {
    try Samples.withFolder(Self.files.merging([".kiln.yml": "nonsense"]) { $1 }) { folder in
      let result = try Command.run("batch", "stickers", "--to", "svga", "-o", "build", folder: folder)
      #expect(result.exitCode == 0 && outputs(folder) == ["huge-two.svga", "one.svga"], "\(result.errors)")
      #expect(try Command.run("batch", folder: folder).exitCode == 78)
    }
  }

  @Test(arguments: [
    ("fps: 10", "fsp: 10", ".kiln.yml:6:15: there is no option “fsp” here; did you mean fps?"),
    ("fps: 10", "fps: ten", ".kiln.yml:6:15: The value 'ten' is invalid for '--fps <rate>'"),
    ("fps: 10", "fps: 0", ".kiln.yml:6:15: --fps takes a number from 0.001 to 1000"),
    ("fps: 10", "quality: 10", ".kiln.yml:6:15: --quality is for WebP"),
    ("scale: 2,", "scale: 0,", ".kiln.yml:10:49: --scale takes a number above 0"),
    ("quality: 20", "near-lossless: 20", ".kiln.yml:14:19: --near-lossless is for lossless frames"),
    ("@{scale}x", "@{width}", ".kiln.yml:10:16: outputs has {width}, and a variant says no width; add width:"),
    ("allow: lottie.expression", "allow: lottie.expresion", ".kiln.yml:14:32: --allow: there is no rule"),
    ("version: 1", "version: 1\nbatch: {jobs: 0}", ".kiln.yml:2:9: -j takes a number from 1 to 1024."),
    ("version: 1", "version: 1\nbatch: {job: 2}", ".kiln.yml:2:9: there is no option “job” here; did you mean jobs?"),
    ("version: 1", "version: 1\nversion: 1", ".kiln.yml:2:1: “version” occurs twice"),
    ("gifts:", "\tgifts:", ".kiln.yml:3:"),
  ])
  func mistakesInTheFileAre78WithTheirPlace(_ right: String, _ wrong: String, _ expected: String) throws {
    let text = Self.project.replacing(right, with: wrong, maxReplacements: 1)
    try Samples.withFolder(Self.files.merging([".kiln.yml": text]) { $1 }) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 78 && result.errors.hasPrefix("error: " + expected), "\(result.errors)")
      #expect(!Files.exists(folder + "/build"))
      let json = try Command.run("batch", "--json", folder: folder)
      #expect(json.exitCode == 78 && (json.json["error"] as? [String: Any])?["rule"] as? String == "config.invalid")
    }
  }

  /// What holds, by `--print-config`: the command line over the environment over the file.
  @Test func laterLevelsTakePrecedence() throws {
    try Samples.withFolder(Self.files) { folder in
      let environment = [
        "KILN_QUALITY": "50", "KILN_SCALE": "3", "KILN_STRICT": "1", "KILN_FIT": "",
        "KILN_EFORT": "3", "KILN_UNRELATED": "x",
      ]
      let result = try Command.run(
        "batch", "--print-config", "huge-two.json", "--only=stickers", "--scale", "4", "--background=red", "-O1",
        folder: folder + "/stickers",
        environment: environment)
      #expect(result.exitCode == 64 && result.errors.contains("-O is for"), "\(result.errors)")
      let right = try Command.run(
        "batch", "--print-config", "huge-two.json", "--only=stickers", "--scale", "4", "--background=red",
        folder: folder + "/stickers",
        environment: environment)
      let expected = [
        "stickers [1]: stickers/huge-two.json → build/huge-two@4x.webp",
        "  allow       lottie.expression  ../.kiln.yml:14:32  (overrides: photographs)",
        "  background  red                command line",
        "  quality     50                 KILN_QUALITY",
        "  scale       4                  command line",
        "  strict      true               KILN_STRICT",
        "  to          webp               ../.kiln.yml:9:14",
      ]
      // Both variants have one name now, so that the batch would be refused; the rules are said all the same.
      #expect(
        right.exitCode == 78 && right.errors.contains("error: ../.kiln.yml:9:14: two variants"), "\(right.errors)")
      let one = try Command.run(
        "batch", "--print-config", "huge-two.json", "--only=stickers", "--background=red", folder: folder + "/stickers",
        environment: environment.merging(["KILN_SCALE": ""]) { $1 })
      #expect(one.exitCode == 0)
      let lines = one.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 14 && lines.filter { expected.contains($0) }.count == 10, "\(one.output)")
      #expect(lines.contains("  scale       1                  ../.kiln.yml:10:17  (variants)"))
      #expect(one.errors.contains("KILN_EFORT is of no option; did you mean KILN_EFFORT?"))
      #expect(!one.errors.contains("UNRELATED") && !one.errors.contains("TEST"))
    }
  }

  @Test func variablesAreChecked() throws {
    try Samples.withFolder(Self.files) { folder in
      for (name, value, message) in [
        ("KILN_FPS", "x", "error: KILN_FPS: The value 'x' is invalid"),
        ("KILN_STRICT", "maybe", "KILN_STRICT takes true"),
        ("KILN_QUALITY", "80", "KILN_QUALITY: --quality is for WebP, MP4 and WebM; SVGA has nothing"),
      ] {
        let result = try Command.run("batch", folder: folder, environment: [name: value])
        #expect(result.exitCode == 78 && result.errors.contains(message), "\(result.errors)")
      }
      let one = try Command.run("batch", "--only", "gifts", folder: folder, environment: ["KILN_FPS": "5"])
      #expect(one.exitCode == 0)
      #expect(try Command.run("inspect", "build/a.svga", "--json", folder: folder).json["frameRate"] as? Double == 5)
    }
  }

  @Test func whatHoldsIsJSONToo() throws {
    try Samples.withFolder(Self.files) { folder in
      let all = try Command.run("batch", "--print-config", "--json", folder: folder).json
      let results = all["results"] as? [[String: Any]] ?? []
      #expect(results.compactMap { $0["conversion"] as? String } == ["gifts", "stickers", "stickers"])
      #expect(results.map { $0["variant"] as? String } == [nil, "1", "large"])
      let override = (all["overrides"] as? [[String: Any]])?.first?["options"] as? [[String: Any]]
      #expect(override?.first?["reason"] as? String == "photographs")
      #expect(override?.first?["from"] as? String == ".kiln.yml:14:19")
      let none = try Command.run("batch", "--print-config", "stickers/sub/readme.txt", folder: folder)
      #expect(none.exitCode == 66 && none.errors.contains("readme.txt is no input"), "\(none.errors)")
    }
  }

  @Test func oneOptionMayReplaceAList() throws {
    let text = Self.project.replacing("fps: 10", with: "deny: [lottie.text.path, svga.*], allow: lottie.text.font")
    try Samples.withFolder(Self.files.merging([".kiln.yml": text]) { $1 }) { folder in
      let result = try Command.run(
        "batch", "--print-config", "--only", "gifts", "--deny", "lottie.theme.*", "--deny=lottie.text.path",
        folder: folder,
        environment: ["KILN_ALLOW": "lottie.expression,lottie.text.*"])
      #expect(result.output.contains("  deny       lottie.theme.*, lottie.text.path  command line"), "\(result.output)")
      #expect(result.output.contains("  allow      lottie.expression, lottie.text.*  KILN_ALLOW"), "\(result.output)")
    }
  }

  @Test(arguments: ["--to", "-o", "--name", "--include", "--variant"])
  func whatTheFileSaysIsNotSaidTwice(_ option: String) throws {
    try Samples.withFolder(Self.files) { folder in
      let value = ["--to": "svga", "--variant": "scale=2"][option] ?? "x"
      let result = try Command.run("batch", option, value, folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains("\(option) is for files and folders"), "\(result.errors)")
      let only = try Command.run("batch", "stickers", "--to", "svga", "-o", "o", "--only", "gifts", folder: folder)
      #expect(only.exitCode == 64 && only.errors.contains("--only is for project files"))
    }
  }

  @Test func warningsNameWhatFindsNothing() throws {
    let text = Self.project.replacing("[designs/gifts/**/*.json]", with: "[designs/gifts/**/*.json, none/*.tgs]")
    try Samples.withFolder(Self.files.merging([".kiln.yml": text]) { $1 }) { folder in
      let result = try Command.run("batch", "-v", folder: folder)
      #expect(result.exitCode == 0)
      #expect(
        result.errors.contains("warning: .kiln.yml:4:39: no animation matches “none/*.tgs” [config.unmatched]"),
        "\(result.errors)")
      let denied = try Command.run("batch", "--deny", "config.*", "--overwrite", folder: folder)
      #expect(denied.exitCode == 78 && denied.errors.hasPrefix("error: .kiln.yml:4:39: no animation"))
      let quiet = try Command.run("batch", "-q", "--overwrite", folder: folder)
      #expect(!quiet.errors.contains("warning"), "\(quiet.errors)")
    }
  }

  @Test func shardsAreOfTheWholeProject() throws {
    try Samples.withFolder(Self.files) { folder in
      for shard in 1...3 {
        let result = try Command.run("batch", "--shard", "\(shard)/3", folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      #expect(outputs(folder) == Self.all)
    }
  }
}

/// `pack: true`: several inputs become one atlas.
@Suite struct ProjectPackingTests {
  private static let moved = Samples.box.replacing(#""sw":8,"sh":4"#, with: #""sw":6,"sh":6"#)
  private static let project = """
    version: 1
    conversions:
      hero:
        inputs: ["hero/*.json"]
        outputs: build/hero.png
        pack: true
        options: {descriptor: libgdx}
    """

  private static let files = [
    ".kiln.yml": project, "hero/walk.json": Samples.box, "hero/jump.json": moved, "hero/notes.json": #"{"a": 1}"#,
  ]

  @Test func allInputsShareAnAtlas() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/build").filter { !$0.hasPrefix(".") } == ["hero.atlas", "hero.png"])
      // The same bytes as one by one.
      _ = try Command.run(
        "atlas", "hero/jump.json", "hero/walk.json", "-o", "hero.png", "--descriptor", "libgdx", folder: folder)
      for name in ["hero.png", "hero.atlas"] {
        let (alone, ofBatch) = (Fixture.bytes(folder + "/" + name), Fixture.bytes(folder + "/build/" + name))
        #expect(alone == ofBatch)
      }
    }
  }

  @Test func aChangeOfAnyInputIsSeen() throws {
    try Samples.withFolder(Self.files) { folder in
      func run() throws -> String { try Command.run("batch", folder: folder).output }
      let first = try run()
      #expect(first.contains("converted"))
      let before = Fixture.bytes(folder + "/build/hero.atlas")
      let second = try run()
      #expect(second.contains("up to date"))
      try Fixture.write(Samples.box.replacing(#""sw":8"#, with: #""sw":7"#), folder + "/hero/walk.json")
      _ = try run()
      let after = Fixture.bytes(folder + "/build/hero.atlas")
      #expect(after != before)
      try Fixture.write(Self.moved, folder + "/hero/fall.json")
      _ = try run()
      let third = String(decoding: Fixture.bytes(folder + "/build/hero.atlas"), as: UTF8.self)
      #expect(third.contains("fall"))
    }
  }

  @Test(arguments: [
    ("build/hero.png", "build/{stem}.png", "{stem}"), ("build/hero.png", "build/hero.webp", "WebP"),
    ("pack: true", "pack: yes please", "true or false"), ("descriptor: libgdx", "min-fps: 5", "min-fps"),
    ("options: {", "overrides: [{files: [a], options: {fps: 5}}]\n    options: {", "override"),
    ("options: {", "options: {to: apng, ", "--to"),
  ])
  func whatCannotBePackedIsRefused(_ right: String, _ wrong: String, _ expected: String) throws {
    var files = Self.files
    files[".kiln.yml"] = Self.project.replacing(right, with: wrong)
    try Samples.withFolder(files) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 78 && result.errors.contains(expected), "\(result.exitCode) \(result.errors)")
      #expect(!Files.exists(folder + "/build"))
    }
  }
}

import Foundation
import Kiln
import KilnTestSupport
import Testing

/// `kiln validate` on many files: in workers, in parts, remembered, and with reports and baselines.
@Suite struct ValidateManyTests {
  /// A box whose parent is not there.
  private static let orphan = Samples.box.replacing(#""ind":1"#, with: #""ind":1,"parent":7"#)
  private static let files = [
    "in/a.json": Samples.box, "in/b.json": orphan, "in/c.json": "{", "in/package.json": #"{"name":"x"}"#,
    "in/x/d.json": orphan,
  ]

  private func text(_ path: String) -> String { String(decoding: Fixture.bytes(path), as: UTF8.self) }

  @Test func everyFileIsALineOfJSON() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("validate", "in", "--json", folder: folder)
      #expect(result.exitCode == 2, "\(result.errors)")
      let lines = result.jsonLines
      #expect(lines.compactMap { $0["input"] as? String } == Self.files.keys.sorted())
      #expect(lines.compactMap { $0["status"] as? String } == ["checked", "checked", "failed", "skipped", "checked"])
      #expect(lines.compactMap { $0["errors"] as? Int } == [0, 1, 1, 0, 1])
      #expect((lines[2]["error"] as? [String: Any])?["line"] as? Int == 1)
      #expect(
        result.errors.hasPrefix("1 of 4 files pass; 3 have 3 errors; 1 skipped, no animations\n"), "\(result.errors)")
    }
  }

  @Test func anyNumberOfWorkersSaysTheSame() throws {
    var files = Self.files
    for index in 0..<12 { files["in/many/\(index).json"] = index % 3 == 0 ? Self.orphan : Samples.lossy }
    try Samples.withFolder(files) { folder in
      let names = ["r.json", "r.ndjson", "r.sarif", "gl-code-quality-report.json", "checkstyle.xml", "r.md"]
      func run(_ jobs: String, _ more: [String] = []) throws -> [String] {
        let reports = names.flatMap { ["--report", "\(jobs)/\($0)"] }
        let result = try Command.run(["validate", "in", "-v", "-j", jobs] + reports + more, folder: folder)
        #expect(result.exitCode == 2 && result.errors.isEmpty, "\(result.errors)")
        return [result.output] + names.map { text(folder + "/\(jobs)/\($0)") }
      }
      let alone = try run("1")
      #expect(alone.allSatisfy { $0.contains("the parent, layer 7, is not there") })
      #expect(try run("3") == alone)
      #expect(try run("2", ["--cache", "state"]) == alone)
      #expect(try run("2", ["--cache", "state"]) == alone)
    }
  }

  /// What no check can foresee is a finding of that file alone.
  @Test func lostWorkersAreFindings() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/c.json": Samples.box]) { folder in
      try Samples.makePipe(folder + "/in/b.json")
      let result = try Command.run(
        "validate", "in", "in/b.json", "--json", "-j", "2", "--file-timeout", "2", folder: folder)
      #expect(result.exitCode == 2)
      let rules = result.jsonLines.map { ($0["error"] as? [String: Any])?["rule"] as? String ?? "" }
      #expect(rules == ["", "batch.worker.timeout", ""])
    }
  }

  /// Starting a process takes longer than checking an icon.
  @Test func oneFileNeedsNoWorkerUnlessItIsBounded() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      #expect(try Command.run("validate", "a.json", folder: folder).exitCode == 0)
      try Samples.makePipe(folder + "/p.json")
      let bounded = try Command.run("validate", "p.json", "--file-timeout", "1", folder: folder)
      #expect(bounded.exitCode == 65 && bounded.output.contains("[batch.worker.timeout]"), "\(bounded.output)")
      let piped = try Command.run("validate", "-", folder: folder, input: Array(Self.orphan.utf8))
      #expect(piped.exitCode == 1 && piped.output.contains("[lottie.parent.missing]"), "\(piped.output)")
      #expect(try Command.run("validate", "-", "a.json", folder: folder).exitCode == 64)
      #expect(try Command.run("validate", folder: folder).exitCode == 64)
    }
  }

  @Test func failingFindingsCanEndIt() throws {
    let files = ["a.json": Self.orphan, "b.json": Self.orphan, "c.json": Samples.box, "d.json": Self.orphan]
    try Samples.withFolder(files) { folder throws in
      func checked(_ arguments: String...) throws -> (Int, Int) {
        let result = try Command.run(["validate", ".", "--json", "-j", "1"] + arguments, folder: folder)
        return (result.jsonLines.count, result.exitCode)
      }
      #expect(try checked("--fail-fast") == (1, 1))
      #expect(try checked("--max-failures", "2") == (2, 1))
      #expect(try checked("--max-failures", "3") == (4, 1))
      #expect(try checked("--fail-fast", "--rule", "lottie.parent.missing=warning") == (4, 0))
    }
  }

  /// With --cache only what changed is checked, and another option checks everything.
  @Test func findingsAreRemembered() throws {
    try Samples.withFolder(Self.files) { folder in
      /// Files that are checked, each of which is a new line of what is remembered.
      func checked(_ arguments: String...) throws -> [String] {
        let lines = { text(folder + "/state/.kiln-state").split(separator: "\n") }
        let before = lines().count
        let result = try Command.run(["validate", "in", "--json", "--cache", "state"] + arguments, folder: folder)
        #expect(result.exitCode == 2, "\(result.errors)")
        let added = lines().dropFirst(before)
        return Self.files.keys.sorted().filter { name in added.contains { $0.contains("\(name)\"") } }
      }
      let all = Self.files.keys.sorted()
      #expect(try checked() == all)
      #expect(try checked() == [])
      #expect(try checked("--force") == all)
      #expect(try checked("--target", "lottie-web") == all)
      #expect(try checked("--no-cache") == [])
      #expect(try checked() == all)
      #expect(try checked("--retry-failed") == ["in/c.json"])
      try Samples.write(Array((Samples.box + " ").utf8), folder + "/in/a.json")
      #expect(try checked() == ["in/a.json"])
      #expect(Samples.names(in: folder) == ["in", "state"])
      #expect(try Command.run("validate", "in", "--force", folder: folder).exitCode == 64)
    }
  }

  /// An image beside the file belongs to what it is remembered by.
  @Test func imagesAreRemembered() throws {
    let files = ["in/a.json": Samples.photo(folder: "", file: "p.png"), "in/b.json": Samples.box]
    try Samples.withFolder(files) { folder in
      func rules() throws -> [String] {
        let result = try Command.run("validate", "in", "--json", "--cache", "state", folder: folder)
        return (result.jsonLines[0]["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String }
      }
      let before = try rules()
      try Samples.write(try Samples.png(), folder + "/in/p.png")
      let after = try rules()
      #expect(before.contains("lottie.image.missing") && !after.contains("lottie.image.missing"))
    }
  }

  @Test func partsBecomeTheWhole() throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<9).map { ("in/\($0).json", Self.orphan) })
    try Samples.withFolder(files) { folder in
      let parts = try (1...3).flatMap { part in
        try Command.run("validate", "in", "--json", "--shard", "\(part)/3", "--report", "r.json", folder: folder)
          .jsonLines
      }
      #expect(parts.compactMap { $0["input"] as? String }.sorted() == files.keys.sorted())
      let report = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/r.json"))) as? [String: Any]
      #expect((report?["shard"] as? [String: Int]) == ["index": 3, "count": 3])
      #expect(
        try Command.run("validate", "in", "--shard", "1/3", "--write-baseline", "b", folder: folder).exitCode == 64)
    }
  }

  @Test func listsAndPatternsChoose() throws {
    try Samples.withFolder(Self.files) { folder throws in
      func inputs(_ arguments: String..., list: String = "") throws -> [String] {
        try Command.run(["validate", "--json"] + arguments, folder: folder, input: Array(list.utf8))
          .jsonLines.compactMap { $0["input"] as? String }
      }
      #expect(try inputs("--filelist", "-", list: "in/b.json\nin/a.json\n") == ["in/a.json", "in/b.json"])
      #expect(try inputs("in", "--include", "x/**") == ["in/x/d.json"])
      #expect(try inputs("in", "--exclude", "[a-c].json", "--exclude", "pack*") == ["in/x/d.json"])
    }
  }

  @Test func reportsHaveTheFormThatIsAskedFor() throws {
    try Samples.withFolder(["in/a.json": Self.orphan]) { folder in
      _ = try Command.run(
        "validate", "in", "--report", "x/a.json", "--report", "x/b.xml", "--report-format", "gitlab",
        "--report-format", "checkstyle", folder: folder)
      #expect(text(folder + "/x/a.json").hasPrefix("[") && text(folder + "/x/b.xml").contains("<checkstyle"))
      #expect(try Command.run("validate", "in", "--report", "a.txt", folder: folder).exitCode == 64)
      #expect(
        try Command.run("validate", "in", "--report", "a.md", "--report-format", "sarif", folder: folder).exitCode == 64
      )
    }
  }

  @Test func onlyWhatIsNewFails() throws {
    try Samples.withFolder(Self.files) { folder in
      func run(_ arguments: String...) throws -> Command.Result {
        try Command.run(["validate", "in"] + arguments, folder: folder)
      }
      // What is written to the baseline fails no more, but for files that cannot be read.
      #expect(try run("--write-baseline", "known/b.json").exitCode == 2)
      #expect(try run("--baseline", "known/b.json").exitCode == 2)
      try Samples.write(Array(Samples.box.utf8), folder + "/in/c.json")
      #expect(try run("--write-baseline", "known/b.json").exitCode == 0)
      let known = try run("--baseline", "known/b.json")
      #expect(
        known.exitCode == 0 && known.output.contains("; 2 known") && !known.output.contains("gone"), "\(known.output)")
      #expect(!known.output.contains("error:"))
      // Exported again with a layer above: the numbers are others.
      let above = Self.orphan.replacing(
        "{\"ty\":1", with: #"{"ty":3,"nm":"Null","ind":9,"ip":0,"op":4,"st":0,"ks":{}},{"ty":1"#)
      try Samples.write(Array(above.utf8), folder + "/in/b.json")
      #expect(try run("--baseline", "known/b.json").exitCode == 0)
      try Samples.write(Array(Self.orphan.replacing("Box", with: "Crate").utf8), folder + "/in/b.json")
      let new = try run("--baseline", "known/b.json")
      #expect(new.exitCode == 1 && new.output.contains("Crate") && new.output.contains("; 1 known"), "\(new.output)")
      #expect(new.output.contains("1 finding of the baseline is gone; --write-baseline writes it without:"))
      #expect(new.output.contains("  in/b.json: lottie.parent.missing"))
      #expect(try run("--baseline", "in/a.json").exitCode == 78)
      #expect(try run("--baseline", "none.json").exitCode == 66)
    }
  }

  @Test func actionsAreAnnotated() throws {
    var files = ["app/in/::error::.json": Self.orphan]
    for index in 0..<15 { files["app/in/\(index).json"] = Self.orphan }
    try Samples.withFolder(files) { folder in
      let result = try Command.run(
        "validate", "in", folder: folder + "/app",
        environment: [
          "GITHUB_ACTIONS": "true",
          "GITHUB_WORKSPACE": URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false),
        ])
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 10 && lines[0].hasPrefix("::error file=app/in/0.json,line=2,col="), "\(result.errors)")
      #expect(lines[0].contains(",title=lottie.parent.missing::"))
      #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("::") }, "\(result.output)")
    }
  }

  @Test func aTerminalShowsHowFarItIs() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { folder in
      try Samples.makePipe(folder + "/in/x/c.json")
      let result = try Terminal.run(
        ["validate", "in", "in/x/c.json", "-j", "1", "--file-timeout", "3"], folder: folder
      ) { terminal in
        #expect(terminal.waits(for: "█████████████░░░░░░░ 2 of 3"), "\(terminal.text)")
        #expect(terminal.waits(for: "\n  in/x/c.json\u{1B}[K"), "\(terminal.text)")
      }
      #expect(result.exitCode == 2)
      #expect(result.shown.hasSuffix("\u{1B}[J"), "\(result.shown)")
    }
  }

  @Test func interruptsEndIt() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/c.json": Samples.box]) { folder in
      try Samples.makePipe(folder + "/in/b.json")
      let process = try Command.start(
        ["validate", "in", "in/b.json", "-j", "1", "--json", "--cache", "state", "--report", "r.json"], folder: folder)
      for _ in 0..<3000 where !text(folder + "/state/.kiln-state").contains("a.json") { usleep(10_000) }
      process.interrupt()
      try process.waitForEnd()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      let report = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/r.json"))) as? [String: Any]
      let summary = report?["summary"] as? [String: Any]
      #expect(summary?["checked"] as? Int == 1 && summary?["planned"] as? Int == 3)
    }
  }

  /// Colours are for people, and names in files cannot steer a terminal.
  @Test func outputIsColouredOnDemand() throws {
    let steering = Self.orphan.replacing("Box", with: "\\u001b[2JBox")
    try Samples.withFolder(["a.json": steering]) { folder in
      let plain = try Command.run("validate", "a.json", folder: folder).output
      #expect(!plain.contains("\u{1B}") && plain.contains("\\u001B[2JBox"), "\(plain)")
      let colored = try Command.run("validate", "a.json", "--color", "always", folder: folder).output
      #expect(colored.contains("\u{1B}[1ma.json\u{1B}[0m") && colored.contains("\u{1B}[31merror:\u{1B}[0m"))
      #expect(!colored.contains("\u{1B}[2JBox"))
    }
  }
}

import Foundation
import KilnTestSupport
import Testing

/// Scripts in files that take long, that never end, or that the system gives too little for.
@Suite(.serialized) struct EndlessScriptTests {
  /// The box with an expression for its position.
  private static func box(_ script: String) -> String {
    Samples.box.replacing(#""k":[5,3,0]"#, with: #""k":[5,3,0],"x":"var $bm_rt; \#(script)""#)
  }

  /// A step of the engine that takes longer than the universe has existed.
  private static let bomb = box("$bm_rt = 'a'.repeat(100000).match(/.*.*.*.*=/) || value;")
    .replacing(#""layers":["#, with: #""assets":[{"id":"unused","layers":[]}],"layers":["#)
  private static let engine = box("$bm_rt = 'a'.match(/a/) ? [time, 3] : value;")

  /// Runs a shell's command line, in which `$kiln` is the command.
  private static func shell(_ line: String, folder: String) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // First, because shells need free descriptors for it.
    process.arguments = ["-c", "exec 2> errors; " + line]
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.environment = ProcessInfo.processInfo.environment.merging(["kiln": Command.executable?.path() ?? ""]) { $1 }
    try process.run()
    try process.waitForEnd()
    let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return (code, String(decoding: Fixture.bytes(folder + "/errors"), as: UTF8.self))
  }

  /// Every command ends with the name of the layer, and leaves nothing behind.
  @Test(arguments: [
    "convert bomb.json out.svga", "convert bomb.json out.webp", "convert bomb.json out.png", "convert bomb.json out/",
    "inspect bomb.json", "inspect bomb.json --features", "render bomb.json --frames 0 -o out",
    "preview bomb.json -o out.html", "compare box.json bomb.json", "atlas box.json bomb.json -o out.png",
  ])
  func aStepThatDoesNotEndEndsTheCommand(line: String) throws {
    try Samples.withFolder(["bomb.json": Self.bomb, "box.json": Samples.box]) { (folder: String) throws in
      let start = ContinuousClock.now
      let result = try Command.run(line.split(separator: " ").map(String.init), folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)")
      #expect(result.errors.hasPrefix("error: bomb.json: the expression does not end"), "\(result.errors)")
      #expect(result.errors.contains("Box › Transform › Position"), "\(result.errors)")
      #expect(result.errors.contains("--no-expressions"), "\(result.errors)")
      #expect(ContinuousClock.now - start < .seconds(60))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["bomb.json", "box.json"])
    }
  }

  /// 1.6 GB in one step.
  @Test func aStepThatTakesAllMemoryEndsTheCommand() throws {
    let script = "var s = 'a'.repeat(40000); $bm_rt = s.replace(/a/g, s) || value;"
    try Samples.withFolder(["bomb.json": Self.box(script)]) { (folder: String) throws in
      let result = try Command.run("inspect", "bomb.json", folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)")
      #expect(result.errors.hasPrefix("error: bomb.json: the expression does not end"), "\(result.errors)")
    }
  }

  @Test func aStepThatDoesNotEndIsAnErrorForMachines() throws {
    try Samples.withFolder(["bomb.json": Self.bomb]) { (folder: String) throws in
      let result = try Command.run("convert", "bomb.json", "out.svga", "--json", folder: folder)
      #expect(result.exitCode == 65)
      #expect(result.json["ok"] as? Bool == false && result.json["exitCode"] as? Int == 65)
      let error = try #require(result.json["error"] as? [String: Any])
      #expect(error["rule"] as? String == "lottie.expressionTime" && error["path"] as? String == "/layers/0/ks/p")
    }
  }

  /// The report has the files that were fixed before, and those that were not looked at.
  @Test func aStepThatDoesNotEndIsReportedAmongFixes() throws {
    let spaced = Samples.box + "      "
    try Samples.withFolder(["a.json": spaced, "bomb.json": Self.bomb, "c.json": spaced]) { (folder: String) throws in
      let arguments = ["validate", "a.json", "bomb.json", "c.json", "--fix", "--write"]
      let result = try Command.run(arguments + ["--json"], folder: folder)
      #expect(result.exitCode == 2, "\(result.errors)")
      let files = try #require(result.json["files"] as? [[String: Any]])
      let rules = files.map { ($0["error"] as? [String: Any])?["rule"] as? String }
      #expect(rules == [nil, "lottie.expressionTime", "work.cancelled"])
      #expect(files[0]["written"] as? Bool == true && Fixture.bytes(folder + "/c.json") == Array(spaced.utf8))
      let text = try Command.run(arguments, folder: folder)
      #expect(text.exitCode == 2 && text.output.contains("the expression does not end"), "\(text)")
      #expect(text.output.contains("not looked at"), "\(text)")
    }
  }

  /// Of several files only the one with the script fails.
  @Test(arguments: ["1", "2"])
  func aStepThatDoesNotEndFailsOneFileOfABatch(jobs: String) throws {
    let files = [
      "in/a.json": Samples.box, "in/bomb.json": Self.bomb, "in/c.json": Samples.box, "in/d.json": Samples.box,
    ]
    try Samples.withFolder(files) { (folder: String) throws in
      let result = try Command.run("batch", "in", "--to", "svga", "-o", "out", "-j", jobs, "--json", folder: folder)
      #expect(result.exitCode == 2, "\(result.errors)")
      let failed = result.jsonLines.filter { $0["status"] as? String == "failed" }
      #expect(failed.count == 1)
      let error = failed.first?["error"] as? [String: Any]
      #expect(error?["rule"] as? String == "lottie.expressionTime", "\(failed)")
      #expect(Samples.results(in: folder + "/out") == ["a.svga", "c.svga", "d.svga"])
    }
  }

  @Test func aStepThatDoesNotEndIsWhatValidationSays() throws {
    let files = ["a.json": Samples.box, "bomb.json": Self.bomb]
    try Samples.withFolder(files) { (folder: String) throws in
      let one = try Command.run("validate", "bomb.json", folder: folder)
      #expect(one.exitCode == 65, "\(one.output) \(one.errors)")
      #expect((one.output + one.errors).contains("the expression does not end"))
      let many = try Command.run("validate", "a.json", "bomb.json", "--json", folder: folder)
      #expect(many.exitCode == 2, "\(many.output) \(many.errors)")
      #expect(many.output.contains("lottie.expressionTime"))
    }
  }

  @Test func allScriptsOfAFileHaveATimeThatAnOptionSays() throws {
    let slow = Self.box("var end = 3e6; while (end > 0) end--; $bm_rt = [time, 3];")
    try Samples.withFolder(["slow.json": slow]) { (folder: String) throws in
      let short = try Command.run("convert", "slow.json", "out.svga", "--expression-time", "0.001", folder: folder)
      #expect(short.exitCode == 65)
      #expect(
        short.errors.hasPrefix(
          "error: slow.json: the expressions of the file together take more than 0.001 s of processor time"),
        "\(short.errors)")
      #expect(short.errors.contains("raise --expression-time"))
      #expect(try Command.run("convert", "slow.json", "out.svga", folder: folder).exitCode == 0)
      let none = try Command.run(
        "convert", "slow.json", "out.svga", "--expression-time", "0.001", "--no-expressions", "--overwrite",
        folder: folder)
      #expect(none.exitCode == 0)
      let wrong = try Command.run("convert", "slow.json", "out.svga", "--expression-time", "0", folder: folder)
      #expect(wrong.exitCode == 64)
      let checked = try Command.run("validate", "slow.json", "--expression-time", "0.001", folder: folder)
      #expect(checked.output.contains("0.001 s of processor time"), "\(checked.output) \(checked.errors)")
    }
  }

  @Test func theProjectFileSaysTheTime() throws {
    let slow = Self.box("var end = 3e6; while (end > 0) end--; $bm_rt = [time, 3];")
    let project = """
      version: 1
      conversions:
        all: {inputs: [slow.json], outputs: "out/{stem}.svga", options: {expression-time: 0.001}}
      """
    try Samples.withFolder(["slow.json": slow, ".kiln.yml": project]) { (folder: String) throws in
      let result = try Command.run("batch", "--json", folder: folder)
      #expect(result.exitCode != 0)
      #expect(result.output.contains("lottie.expressionTime"), "\(result.output) \(result.errors)")
    }
  }

  #if os(Linux)
    private static let limits =
      ["ulimit -n 10", "ulimit -n 11"]
      + (Sanitizer.limitsAddressSpace ? ["ulimit -v 600000", "ulimit -v 2000000", "ulimit -v 5000000"] : [])

    /// JavaScriptCore would end the process with a signal.
    @Test(arguments: limits)
    func anEngineThatCannotStartIsAFinding(limit: String) throws {
      try Samples.withFolder(["engine.json": Self.engine]) { (folder: String) throws in
        let result = try Self.shell("\(limit); $kiln convert engine.json out.svga", folder: folder)
        #expect(result.code == 0, "\(result.errors)")
        #expect(
          result.errors.contains("the expression is not run, because the JavaScript engine cannot start"),
          "\(result.errors)")
        #expect(result.errors.contains("Box › Transform › Position"))
      }
    }
  #endif
}

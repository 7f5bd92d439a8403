import Foundation
import Kiln
import KilnCommand
import KilnTestSupport
import Testing

/// `kiln batch` as users run it.
@Suite struct BatchCommandTests {
  private static let files = [
    "in/a.json": Samples.box, "in/b.json": Samples.box, "in/x/c.json": Samples.lossy, "in/x/d.json": Samples.box,
  ]

  private func rule(_ object: [String: Any]?) -> String? { (object?["error"] as? [String: Any])?["rule"] as? String }

  /// The same bytes as one file after the other, for any number of workers.
  @Test(arguments: ["1", "2", "9"])
  func resultsAreThoseOfConvert(_ workers: String) throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run(
        "batch", "in", "--to", "webp", "-o", "out", "--width", "60", "-j", workers, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.output.contains("converted  4"))
      for name in ["a", "b", "x/c", "x/d"] {
        _ = try Command.run("convert", "in/\(name).json", "one.webp", "--width", "60", "--overwrite", folder: folder)
        let bytes = Fixture.bytes(folder + "/out/\(name).webp")
        #expect(!bytes.isEmpty && bytes == Fixture.bytes(folder + "/one.webp"))
      }
    }
  }

  @Test func whatFailsIsNamedAndTheRestConverted() throws {
    let files = Self.files.merging(["in/bad.json": "{", "in/package.json": #"{"name":"x"}"#]) { $1 }
    try Samples.withFolder(files) { folder in
      let result = try Command.run("batch", "in", "--to", "svga", "-o", "out", "--json", "-q", folder: folder)
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("in/bad.json") && !result.errors.contains("in/a.json"))
      let objects = result.jsonLines
      #expect(objects.compactMap { $0["input"] as? String } == files.keys.sorted())
      #expect(
        objects.compactMap { $0["status"] as? String }
          == ["converted", "converted", "failed", "skipped", "converted", "converted"])
      #expect(Samples.results(in: folder + "/out") == ["a.svga", "b.svga", "x"])
      // A file that is named is meant.
      let named = try Command.run("batch", "in/package.json", "--to", "svga", "-o", "o", folder: folder)
      #expect(named.exitCode == 2 && named.errors.contains("lottie.notLottie"), "\(named.errors)")
    }
  }

  /// A file that nobody finishes costs no other.
  @Test(arguments: ["1", "2"])
  func aLostWorkerCostsOneFile(_ workers: String) throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/c.json": Samples.box]) { folder in
      try Samples.makePipe(folder + "/in/b.json")
      let result = try Command.run(
        "batch", "in", "in/b.json", "--to", "svga", "-o", "out", "--json", "-j", workers, "--file-timeout", "2",
        folder: folder)
      #expect(result.exitCode == 2)
      let objects = result.jsonLines
      #expect(objects.compactMap { $0["input"] as? String } == ["in/a.json", "in/b.json", "in/c.json"])
      #expect(objects.map { rule($0) ?? "" } == ["", "batch.worker.timeout", ""])
      #expect(Samples.results(in: folder + "/out") == ["a.svga", "c.svga"])
      #expect(result.errors.contains("it took longer than 2 s"), "\(result.errors)")
      // No worker gets along with so little.
      let small = try Command.run(
        "batch", "in/b.json", "--to", "svga", "-o", "out", "--file-memory", "1MB", folder: folder)
      #expect(small.exitCode == 2 && small.errors.contains("batch.worker.memory"), "\(small.errors)")
    }
  }

  @Test func failuresCanEndIt() throws {
    let files = Dictionary(uniqueKeysWithValues: (10..<30).map { ("in/\($0).json", $0 < 15 ? "{" : Samples.box) })
    try Samples.withFolder(files) { folder in
      let fast = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "-j", "1", "--fail-fast", folder: folder)
      #expect(fast.exitCode == 2 && fast.output.contains("failed     1") && fast.output.contains("not begun  19"))
      let three = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "-j", "1", "--max-failures", "3", folder: folder)
      #expect(three.exitCode == 2 && three.output.contains("failed     3"), "\(three.output)")
      #expect(Samples.results(in: folder + "/out").isEmpty)
    }
  }

  /// SIGINT ends workers, even one that hangs, and keeps what is finished.
  @Test func anInterruptKeepsWhatIsFinished() throws {
    try Samples.withFolder(Self.files) { folder in
      Files.remove(folder + "/in/x/c.json")
      try Samples.makePipe(folder + "/in/x/c.json")
      let process = try Command.start(
        ["batch", "in", "in/x/c.json", "--to", "svga", "-o", "out", "-j", "1", "--json", "--report", "report.json"],
        folder: folder)
      for _ in 0..<3000 where !Files.exists(folder + "/out/b.svga") { usleep(10_000) }
      process.interrupt()
      try process.waitForEnd()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
      #expect(Samples.results(in: folder + "/out").filter { $0 != "x" } == ["a.svga", "b.svga"])
      let report = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/report.json")))
      let summary = (report as? [String: Any])?["summary"] as? [String: Any]
      #expect(summary?["converted"] as? Int == 2 && summary?["planned"] as? Int == 4)
    }
  }

  @Test func variantsAreSeveralResults() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run(
        "batch", "in/a.json", "--to", "webp", "-o", "out", "--scale", "5", "--variant", "scale=1",
        "--variant", "name=big,scale=3,background=rgb(1,2,3)", "--name", "{stem}@{scale}x-{variant}", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.results(in: folder + "/out") == ["a@1x-1.webp", "a@3x-big.webp"])
    }
  }

  @Test func listsMayHaveLinesOrNULs() throws {
    try Samples.withFolder(Self.files) { folder in
      for (number, list) in ["in/a.json\r\nin/x/d.json\n", "in/a.json\0in/x/d.json\0"].enumerated() {
        let result = try Command.run(
          "batch", "--filelist", "-", "--to", "svga", "-o", "out\(number)", folder: folder, input: Array(list.utf8))
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(Samples.results(in: folder + "/out\(number)/in") == ["a.svga", "x"])
      }
    }
  }

  @Test func existingResultsStay() throws {
    try Samples.withFolder(Self.files.merging(["out/a.svga": "old"]) { $1 }) { folder in
      let arguments = ["batch", "in/a.json", "in/b.json", "--to", "svga", "-o", "out"]
      let result = try Command.run(arguments, folder: folder)
      #expect(result.exitCode == 2 && result.errors.contains("output.exists"))
      #expect(Fixture.bytes(folder + "/out/a.svga") == Array("old".utf8))
      #expect(Samples.results(in: folder + "/out") == ["a.svga", "b.svga"])
      #expect(try Command.run(arguments + ["--overwrite"], folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/out/a.svga") == Fixture.bytes(folder + "/out/b.svga"))
      #expect(try Command.run(arguments + ["--overwrite", "--dry-run", "-o", "no"], folder: folder).exitCode == 0)
      #expect(!Files.exists(folder + "/no"))
    }
  }

  @Test(arguments: [
    (["in"], "--to"), (["in", "--to", "svga"], "-o"), (["--to", "svga"], "Name files or folders"),
    (["in", "--to", "svga", "--quality", "3"], "--quality is for WebP"),
    (["in", "--to", "svga", "--variant", "to=webp"], "--variant"),
    (["in", "--to", "svga", "--variant", "scale=0"], "--scale takes"),
    (["in", "--to", "svga", "--variant", "120"], "such as width=120 or scale=2,fps=15; “120” is none"),
    (["in", "--to", "webp", "--variant", "width=12", "--variant", "width=24"], "'{dir}/{stem}-{width}'"),
    (["in", "--to", "webp", "--variant", "scale=1", "--variant", "scale=2"], "'{dir}/{stem}@{scale}x'"),
    (["in", "--to", "webp", "--variant", "fps=10", "--variant", "fps=20"], "'{dir}/{stem}-{variant}'"),
    (["in", "--to", "webp", "--width", "12,24"], "--variant width=12 --variant width=24"),
    (["in", "--to", "svga", "--name", "{stem}-{width}"], "needs --width"),
    (["in", "--to", "svga", "--name", "{nix}"], "--name takes"),
    (["in", "--to", "svga", "--include", "[a"], "--include"),
    (["in", "--to", "svga", "--report", "a.pdf"], "--report"),
    (["in", "in/x", "--to", "svga", "--name", "same"], "would both be written to"),
  ])
  func wrongUsageIsSeenBeforeAnyWork(_ arguments: [String], _ advice: String) throws {
    try Samples.withFolder(Self.files) { folder in
      let output = advice == "-o" ? [] : ["-o", "out"]
      let result = try Command.run(["batch"] + arguments + output, folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains(advice), "\(result.errors)")
      #expect(!Files.exists(folder + "/out"))
    }
  }

  @Test func noInputIsAnError() throws {
    try Samples.withFolder(["in/read.me": ""]) { folder in
      let result = try Command.run("batch", "in", "--to", "svga", "-o", "out", folder: folder)
      #expect(result.exitCode == 66 && result.errors.contains("no animations in in"))
    }
  }

  #if os(Linux)
    /// Such a name is decoded as another, under which there is nothing: the file must not be left out without a word.
    @Test func nameThatIsNotUTF8Fails() throws {
      try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { folder in
        let name = Array("\(folder)/in/caf".utf8) + [0xE9] + Array(".json".utf8) + [0]
        #expect(rename("\(folder)/in/b.json", name.map { CChar(bitPattern: $0) }) == 0)
        let result = try Command.run("batch", "in", "--to", "svga", "-o", "out", folder: folder)
        #expect(result.exitCode == 2 && result.errors.contains("its name is not UTF-8"), "\(result.errors)")
        #expect(Files.exists(folder + "/out/a.svga"))
      }
    }
  #endif

  /// A block says how far the batch is, and is gone at the end. A file that hangs keeps it on the screen.
  @Test func aTerminalShowsWhatIsDone() throws {
    let files = Self.files.merging(["in/bad.json": "{"]) { $1 }
    try Samples.withFolder(files) { folder in
      Files.remove(folder + "/in/x/c.json")
      try Samples.makePipe(folder + "/in/x/c.json")
      let result = try Terminal.run(
        ["batch", "in", "in/x/c.json", "--to", "svga", "-o", "out", "-j", "1", "--file-timeout", "4"], folder: folder
      ) { terminal in
        // In front of the file that hangs two are done, and one has failed.
        #expect(terminal.waits(for: "████████████░░░░░░░░ 3 of 5"), "\(terminal.text)")
        #expect(terminal.waits(for: ", 1 failed"), "\(terminal.text)")
        #expect(terminal.waits(for: "\n  in/x/c.json\u{1B}[K"), "\(terminal.text)")
      }
      #expect(result.exitCode == 2)
      #expect(!result.shown.contains("→"))
      // What is left on the screen are the failures.
      let screen = Self.screen(result.shown)
      #expect(screen.count == 2 && screen[0].contains("in/bad.json") && screen[1].contains("in/x/c.json"), "\(screen)")
      #expect(screen[1].contains("batch.worker.timeout"))
    }
  }

  /// The lines that a terminal shows in the end, of what moves the cursor up, to the first column, and clears.
  private static func screen(_ text: String) -> [String] {
    var rows: [[Character]] = [[]]
    var (row, column) = (0, 0)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        if row == rows.count { rows.append([]) }
      case "\u{1B}":
        let code = rest.dropFirst().prefix { !$0.properties.isAlphabetic }
        rest = rest[code.endIndex...]
        switch rest.popFirst() {
        case "A": row = max(0, row - (Int(String(code)) ?? 1))
        case "K": rows[row] = Array(rows[row].prefix(column))
        case "J":
          rows[row] = Array(rows[row].prefix(column))
          rows.removeSubrange((row + 1)...)
        default: break
        }
      default:
        rows[row] += Array(repeating: " ", count: max(0, column + 1 - rows[row].count))
        rows[row][column] = Character(scalar)
        column += 1
      }
    }
    return rows.map { String($0) }.filter { !$0.isEmpty }
  }
}

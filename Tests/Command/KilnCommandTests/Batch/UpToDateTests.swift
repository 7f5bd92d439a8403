import Foundation
import Kiln
import KilnCommand
import KilnTestSupport
import Testing

/// Second and later runs of `kiln batch`.
@Suite struct UpToDateTests {
  private static let files = [
    "in/a.json": Samples.box, "in/b.json": Samples.photo(folder: "", file: "p.png"), "in/bad.json": "{",
    "in/other.json": #"{"name":"x"}"#, "in/x/c.json": Samples.box,
  ]

  /// A folder in which a batch has run once.
  private func withResults(_ body: (String) throws -> Void) throws {
    try Samples.withFolder(Self.files) { (folder: String) throws in
      try Samples.write(try Samples.png(), folder + "/in/p.png")
      #expect(try status(folder) == ["converted", "converted", "failed", "skipped", "converted"])
      try body(folder)
    }
  }

  /// Runs the batch and returns what became of each file.
  private func status(_ folder: String, _ more: String...) throws -> [String] {
    let result = try Command.run(
      ["batch", "in", "--to", "svga", "-o", "out", "--json", "-q"] + more, folder: folder)
    #expect(result.exitCode == 2, "\(result.errors)")
    return try result.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["status"] as? String ?? ""
    }
  }

  private func modified(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private func backdate(_ path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
  }

  @Test func nothingChangedMeansNothingToDo() throws {
    try withResults { (folder: String) throws in
      for name in ["a", "b", "x/c"] { try backdate("\(folder)/out/\(name).svga") }
      let state = Fixture.bytes(folder + "/out/.kiln-state")
      // Time stamps of inputs count for nothing.
      try backdate(folder + "/in/a.json")
      let expected = ["upToDate", "upToDate", "failed", "skipped", "upToDate"]
      #expect(try status(folder) == expected)
      #expect(try status(folder, "-j", "7") == expected)
      #expect(try modified(folder + "/out/a.svga") == Date(timeIntervalSince1970: 1e9))
      #expect(Fixture.bytes(folder + "/out/.kiln-state") == state)
    }
  }

  /// What a run has made is not in the way of the next one, nor of one that writes nothing.
  @Test func aDryRunWouldReplaceResults() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { (folder: String) throws in
      let arguments = ["batch", "in", "--to", "lottie", "-o", "out"]
      #expect(try Command.run(arguments, folder: folder).exitCode == 0)
      let state = Fixture.bytes(folder + "/out/.kiln-state")
      let dry = try Command.run(arguments + ["--dry-run"], folder: folder)
      #expect(dry.exitCode == 0 && dry.output.contains("would convert  2"), "\(dry.output) \(dry.errors)")
      #expect(Fixture.bytes(folder + "/out/.kiln-state") == state)
      try Samples.write([], folder + "/in/c.json")
      try Samples.write([], folder + "/out/c.json")
      #expect(try Command.run(arguments + ["--dry-run"], folder: folder).errors.contains("out/c.json exists already"))
    }
  }

  /// Each change concerns what depends on it, and nothing else.
  @Test(arguments: [
    ("in/a.json", Samples.lateBox, ["converted", "upToDate", "failed", "skipped", "upToDate"]),
    ("out/x/c.svga", "changed", ["upToDate", "upToDate", "failed", "skipped", "converted"]),
    ("in/p.png", nil, ["upToDate", "failed", "failed", "skipped", "upToDate"]),
    ("out/a.svga", nil, ["converted", "upToDate", "failed", "skipped", "upToDate"]),
    ("in/bad.json", "[", ["upToDate", "upToDate", "failed", "skipped", "upToDate"]),
    ("in/other.json", "{", ["upToDate", "upToDate", "failed", "failed", "upToDate"]),
  ])
  func whatChangedIsDoneAgain(_ path: String, _ content: String?, _ expected: [String]) throws {
    try withResults { (folder: String) throws in
      if let content {
        try Samples.write(Array(content.utf8), folder + "/" + path)
      } else {
        Files.remove(folder + "/" + path)
      }
      #expect(try status(folder) == expected)
    }
  }

  /// A picture that was missing is looked for again.
  @Test func aPictureThatComesIsSeen() throws {
    try Samples.withFolder(["in/a.json": Samples.photo(folder: "images/", file: "p.png")]) { (folder: String) throws in
      let arguments = ["batch", "in", "--to", "svga", "-o", "out"]
      #expect(try Command.run(arguments, folder: folder).errors.contains("lottie.image.missing"))
      #expect(try Command.run(arguments, folder: folder).exitCode == 2)
      try Samples.write(try Samples.png(), folder + "/in/p.png")
      #expect(try Command.run(arguments, folder: folder).output.contains("converted  1"))
      // One that is looked for earlier takes its place.
      try Samples.write(try Samples.png(), folder + "/in/images/p.png")
      #expect(try Command.run(arguments, folder: folder).output.contains("converted  1"))
      #expect(try Command.run(arguments, folder: folder).output.contains("up to date  1"))
    }
  }

  @Test func otherOptionsAreOtherResults() throws {
    try withResults { (folder: String) throws in
      #expect(try status(folder, "--scale", "2")[0] == "converted")
      #expect(try status(folder, "--scale", "2.0")[0] == "upToDate")
      #expect(try status(folder, "--scale", "2", "--force")[0] == "converted")
      #expect(try status(folder)[0] == "converted")
    }
  }

  /// A file that is converted again to the same bytes keeps its time stamp.
  @Test func equalBytesKeepTheirTimeStamp() throws {
    try withResults { (folder: String) throws in
      try backdate(folder + "/out/a.svga")
      #expect(try status(folder, "--force")[0] == "converted")
      #expect(try modified(folder + "/out/a.svga") == Date(timeIntervalSince1970: 1e9))
    }
  }

  @Test func withoutACacheNothingIsRemembered() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      let arguments = ["batch", "in", "--to", "svga", "-o", "out", "--no-cache"]
      #expect(try Command.run(arguments, folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/out") == ["a.svga"])
      let again = try Command.run(arguments, folder: folder)
      #expect(again.exitCode == 2 && again.errors.contains("output.exists"))
    }
  }

  @Test func theCacheCanBeElsewhere() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      let arguments = ["batch", "in", "--to", "svga", "-o", "out", "--cache", "memory", "-v"]
      #expect(try Command.run(arguments, folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/out") == ["a.svga"])
      #expect(Samples.names(in: folder + "/memory") == [".kiln-state"])
      #expect(try Command.run(arguments, folder: folder).errors.contains("a.svga  up to date"))
    }
  }

  /// The tree may be moved, and restored on another machine.
  @Test func aMovedTreeIsStillUpToDate() throws {
    try withResults { (folder: String) throws in
      try Fixture.withTemporaryFolder { other in
        for name in ["in", "out"] {
          try FileManager.default.moveItem(atPath: folder + "/" + name, toPath: other + "/" + name)
        }
        #expect(try status(other) == ["upToDate", "upToDate", "failed", "skipped", "upToDate"])
        // Also from another working folder.
        let result = try Command.run(
          "batch", "../in", "--to", "svga", "-o", ".", "-v", folder: other + "/out")
        #expect(result.errors.contains("../in/a.json → ./a.svga  up to date"), "\(result.errors)")
      }
    }
  }

  /// Whatever stands in the file that remembers, no result is taken for another, and the batch runs.
  @Test(arguments: ["", "{}\n", "{\"kiln-state\":9}\nx", "{\"kiln-state\":1}\n{\"ended\":{}}\n\u{0}\n{\"begun\""])
  func aBrokenStateIsNoHarm(_ text: String) throws {
    try withResults { (folder: String) throws in
      try Samples.write(Array(text.utf8), folder + "/out/.kiln-state")
      #expect(try status(folder, "--overwrite") == ["converted", "converted", "failed", "skipped", "converted"])
      #expect(try status(folder) == ["upToDate", "upToDate", "failed", "skipped", "upToDate"])
    }
  }

  /// A worker that was lost is not lost again, unless limits change or it is asked for.
  @Test func lostWorkersAreRemembered() throws {
    try Samples.withFolder([:]) { (folder: String) throws in
      let input = folder + "/in/a.json"
      try Samples.makePipe(input)
      func run(_ seconds: String, _ more: String...) throws -> Command.Result {
        let arguments = ["batch", "in/a.json", "--to", "svga", "-o", "out", "--file-timeout", seconds]
        return try Command.run(arguments + more, folder: folder)
      }
      func recorded() -> Int { Fixture.bytes(folder + "/out/.kiln-state").count }
      #expect(try run("1").errors.contains("longer than 1 s"))
      let first = recorded()
      let again = try run("1")
      #expect(again.exitCode == 2 && again.errors.contains("batch.worker.timeout") && recorded() == first)
      #expect(try run("2").errors.contains("longer than 2 s") && recorded() > first)
      let writer = Thread { try? Data(Samples.box.utf8).write(to: URL(filePath: input), options: []) }
      writer.start()
      #expect(try run("2").exitCode == 2)
      #expect(try run("2", "--retry-failed").exitCode == 0)
    }
  }

  /// Killed at any moment, the next run finishes the rest only, and every output is that of an undisturbed run.
  @Test(arguments: [20, 50, 80, 120, 180, 250])
  func aKilledBatchIsFinishedByTheNext(_ milliseconds: UInt32) throws {
    let files = Dictionary(uniqueKeysWithValues: (10..<40).map { ("in/\($0).json", Samples.box) })
    try Samples.withFolder(files) { (folder: String) throws in
      let arguments = ["batch", "in", "--to", "webp", "-o", "out", "-j", "2", "-v"]
      let process = try Command.start(arguments, folder: folder)
      usleep(milliseconds * 1000)
      kill(process.processIdentifier, SIGKILL)
      try process.waitForEnd()
      let recorded = String(decoding: Fixture.bytes(folder + "/out/.kiln-state"), as: UTF8.self)
        .split(separator: "\n").filter { $0.hasPrefix(#"{"ended""#) && $0.hasSuffix("}") }.count
      let result = try Command.run(arguments, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.split(separator: "\n").filter { $0.hasSuffix("up to date") }.count == recorded)
      #expect(Samples.names(in: folder + "/out") == [".kiln-state"] + (10..<40).map { "\($0).webp" })
      let one = try Command.run("convert", "in/10.json", "one.webp", folder: folder)
      #expect(one.exitCode == 0)
      let expected = Fixture.bytes(folder + "/one.webp")
      for name in 10..<40 { #expect(Fixture.bytes(folder + "/out/\(name).webp") == expected) }
    }
  }

  /// While a batch runs, no other writes to its folder.
  @Test func aFolderHasOneBatchAtATime() throws {
    try Samples.withFolder([:]) { (folder: String) throws in
      try Samples.makePipe(folder + "/in/a.json")
      let process = try Command.start(["batch", "in/a.json", "--to", "svga", "-o", "out"], folder: folder)
      defer { process.terminate() }
      for _ in 0..<3000 where Fixture.bytes(folder + "/out/.kiln-state").count < 20 { usleep(10_000) }
      let second = try Command.run("batch", "in/a.json", "--to", "svga", "-o", "out", folder: folder)
      #expect(second.exitCode == 73 && second.errors.contains("another batch"), "\(second.errors)")
      Files.remove(folder + "/in/a.json")
      try Samples.write(Array(Samples.box.utf8), folder + "/in/a.json")
      #expect(try Command.run("batch", "in", "--to", "svga", "-o", "other", folder: folder).exitCode == 0)
    }
  }
}

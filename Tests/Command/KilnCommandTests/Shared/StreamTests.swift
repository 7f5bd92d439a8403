import Foundation
import Kiln
import KilnTestSupport
import Testing

/// Standard streams that are closed, and signals.
@Suite struct StreamTests {
  /// Runs a shell's command line, in which `$kiln` is the command.
  private func shell(_ line: String, folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.environment = ProcessInfo.processInfo.environment.merging(["kiln": Command.executable?.path() ?? ""]) { $1 }
    try process.run()
    try process.waitForEnd()
    return process.terminationStatus
  }

  /// No file gets the number of a closed stream, and with it what is meant for the stream.
  @Test func closedStreamsDoNotEndUpInFiles() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      #expect(try shell("$kiln convert in/a.json a.svga", folder: folder) == 0)
      #expect(try shell("$kiln convert in/a.json b.svga <&- >&- 2>&-", folder: folder) == 73)
      #expect(try shell("$kiln batch in --to svga -o out <&- >&- 2>&-", folder: folder) == 73)
      let expected = Fixture.bytes(folder + "/a.svga")
      #expect(!expected.isEmpty && Fixture.bytes(folder + "/b.svga") == expected)
      #expect(Fixture.bytes(folder + "/out/a.svga") == expected)
      let lines = String(decoding: Fixture.bytes(folder + "/out/.kiln-state"), as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{") })
    }
  }

  /// A reader that goes away ends the batch with an error; what is finished stays.
  @Test func aClosedPipeEndsTheBatch() throws {
    let files = Dictionary(uniqueKeysWithValues: (10..<40).map { ("in/\($0).json", Samples.box) })
    try Samples.withFolder(files) { (folder: String) throws in
      let line = "{ $kiln batch in --to svga -o out --json -q 2> errors; echo $? > code; } | head -n 1 > first"
      #expect(try shell(line, folder: folder) == 0)
      #expect(String(decoding: Fixture.bytes(folder + "/code"), as: UTF8.self) == "73\n")
      #expect(String(decoding: Fixture.bytes(folder + "/errors"), as: UTF8.self).contains("standard output"))
      #expect(try shell("$kiln batch in --to svga -o out -q", folder: folder) == 0)
      #expect(Samples.results(in: folder + "/out").count == 30)
    }
  }

  /// SIGTERM ends a batch as SIGINT does; a second signal ends it at once, even while it waits for a worker.
  @Test(arguments: [SIGTERM, SIGINT])
  func signalsEndABatch(_ signal: Int32) throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      try Samples.makePipe(folder + "/in/b.json")
      let process = try Command.start(
        ["batch", "in", "in/b.json", "--to", "svga", "-o", "out", "-j", "1"], folder: folder)
      for _ in 0..<3000 where !Files.exists(folder + "/out/a.svga") { usleep(10_000) }
      kill(process.processIdentifier, signal)
      kill(process.processIdentifier, signal)
      try process.waitForEnd()
      #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
      #expect(Samples.results(in: folder + "/out") == ["a.svga"])
      // Its workers are gone, too: nobody holds the folder.
      Files.remove(folder + "/in/b.json")
      try Samples.write(Array(Samples.box.utf8), folder + "/in/b.json")
      #expect(try Command.run("batch", "in", "--to", "svga", "-o", "out", folder: folder).exitCode == 0)
    }
  }
}

import Foundation
import Kiln
import KilnTestSupport
import Testing

/// Signals in the middle of work, files that never end, and systems that allow too little.
@Suite struct SystemFaultTests {
  /// Runs a shell's command line, in which `$kiln` is the command. Returns the exit code and standard error.
  private func shell(_ line: String, folder: String) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "{ \(line); } 2> errors"]
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.environment = ProcessInfo.processInfo.environment.merging(["kiln": Command.executable?.path() ?? ""]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try process.waitForEnd()
    let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return (code, String(decoding: Fixture.bytes(folder + "/errors"), as: UTF8.self))
  }

  #if os(Linux)
    /// As in a container that has a part of the machine.
    @Test func asManyFramesAtATimeAsProcessorsItMayUse() throws {
      try Samples.withFolder([:]) { (folder: String) throws in
        let line = "taskset -c $(taskset -cp $$ | grep -o '[0-9]*$') \"$kiln\" render --help >&2"
        let found = try shell(line, folder: folder)
        let words = found.errors.split { $0.isWhitespace }.joined(separator: " ")
        #expect(found.code == 0)
        #expect(words.contains("at the same time. (default: 1)"))
      }
    }
  #endif

  /// A document whose timeline file has some megabytes.
  private static let large = Samples.box.replacing(#""op":4"#, with: #""op":20000"#).replacing(
    #"{"k":[5,3,0]}"#, with: #"{"a":1,"k":[{"t":0,"s":[0,0,0]},{"t":20000,"s":[20,10,0]}]}"#)

  /// The file that is being written is gone, and the exit code is that of an interrupt.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalLeavesNoPartialFile(_ signal: Int32) throws {
    try Samples.withFolder(["a.json": Self.large]) { (folder: String) throws in
      var caught = 0
      for _ in 0..<12 {
        let process = try Command.start(["convert", "a.json", "a.timeline.json", "--overwrite"], folder: folder)
        while process.isRunning, !Samples.names(in: folder).contains(where: { $0.hasPrefix(".a.timeline.json.") }) {}
        kill(process.processIdentifier, signal)
        try process.waitForEnd()
        let code = process.terminationReason == .exit ? process.terminationStatus : -1
        #expect(code == 128 + signal || code == 0)
        if code != 0 { caught += 1 }
        #expect(Samples.names(in: folder).filter { $0 != "a.timeline.json" } == ["a.json"])
      }
      #expect(caught > 0)
    }
  }

  /// A folder of frames is there as a whole or not at all; of single pictures none stays.
  @Test(arguments: [["convert", "a.json", "frames/"], ["render", "a.json", "-o", "frames", "--every", "1"]])
  func aSignalLeavesNoFrames(_ arguments: [String]) throws {
    try Samples.withFolder(["a.json": Self.large.replacing("20000", with: "2000")]) { (folder: String) throws in
      var caught = 0
      for pause: UInt32 in [1_000, 5_000, 20_000, 50_000, 100_000, 0] {
        try? FileManager.default.removeItem(atPath: folder + "/frames")
        let process = try Command.start(arguments, folder: folder)
        let isBegun: () -> Bool = {
          Samples.names(in: folder).contains { $0.hasPrefix(".frames.") }
            || !Samples.names(in: folder + "/frames").isEmpty
        }
        while process.isRunning, !isBegun() {}
        usleep(pause)
        kill(process.processIdentifier, SIGTERM)
        try process.waitForEnd()
        #expect(process.terminationReason == .exit && [0, 143].contains(process.terminationStatus))
        guard process.terminationStatus == 143 else { continue }
        caught += 1
        let left = Samples.names(in: folder).filter { $0 != "a.json" && $0 != "frames" }
        #expect(left.isEmpty && Samples.names(in: folder + "/frames").isEmpty)
      }
      #expect(caught > 0)
    }
  }

  /// Also while it waits for its input.
  @Test func aSignalEndsWhatWaits() throws {
    try Samples.withFolder([:]) { (folder: String) throws in
      #expect(mkfifo(folder + "/in", 0o600) == 0)
      let process = try Command.start(["convert", "in", "a.svga"], folder: folder)
      usleep(300_000)
      kill(process.processIdentifier, SIGTERM)
      try process.waitForEnd()
      #expect(process.terminationReason == .exit && process.terminationStatus == 143)
    }
  }

  /// What killed processes have left is removed by the next run, once no other run can be writing it.
  @Test func oldPartialFilesAreRemoved() throws {
    let (old, new) = (".a.svga.\(UUID().uuidString)", ".a.svga.\(UUID().uuidString)")
    let others = [".b.svga.\(UUID().uuidString)", ".a.svga.notes"]
    let files = Dictionary(uniqueKeysWithValues: ([old, new] + others).map { ($0, "") } + [("a.json", Samples.box)])
    try Samples.withFolder(files) { (folder: String) throws in
      for name in [old] + others {
        let before = Date(timeIntervalSinceNow: -3600)
        try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: folder + "/" + name)
      }
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder) == (["a.json", "a.svga", new] + others).sorted())
    }
  }

  /// A file that grows too large is an error, which leaves nothing.
  @Test func aLimitOfFileSizesIsAnError() throws {
    try Samples.withFolder(["a.json": Self.large]) { (folder: String) throws in
      let result = try shell("ulimit -f 1; $kiln convert a.json a.timeline.json", folder: folder)
      #expect(result.code == 73 && result.errors.contains("larger than this process may write"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "errors"])
    }
  }

  /// Too few open files are said, and no mistake of Kiln's.
  @Test func tooFewOpenFilesAreSaid() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { (folder: String) throws in
      for count in [4, 7] {
        let result = try shell("ulimit -n \(count); $kiln convert in/a.json f/", folder: folder)
        #expect(result.code == 71 && result.errors.contains("ulimit -n"), "\(result)")
      }
      for count in 8...12 {
        for line in [
          "batch in --to svga -o out\(count) -j 2", "convert in/a.json f\(count)/", "convert in/a.json w\(count).webp",
        ] {
          let result = try shell("ulimit -n \(count); $kiln \(line)", folder: folder)
          #expect([0, 71, 73].contains(result.code), "\(count), \(line): \(result)")
          #expect(result.code == 0 || !result.errors.isEmpty)
        }
      }
      // More than allowed at first is asked for.
      let raised = try shell("ulimit -S -n 5; $kiln batch in --to svga -o out -j 2", folder: folder)
      #expect(raised.code == 0, "\(raised)")
    }
  }

  /// What a batch remembers is a regular file.
  @Test func aStateThatIsNoFileIsRefused() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "fifo/x": "", "link/x": "", "target": "x"]) {
      (folder: String) throws in
      #expect(mkfifo(folder + "/fifo/.kiln-state", 0o600) == 0 && mkfifo(folder + "/fifo/.kiln-state.1-2", 0o600) == 0)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link/.kiln-state", withDestinationPath: "../target")
      for output in ["fifo", "link"] {
        let result = try Command.run("batch", "in", "--to", "svga", "-o", output, folder: folder)
        #expect(result.exitCode == 73 && result.errors.contains(".kiln-state"), "\(result.errors)")
      }
      #expect(Fixture.bytes(folder + "/target") == Array("x".utf8))
    }
  }

  /// Damage is told; what was cut by the end of a process is none.
  @Test func aDamagedStateIsTold() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { (folder: String) throws in
      func run(_ more: String...) throws -> Command.Result {
        try Command.run(["batch", "in", "--to", "svga", "-o", "out"] + more, folder: folder)
      }
      #expect(try run().errors.contains("state") == false)
      let state = folder + "/out/.kiln-state"
      let text = String(decoding: Fixture.bytes(state), as: UTF8.self)
      try Samples.write(Array((text + #"{"begun":{"outp"#).utf8), state)
      #expect(try run().errors.contains("damaged") == false)
      try Samples.write(Array(text.replacing("ended", with: "endde").utf8), state)
      let damaged = try run()
      #expect(
        damaged.errors.contains("warning: out/.kiln-state is damaged: 2 of its 4 lines cannot be read"),
        "\(damaged.errors)")
      try Samples.write(Array("garbage\n".utf8), state)
      let other = try run()
      #expect(other.errors.contains("out/.kiln-state is damaged, or of another version") && other.exitCode == 2)
      #expect(try run("--overwrite").exitCode == 0 && run().exitCode == 0)
    }
  }
}

import Foundation
import KilnPlatform
import KilnTestSupport
import Testing

/// What runs leave that were killed while they wrote.
@Suite struct KilledRunTests {
  /// Killed at different times while it writes many files, it leaves no half file, and the next run removes the rest.
  @Test func theNextRunRemovesWhatIsLeft() throws {
    try Samples.withFolder(["in.json": LimitHitTests.long]) { (folder: String) throws in
      for milliseconds in stride(from: 50, to: 800, by: 50) {
        let process = try Command.start(
          ["convert", "in.json", "out/", "--frames", "0..<200", "--width", "64"], folder: folder)
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
        kill(process.processIdentifier, SIGKILL)
        try process.waitForEnd()
        guard FileManager.default.fileExists(atPath: folder + "/out") else { continue }
        // It was done before the signal came.
        #expect(Samples.names(in: folder + "/out").count == 200)
        break
      }
      let next = try Command.run("convert", "in.json", "b.svga", "--frames", "0..<2", folder: folder)
      #expect(next.exitCode == 0, "\(next.errors)")
      #expect(Samples.names(in: folder).filter { $0 != "out" } == ["b.svga", "in.json"])
    }
  }

  /// Of processes of other machines only what is old is removed, and nothing of one that is at work.
  @Test func whatOthersWriteStays() throws {
    try Samples.withFolder([
      "in.json": Samples.box, ".other.svga.00000001-0000-0000-0000-000000000000": "x", ".hidden": "x",
      ".other.svga.not-an-identifier": "x",
    ]) { (folder: String) throws in
      #expect(try Command.run("convert", "in.json", "a.svga", folder: folder).exitCode == 0)
      #expect(
        Samples.names(in: folder) == [
          ".hidden", ".other.svga.00000001-0000-0000-0000-000000000000", ".other.svga.not-an-identifier", "a.svga",
          "in.json",
        ])
    }
  }

  /// The name under which a process writes a file.
  private static func partial(_ name: String, number: UInt32, start: UInt32) -> String {
    let hex = [number, start, ProcessIdentity.own.machine, 1].map { String(format: "%08X", $0) }.joined()
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(Array(hex)[$0]) }
    return ".\(name).\(parts.joined(separator: "-"))"
  }

  /// Of this machine what is left by a process that is gone is removed, whatever its name, also where another process has
  /// its number now; what a process is writing stays.
  @Test func onlyWhatNobodyWritesIsRemoved() throws {
    let gone = Process()
    gone.executableURL = Command.executable
    gone.arguments = ["--version"]
    gone.standardOutput = FileHandle.nullDevice
    try gone.run()
    try gone.waitForEnd()
    let own = ProcessIdentity.own
    let dead = Self.partial("b.webp", number: UInt32(gone.processIdentifier), start: 7)
    let reused = Self.partial("c.webp", number: own.number, start: own.start &+ 1)
    let alive = Self.partial("d.webp", number: own.number, start: own.start)
    try Samples.withFolder(["in.json": Samples.box, dead: "x", "\(reused)/0001.png": "x", alive: "x"]) {
      (folder: String) throws in
      #expect(try Command.run("convert", "in.json", "a.svga", folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder) == [alive, "a.svga", "in.json"])
    }
  }
}

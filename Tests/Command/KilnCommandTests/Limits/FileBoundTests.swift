import Foundation
import KilnTestSupport
import Testing

/// Time and memory of a single conversion.
@Suite(.serialized) struct FileBoundTests {
  private static let long = LimitHitTests.long

  @Test(arguments: [
    ["out.webp", "--timeout", "0.5"], ["out.gif", "--file-timeout", "0.5"], ["out/", "--timeout", "0.5"],
    ["out.webp", "--limit", "time=1"], ["out.webp", "--untrusted", "--limit", "time=1"],
  ])
  func aConversionEndsInTime(_ arguments: [String]) throws {
    try Samples.withFolder(["in.json": Self.long]) { (folder: String) throws in
      let start = ContinuousClock.now
      let result = try Command.run(["convert", "in.json"] + arguments, folder: folder)
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(result.exitCode == 65, "\(result.errors)")
      let words = #/error: in.json: it took longer than [0-9.]+ s and was ended while it was [a-z]+ing .*; /#
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.contains("; nothing was written; raise --timeout, or choose"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["in.json"])
    }
  }

  @Test func aConversionKeepsToItsMemory() throws {
    try Samples.withFolder(["in.json": Self.long]) { (folder: String) throws in
      let result = try Command.run("convert", "in.json", "out.apng", "--memory", "5MB", folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)")
      #expect(result.errors.contains("it took more than 5 MB of memory and was ended while it was "))
      #expect(result.errors.contains("raise --memory"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["in.json"])
    }
  }

  /// A program in the place of ffmpeg that holds far more than Kiln does.
  @Test(arguments: [["convert", "in/a.json", "a.mp4"], ["batch", "in", "--to", "mp4", "-o", "out"]])
  func theMemoryOfProgramsCounts(_ arguments: [String]) throws {
    let program = """
      #!/bin/sh
      case "$*" in *-version*) echo 'ffmpeg version 6.0 x'; exit 0;; esac
      echo $$ > "$(dirname "$0")/started"
      exec dd if=/dev/zero of=/dev/null bs=900000000
      """
    try Samples.withFolder(["in/a.json": Samples.box, "ffmpeg": program]) { (folder: String) throws in
      let path = folder + "/ffmpeg"
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let start = ContinuousClock.now
      let result = try Command.run(
        arguments + ["--memory", "400MB"], folder: folder, environment: ["KILN_FFMPEG": path])
      #expect(ContinuousClock.now - start < .seconds(60))
      #expect(result.exitCode == (arguments[0] == "batch" ? 2 : 65), "\(result.errors)")
      #expect(result.errors.contains("it took more than 400 MB of memory and was ended"), "\(result.errors)")
      let text = String(decoding: Fixture.bytes(folder + "/started"), as: UTF8.self)
      let identifier = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      // Ended with its parent, but perhaps not yet collected by the system.
      for _ in 0..<100 where kill(identifier, 0) == 0 { usleep(50_000) }
      #expect(kill(identifier, 0) != 0)
    }
  }

  @Test func aReplacedFileStays() throws {
    try Samples.withFolder(["in.json": Self.long, "out.webp": "precious"]) { (folder: String) throws in
      let result = try Command.run("convert", "in.json", "out.webp", "--overwrite", "--timeout", "0.3", folder: folder)
      #expect(result.exitCode == 65)
      #expect(Fixture.bytes(folder + "/out.webp") == Array("precious".utf8))
      #expect(Samples.names(in: folder) == ["in.json", "out.webp"])
    }
  }

  @Test func theErrorIsOneForMachines() throws {
    try Samples.withFolder(["in.json": Self.long]) { (folder: String) throws in
      let result = try Command.run("convert", "in.json", "out.webp", "--timeout", "0.3", "--json", folder: folder)
      #expect(result.exitCode == 65 && result.json["exitCode"] as? Int == 65)
      let error = try #require(result.json["error"] as? [String: Any])
      #expect(error["rule"] as? String == "limit.exceeded", "\(error)")
    }
  }

  /// Commands that draw: others are done before anybody looks.
  @Test(arguments: ["render in.json -o out", "compare in.json in.json"])
  func otherCommandsEnd(_ line: String) throws {
    try Samples.withFolder(["in.json": Self.long]) { (folder: String) throws in
      let words = line.split(separator: " ").map(String.init)
      let result = try Command.run(words + ["--untrusted", "--limit", "memory=5MB"], folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)\(result.output)")
      #expect((result.errors + result.output).contains("it took more than 5 MB of memory"), "\(result.errors)")
      #expect(Samples.names(in: folder).filter { $0 != "out" } == ["in.json"])
    }
  }

  @Test func whatIsInTimeIsAsWithoutBounds() throws {
    try Samples.withFolder(["in.json": Samples.box]) { (folder: String) throws in
      let bounds = ["--timeout", "60", "--memory", "none"]
      #expect(try Command.run(["convert", "in.json", "a.svga"] + bounds, folder: folder).exitCode == 0)
      #expect(try Command.run("convert", "in.json", "b.svga", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/a.svga") == Fixture.bytes(folder + "/b.svga"))
    }
  }

  @Test(arguments: ["0", "-1", "nan", "1e9"]) func otherTimesAreRefused(_ seconds: String) throws {
    #expect(try Command.run("convert", "a.json", "a.svga", "--timeout=\(seconds)").exitCode == 64)
  }
}

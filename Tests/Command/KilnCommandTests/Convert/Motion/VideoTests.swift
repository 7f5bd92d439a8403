import Foundation
import KilnDiagnostics
import KilnTestSupport
import KilnVideo
import Testing

/// The command with video. What needs ffmpeg is left out where it is not installed.
@Suite struct VideoTests {
  static let isThere = (try? FFmpeg()) != nil

  @Test(arguments: ["a.mp4", "a.webm", "a.mov"]) func withoutTheProgramNothingIsWritten(_ output: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "convert", "a.json", output, folder: folder, environment: ["KILN_FFMPEG": folder + "/none"])
      #expect(result.exitCode == 71)
      #expect(result.errors.contains("KILN_FFMPEG"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  /// Programs in the place of ffmpeg, after one that says a good version: each is told apart, and leaves nothing behind.
  @Test(arguments: [
    ("exit 1", 71, "code 1"), ("kill -9 $$", 71, "signal 9"), ("cat > /dev/null", 71, "nothing"),
    ("echo 'Error writing: No space left on device' >&2; exit 1", 73, "no room"),
    ("echo 'Unknown encoder libx264' >&2; exit 1", 71, "lacks"),
  ])
  func aProgramThatFailsLeavesTheOldFile(_ script: String, _ code: Int, _ text: String) throws {
    let version = "case \"$*\" in *-version*) echo 'ffmpeg version 6.0 x'; exit 0;; esac"
    let program = "#!/bin/sh\n\(version)\n\(script)\n"
    try Samples.withFolder(["a.json": Samples.box, "a.mp4": "old", "ffmpeg": program]) { folder in
      let path = folder + "/ffmpeg"
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let result = try Command.run(
        "convert", "a.json", "a.mp4", "--overwrite", folder: folder, environment: ["KILN_FFMPEG": path])
      #expect(result.exitCode == code, "\(script): \(result.errors)")
      #expect(result.errors.contains(text), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "a.mp4", "ffmpeg"])
      #expect(String(decoding: Fixture.bytes(folder + "/a.mp4"), as: UTF8.self) == "old")
    }
  }

  @Test(.enabled(if: isThere)) func resultsAreVerified() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      for arguments in [["a.mp4"], ["b.mp4", "--alpha", "right"], ["c.webm"], ["d.mov"], ["e.mov", "--width", "31"]] {
        let result = try Command.run(["convert", "a.json"] + arguments + ["--verify", "0.9"], folder: folder)
        #expect(result.exitCode == 0, "\(arguments): \(result.errors)")
        #expect(result.output.contains("similar to its source"), "\(result.output)")
      }
      #expect(Samples.names(in: folder) == ["a.json", "a.mp4", "a.vapc.json", "b.mp4", "c.webm", "d.mov", "e.mov"])
    }
  }

  /// Results of a batch are compared with their sources, as far as files say where alpha is.
  @Test(.enabled(if: isThere)) func batchesAreValidated() throws {
    let project = """
      version: 1
      conversions:
        vap: {inputs: [a.json], outputs: "{stem}.mp4"}
        web: {inputs: [a.json], outputs: "{stem}.webm"}
        halves: {inputs: [a.json], outputs: "{stem}-halves.mp4", options: {alpha: right}}
      """
    let other = Samples.box.replacing("[5,3,0]", with: "[11,6,0]")
    try Samples.withFolder(["a.json": Samples.box, "b.json": other, ".kiln.yml": project]) { folder in
      let made = try Command.run("batch", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      let files = ["a.mp4", "a.webm", "a-halves.mp4"]
      let fine = try Command.run(["validate"] + files, folder: folder)
      #expect(fine.exitCode == 0, "\(fine.output)")
      #expect(try Command.run("convert", "b.json", "a.mp4", "--overwrite", folder: folder).exitCode == 0)
      let other = try Command.run(["validate"] + files, folder: folder)
      #expect(other.exitCode == 1 && other.output.contains("[output.unlikeSource]"), "\(other.output)")
    }
  }

  /// It is the file's fault, not that of the machine.
  @Test(.enabled(if: isThere)) func aDamagedVideoIsBadInput() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      #expect(try Command.run("convert", "a.json", "a.mp4", folder: folder).exitCode == 0)
      var bytes = Fixture.bytes(folder + "/a.mp4")
      let frames = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
      for index in bytes.indices[frames...] { bytes[index] = UInt8(truncatingIfNeeded: index &* 7 &+ 13) }
      try Samples.write(bytes, folder + "/a.mp4")
      let result = try Command.run("convert", "a.mp4", "b.svga", folder: folder)
      #expect(result.exitCode == 65 && result.errors.contains("the video cannot be decoded"), "\(result.errors)")
      #expect(!Samples.names(in: folder).contains("b.svga"))
    }
  }

  @Test func optionsOfOthersAreRefused() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      for arguments in [["a.webm", "--alpha", "left"], ["a.mov", "--quality", "50"], ["a.mp4", "--fps", "25"]] {
        let result = try Command.run(["convert", "a.json"] + arguments, folder: folder)
        #expect(result.exitCode == 64, "\(arguments): \(result.errors)")
      }
    }
  }
}

import Foundation
import Kiln
import KilnCommand
import KilnProject
import KilnTestSupport
import Testing

/// `kiln init` as users run it.
@Suite struct InitTests {
  private static let files = [
    "designs/a.json": Samples.box, "designs/x/b.json": Samples.box, "stickers/c.json": Samples.box,
    "package.json": #"{"name":"x"}"#,
  ]

  /// Video only where ffmpeg is installed.
  private static let formats = OutputFormat.all.filter {
    VideoTests.isThere || !["mp4", "webm", "mov"].contains($0.id)
  }

  @Test(arguments: formats) func whatIsWrittenBuilds(_ format: OutputFormat) throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("init", "--to", format.id, "-o", "made", folder: folder)
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.contains("designs: 2 files in designs") && result.output.contains("stickers: 1 file in"))
      let built = try Command.run("batch", folder: folder)
      #expect(built.exitCode == 0 && built.output.contains("converted  3"), "\(built.errors)")
      #expect(Samples.names(in: folder + "/made") == ["designs", "stickers"])
    }
  }

  /// The state of batches belongs to one machine.
  @Test func aLineForGitIsProposedUnlessItIsThere() throws {
    try Samples.withFolder(Self.files) { folder in
      let line = "add a line to .gitignore: .kiln-state*"
      #expect(try Command.run("init", folder: folder).output.contains(line))
      try Samples.write(Array("/stickers/\n.kiln-state*\n".utf8), folder + "/.gitignore")
      let again = try Command.run("init", "--overwrite", folder: folder).output
      #expect(!again.contains(line) && again.contains("designs") && !again.contains("stickers"), "\(again)")
      let all = try Command.run("init", "--overwrite", "--no-gitignore", folder: folder).output
      #expect(all.contains("stickers: 1 file"), "\(all)")
    }
  }

  @Test func anExistingFileStays() throws {
    try Samples.withFolder([".kiln.yml": "mine"]) { folder in
      #expect(try Command.run("init", folder: folder).exitCode == 73)
      #expect(Fixture.bytes(folder + "/.kiln.yml") == Array("mine".utf8))
      let result = try Command.run("init", "--overwrite", "--json", folder: folder)
      #expect(result.exitCode == 0 && result.json["conversions"] as? [String] == ["designs"])
      #expect(result.json["animations"] as? Int == 0)
      #expect(try Command.run("batch", folder: folder).exitCode == 66)
    }
  }

  @Test func aTerminalIsAsked() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Terminal.run(["init"], folder: folder, typing: "wepb\nwebp\nresults\nsvga-gfit\nnone\n") { _ in }
      #expect(result.exitCode == 0 && result.shown.contains("did you mean webp?"), "\(result.shown)")
      let text = String(decoding: Fixture.bytes(folder + "/.kiln.yml"), as: UTF8.self)
      #expect(text.contains("outputs: results/designs/{dir}/{stem}.webp"), "\(text)")
    }
  }

  @Test(arguments: ValidationPreset.all.map(\.name)) func presetsAreWrittenAndHold(_ preset: String) throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Command.run("init", "--preset", preset, folder: folder)
      #expect(result.exitCode == 0 && result.output.contains("`kiln validate` checks them."), "\(result.errors)")
      let converts = ValidationPreset(named: preset)?.format != nil
      #expect(result.output.contains("`kiln batch` converts them.") == converts)
      let text = String(decoding: Fixture.bytes(folder + "/.kiln.yml"), as: UTF8.self)
      #expect(text.contains("preset: \(preset)") && text.contains("conversions:") == converts, "\(text)")
      let validated = try Command.run("validate", "--json", folder: folder)
      #expect([0, 1].contains(validated.exitCode), "\(validated.errors)")
      #expect(validated.jsonLines.count == 3)
    }
  }

  @Test func aTerminalIsAskedForAPreset() throws {
    try Samples.withFolder(Self.files) { folder in
      let result = try Terminal.run(
        ["init", "--to", "svga", "-o", "x"], folder: folder, typing: "svga-gfit\nsvga-gift\n"
      ) { _ in }
      #expect(result.exitCode == 0 && result.shown.contains("did you mean svga-gift?"), "\(result.shown)")
      let text = String(decoding: Fixture.bytes(folder + "/.kiln.yml"), as: UTF8.self)
      #expect(text.contains("preset: svga-gift") && text.contains("decoded-memory: 15MiB"), "\(text)")
    }
  }

  @Test(arguments: ["/abs", "{a}", ""]) func odd(_ output: String) throws {
    #expect(try Command.run("init", "-o", output, "--schema").exitCode == 64)
  }
}

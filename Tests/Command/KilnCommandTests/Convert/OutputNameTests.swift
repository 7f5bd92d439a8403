import KilnTestSupport
import Testing

/// Names of outputs that mean something else than was meant, and of inputs that are not there.
@Suite struct OutputNameTests {
  @Test(arguments: ["at/x/hero.svga", "at/x/hero.png", "at/x/frames/"])
  func missingFoldersAreMade(_ output: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", output, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(!Samples.names(in: folder + "/at/x").isEmpty)
    }
  }

  @Test func atlasesAndStillsMakeFolders() throws {
    try Samples.withFolder(["a.json": Samples.box, "b.json": Samples.lateBox]) { folder in
      let atlas = try Command.run("atlas", "a.json", "b.json", "-o", "at/x/hero.png", folder: folder)
      #expect(atlas.exitCode == 0, "\(atlas.errors)")
      #expect(Samples.names(in: folder + "/at/x") == ["hero.json", "hero.png"])
      let still = try Command.run("convert", "a.json", "a.svga", "--poster-out", "s/t/p.png", folder: folder)
      #expect(still.exitCode == 0 && Samples.names(in: folder + "/s/t") == ["p.png"], "\(still.errors)")
    }
  }

  /// A folder is for frames only if a slash says so.
  @Test func aFolderWithoutSlashIsRefused() throws {
    try Samples.withFolder(["badge.json": Samples.box, "designs/mine.txt": ""]) { folder in
      let result = try Command.run("convert", "badge.json", "designs", "--overwrite", folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("designs/badge.svga") && result.errors.contains("designs/"), "\(result.errors)")
      #expect(Samples.names(in: folder + "/designs") == ["mine.txt"])
      let asked = try Command.run("convert", "badge.json", "designs", "--to", "svga", "--overwrite", folder: folder)
      #expect(
        asked.exitCode == 73 && asked.errors.contains("designs is a folder; name a file in it"), "\(asked.errors)")
    }
  }

  @Test(arguments: [".svga", "x/.WEBP", ".timeline.json", "./.png"])
  func anExtensionAloneIsNoName(_ output: String) throws {
    try Samples.withFolder(["badge.json": Samples.box]) { folder in
      let result = try Command.run("convert", "badge.json", output, folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains("badge."), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["badge.json"])
    }
  }

  @Test func anErrorAboutTheOutputNamesTheOutput() throws {
    try Samples.withFolder(["a.json": Samples.box, "file": "a file"]) { folder in
      let result = try Command.run("convert", "a.json", "file/x.svga", folder: folder)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("error: file") && !result.errors.contains("a.json:"), "\(result.errors)")
    }
  }

  @Test(arguments: [
    ("bagde.json", "there is no such file; did you mean badge.json?"),
    ("desings/gift.json", "there is no folder desings; did you mean designs?"),
    ("designs/gitf.json", "there is no such file; did you mean designs/gift.json?"),
    ("nothing-like-it", "there is no such file; check the path"),
  ])
  func whatIsNotThereIsSuggested(_ input: String, _ text: String) throws {
    try Samples.withFolder(["badge.json": Samples.box, "designs/gift.json": Samples.box]) { folder in
      let result = try Command.run("convert", input, "o.svga", folder: folder)
      #expect(result.exitCode == 66 && result.errors.contains(text), "\(result.errors)")
    }
  }
}

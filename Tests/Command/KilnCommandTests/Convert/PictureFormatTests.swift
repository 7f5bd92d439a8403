import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// The command with the formats of pictures that have no page of options: APNG, GIF and sequences.
@Suite struct PictureFormatTests {
  @Test func aNameWithASlashIsAFolderOfAllFrames() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "out/frames/", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.output.contains("out/frames/  4 files, "), "\(result.output)")
      let names = Samples.names(in: folder + "/out/frames")
      #expect(names == ["0000.png", "0001.png", "0002.png", "0003.png"])
      let rendered = try Command.run("render", "a.json", "--frames", "all", "-o", "rendered", folder: folder)
      #expect(rendered.exitCode == 0, "\(rendered.errors)")
      for (number, name) in names.enumerated() {
        let frame = try ImageDecoder.decode(Fixture.bytes(folder + "/out/frames/" + name), limits: Limits())
        let expected = try ImageDecoder.decode(Fixture.bytes(folder + "/rendered/\(number).png"), limits: Limits())
        #expect(frame == expected, "\(name)")
      }
    }
  }

  @Test func aFolderThatIsNotEmptyIsReplacedOnlyIfAskedFor() throws {
    try Samples.withFolder(["a.json": Samples.box, "out/0009.png": "old", "out/notes.txt": "mine"]) { folder in
      let refused = try Command.run("convert", "a.json", "out/", folder: folder)
      #expect(refused.exitCode == 73)
      #expect(refused.errors.contains("out is not empty") && refused.errors.contains("--overwrite"))
      #expect(Samples.names(in: folder + "/out") == ["0009.png", "notes.txt"])
      let replaced = try Command.run("convert", "a.json", "out/", "--overwrite", folder: folder)
      #expect(replaced.exitCode == 0, "\(replaced.errors)")
      // The frame of a longer animation is gone; what is no frame stays.
      let names = ["0000.png", "0001.png", "0002.png", "0003.png", "notes.txt"]
      #expect(Samples.names(in: folder + "/out") == names)
    }
  }

  @Test func aFileWhereAFolderMustBeIsRefused() throws {
    try Samples.withFolder(["a.json": Samples.box, "out": "a file"]) { folder in
      let result = try Command.run("convert", "a.json", "out/", "--overwrite", folder: folder)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("out is a file"), "\(result.errors)")
      #expect(String(decoding: Fixture.bytes(folder + "/out"), as: UTF8.self) == "a file")
    }
  }

  @Test(arguments: [("a.apng", [0x89, 0x50, 0x4E, 0x47]), ("a.gif", Array("GIF89a".utf8))] as [(String, [UInt8])])
  func theExtensionDecides(_ name: String, _ signature: [UInt8]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", name, "--loop", "2", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Fixture.bytes(folder + "/" + name).starts(with: signature))
    }
  }

  @Test func aGIFOfManyFramesASecondIsSlowedDownAndSaid() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "a.gif", "--fps", "100", folder: folder)
      #expect(result.errors.contains("below 20 ms; 100 frames per second become 50"), "\(result.errors)")
    }
  }

  @Test func severalFilesCannotGoToStandardOutput() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "-", "--to", "frames", folder: folder)
      #expect(result.exitCode == 64)
    }
  }
}

import Foundation
import KilnTestSupport
import Testing

/// Runs that end badly leave the folder as it was.
@Suite struct LeftoverTests {
  @Test func aKilledRunLeavesNothing() throws {
    // Long enough that it is still at work when the signal comes: no frame is like the one before.
    let text = Samples.box.replacing(#""op":4"#, with: #""op":4000"#).replacing(
      #"{"k":[5,3,0]}"#, with: #"{"a":1,"k":[{"t":0,"s":[0,0,0]},{"t":4000,"s":[20,10,0]}]}"#)
    try Samples.withFolder(["a.json": text]) { folder in
      let process = try Command.start(
        ["convert", "a.json", "a.webp", "--width", "1200", "--effort", "max"], folder: folder)
      Thread.sleep(forTimeInterval: 0.3)
      // Threads of the tests block SIGTERM, and what they start inherits that.
      kill(process.processIdentifier, SIGKILL)
      try process.waitForEnd()
      #expect(process.terminationReason == .uncaughtSignal, "it was done before the signal came")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func aReplacedFileStaysWhenTheRunFails() throws {
    try Samples.withFolder(["a.json": #"{"v":"5.7.0","fr":20,"#, "a.svga": "precious"]) { folder throws in
      #expect(try Command.run("convert", "a.json", "a.svga", "--overwrite", folder: folder).exitCode == 65)
      #expect(Fixture.bytes(folder + "/a.svga") == Array("precious".utf8))
      #expect(Samples.names(in: folder) == ["a.json", "a.svga"])
    }
  }

  /// Either both files of an atlas or none.
  @Test func anAtlasIsNeverHalf() throws {
    try Samples.withFolder(["in.json": Samples.box, "a.json/keep": ""]) { folder in
      let result = try Command.run("convert", "in.json", "a.png", "--overwrite", folder: folder)
      #expect(result.exitCode == 73)
      #expect(Samples.names(in: folder) == ["a.json", "in.json"])
    }
  }

  @Test func anExistingDescriptorStopsTheAtlas() throws {
    try Samples.withFolder(["in.json": Samples.box, "a.json": "precious"]) { folder in
      let result = try Command.run("convert", "in.json", "a.png", folder: folder)
      #expect(result.exitCode == 73)
      #expect(Fixture.bytes(folder + "/a.json") == Array("precious".utf8))
      #expect(Samples.names(in: folder) == ["a.json", "in.json"])
    }
  }

  /// `icon.png` has its descriptor in `icon.json`, which may be the animation itself.
  @Test func theInputIsNeverReplaced() throws {
    try Samples.withFolder(["icon.json": Samples.box]) { folder in
      let result = try Command.run("convert", "icon.json", "icon.png", "--overwrite", folder: folder)
      #expect(result.exitCode != 0)
      #expect(String(decoding: Fixture.bytes(folder + "/icon.json"), as: UTF8.self) == Samples.box)
    }
  }

  @Test func aFolderThatCannotBeWrittenToIs73() throws {
    try Samples.withFolder(["a.json": Samples.box, "file": ""]) { folder throws in
      #expect(try Command.run("convert", "a.json", "file/none/a.svga", folder: folder).exitCode == 73)
      #expect(try Command.run("render", "a.json", "-o", "file", folder: folder).exitCode == 73)
      #expect(Samples.names(in: folder) == ["a.json", "file"])
    }
  }

  /// Pictures that were drawn before one could not be written are no result.
  @Test func aFailedRenderLeavesNoPictures() throws {
    try Samples.withFolder(["a.json": Samples.box, "made/2.png/keep": ""]) { folder in
      let result = try Command.run("render", "a.json", "-o", "made", folder: folder)
      #expect(result.exitCode == 73)
      #expect(Samples.names(in: folder + "/made") == ["2.png"])
    }
  }
}

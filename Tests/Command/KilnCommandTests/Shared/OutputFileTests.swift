import Foundation
import KilnTestSupport
import Testing

/// Outputs and inputs that are no regular files.
@Suite struct OutputFileTests {
  private func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  @Test func aLinkStaysAndTheFileBehindItIsReplaced() throws {
    try Samples.withFolder(["a.json": Samples.box, "real/old.svga": "old"]) { folder in
      let link = folder + "/link.svga"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/old.svga")
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder + "/real/old.svga")
      let kept = try Command.run("convert", "a.json", "link.svga", folder: folder)
      #expect(kept.exitCode == 73)
      let result = try Command.run("convert", "a.json", "link.svga", "--overwrite", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(isLink(link))
      #expect(Fixture.bytes(folder + "/real/old.svga").first == 0x78)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/real/old.svga")
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(Samples.names(in: folder + "/real") == ["old.svga"])
    }
  }

  @Test func aLinkToNothingIsFollowed() throws {
    try Samples.withFolder(["a.json": Samples.box, "real/keep": ""]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link.svga", withDestinationPath: "real/new.svga")
      #expect(try Command.run("convert", "a.json", "link.svga", folder: folder).exitCode == 0)
      #expect(isLink(folder + "/link.svga"))
      #expect(Samples.names(in: folder + "/real") == ["keep", "new.svga"])
    }
  }

  @Test func pipesAreWrittenIntoAndReadFrom() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      #expect(mkfifo(folder + "/pipe.svga", 0o600) == 0)
      let reader = Process()
      reader.executableURL = URL(filePath: "/bin/sh")
      reader.arguments = ["-c", "cat pipe.svga > got.svga"]
      reader.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
      try reader.run()
      let result = try Command.run("convert", "a.json", "pipe.svga", folder: folder)
      try reader.waitForEnd()
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try Command.run("convert", "a.json", "b.svga", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/got.svga") == Fixture.bytes(folder + "/b.svga"))
    }
  }

  /// As with `kiln convert <(gunzip < a.json.gz) a.svga`.
  @Test func inputFromAPipeWorks() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      #expect(mkfifo(folder + "/in", 0o600) == 0)
      let writer = Process()
      writer.executableURL = URL(filePath: "/bin/sh")
      writer.arguments = ["-c", "cat a.json > in"]
      writer.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
      try writer.run()
      let result = try Command.run("inspect", "in", "--json", folder: folder)
      try writer.waitForEnd()
      #expect(result.json["format"] as? String == "lottie", "\(result.errors)")
    }
  }

  @Test(arguments: ["/dev/full", "/dev/null"]) func devicesAreRefusedAndStay(_ device: String) throws {
    guard FileManager.default.fileExists(atPath: device) else { return }
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", device, "--to", "svga", "--overwrite", folder: folder)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("it is a device"))
      let type = try FileManager.default.attributesOfItem(atPath: device)[.type] as? FileAttributeType
      #expect(type == .typeCharacterSpecial)
    }
  }

  @Test func standardOutputHasAPathToo() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let hyphen = try Command.run("convert", "a.json", "-", "--to", "svga", folder: folder)
      let path = try Command.run("convert", "a.json", "/dev/stdout", "--to", "svga", folder: folder)
      #expect(path.exitCode == 0, "\(path.errors)")
      #expect(path.bytes == hyphen.bytes && !path.bytes.isEmpty)
    }
  }
}

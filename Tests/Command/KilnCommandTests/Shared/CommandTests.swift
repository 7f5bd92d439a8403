import Foundation
import KilnTestSupport
import Testing

@Suite struct CommandTests {
  @Test func convertWritesTheFileThatTheExtensionAsksFor() throws {
    try Fixture.withTemporaryFolder { folder in
      try Data(Samples.box.utf8).write(to: URL(filePath: folder + "/a.json"))
      for name in ["svga", "webp", "png"] {
        let result = try Command.run("convert", folder + "/a.json", folder + "/a-\(name).\(name)")
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      let made = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(made == ["a-png.json", "a-png.png", "a-svga.svga", "a-webp.webp", "a.json"])
    }
  }

  /// Wrong inputs: what they are, their bytes, the exit code, and a word that the message must have.
  @Test(arguments: [
    ("empty file", "", 65, "empty"),
    ("truncated", #"{"v":"5.7.0","fr":20,"#, 65, "not valid JSON"),
    ("other JSON", #"{"hello":"world"}"#, 65, "no layers"),
    ("text", "hello", 65, "neither Lottie nor SVGA"),
    ("SVGA saved as text", "x\u{FFFD}\u{FFFD}\u{FFFD}cp.L\u{13}6\u{FFFD}", 65, "as text"),
    ("absurd canvas", #"{"fr":20,"ip":0,"op":4,"w":1e9,"h":1e9,"layers":[]}"#, 65, "above the limit"),
    ("absurd length", #"{"fr":20,"ip":0,"op":1e12,"w":10,"h":10,"layers":[]}"#, 65, "above the limit"),
    ("no frames", #"{"fr":20,"ip":4,"op":4,"w":10,"h":10,"layers":[]}"#, 65, "no frames"),
    ("no frame rate", #"{"fr":0,"ip":0,"op":4,"w":10,"h":10,"layers":[]}"#, 65, "frame rate"),
    (
      "missing image",
      #"{"fr":20,"ip":0,"op":4,"w":10,"h":10,"assets":[{"id":"i","w":4,"h":4,"u":"images/","p":"a.png","e":0}],"#
        + #""layers":[{"ty":2,"nm":"Photo","refId":"i","ip":0,"op":4,"st":0,"ks":{}}]}"#, 65, "images/a.png"
    ),
  ])
  func wrongInputEndsWithAMessageAndLeavesNothing(_ what: String, _ text: String, _ exitCode: Int, _ word: String)
    throws
  {
    try Fixture.withTemporaryFolder { folder in
      try Data(text.utf8).write(to: URL(filePath: folder + "/a.json"))
      for name in ["svga", "webp", "png"] {
        let result = try Command.run("convert", folder + "/a.json", folder + "/out." + name)
        #expect(result.exitCode == exitCode, "\(what): \(result.errors)")
        #expect(result.errors.contains(word), "\(what): \(result.errors)")
        #expect(result.output.isEmpty)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.json"])
    }
  }

  @Test func missingInputAndExistingOutputHaveTheirExitCodes() throws {
    try Fixture.withTemporaryFolder { folder in
      #expect(try Command.run("convert", folder + "/none.json", folder + "/a.svga").exitCode == 66)
      try Data(Samples.box.utf8).write(to: URL(filePath: folder + "/a.json"))
      try Data("precious".utf8).write(to: URL(filePath: folder + "/a.svga"))
      #expect(try Command.run("convert", folder + "/a.json", folder + "/a.svga").exitCode == 73)
      #expect(Fixture.bytes(folder + "/a.svga") == Array("precious".utf8))
      #expect(try Command.run("convert", folder + "/a.json", folder + "/a.svga", "--overwrite").exitCode == 0)
      #expect(try Command.run("convert", folder + "/a.json", folder + "/a.svga/none/b.svga").exitCode == 73)
      #expect(try Command.run("convert", folder + "/a.json", folder + "/a.avi").exitCode == 64)
    }
  }
}

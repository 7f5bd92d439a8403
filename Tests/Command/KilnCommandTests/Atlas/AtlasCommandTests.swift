import Foundation
import KilnTestSupport
import Testing

@Suite struct AtlasCommandTests {
  private static let moved = Samples.box.replacing(#""sw":8,"sh":4"#, with: #""sw":6,"sh":6"#)

  @Test func severalAnimationsShareAPage() throws {
    try Samples.withFolder(["walk.json": Samples.box, "jump.json": Self.moved]) { folder in
      let result = try Command.run("atlas", "walk.json", "jump.json", "-o", "hero.png", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder) == ["hero.json", "hero.png", "jump.json", "walk.json"])
      let object = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/hero.json")))
      let animations = try #require((object as? [String: Any])?["animations"] as? [String: [String]])
      #expect(Set(animations.keys) == ["walk", "jump"])
      let again = try Command.run("atlas", "walk.json", "jump.json", "-o", "hero.png", folder: folder)
      #expect(again.exitCode == 73 && again.errors.contains("--overwrite"), "\(again.errors)")
    }
  }

  @Test func descriptorsNeverReplaceAnInput() throws {
    try Samples.withFolder(["walk.json": Samples.box]) { folder in
      let result = try Command.run("atlas", "walk.json", "-o", "walk.png", "--overwrite", folder: folder)
      #expect(result.exitCode == 73 && result.errors.contains("replace the input"), "\(result.errors)")
      let other = try Command.run(
        "atlas", "walk.json", "-o", "walk.png", "--descriptor", "cocos2d", folder: folder)
      #expect(other.exitCode == 0, "\(other.errors)")
      #expect(Samples.names(in: folder) == ["walk.json", "walk.plist", "walk.png"])
    }
  }

  @Test(arguments: [
    ("-o hero.svga", ".png or .webp"), ("-o hero.png --descriptor frames", "slash"),
    ("-o hero.png --descriptor godot --rotate", "--rotate"), ("-o hero.png --scale-variants 1,x", "scale-variants"),
    ("-o hero.png --max-bytes 9k --min-fps 5", "--min-fps"), ("-o hero.png --quality 5", "--quality"),
  ])
  func wrongOptionsAreRefused(_ options: String, _ expected: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let words = options.split(separator: " ").map(String.init)
      let result = try Command.run(["atlas", "a.json"] + words, folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains(expected), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  /// Nothing is read or written where one of the files is there already.
  @Test func filesOfAllSizesMustBeFree() throws {
    try Samples.withFolder(["a.json": "no animation", "out@2x.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "out.png", "--scale-variants", "1,2", folder: folder)
      #expect(result.exitCode != 0 && result.errors.contains("out@2x.json exists already"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "out@2x.json"])
    }
  }

  @Test(arguments: [
    ("out.png --descriptor libgdx", ["out.atlas", "out.png"]),
    ("out.webp --descriptor phaser", ["out.json", "out.webp"]),
    ("out.png --scale-variants 1,2", ["out@1x.json", "out@1x.png", "out@2x.json", "out@2x.png"]),
    ("out.png --descriptor sprites", ["out.png", "out.timeline.json"]),
    ("out/ --descriptor frames", ["out"]),
  ])
  func convertWritesWhatTheDescriptorNeeds(_ options: String, _ names: [String]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let words = options.split(separator: " ").map(String.init)
      let result = try Command.run(["convert", "a.json"] + words, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"] + names)
    }
  }
}

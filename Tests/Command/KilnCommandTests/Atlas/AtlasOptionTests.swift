import Foundation
import KilnTestSupport
import Testing

@Suite struct AtlasOptionTests {
  /// Readers divide by it to show frames at the size of the source, which has 20 × 10 pixels.
  @Test(arguments: [
    ("", "1"), ("--scale 0.5", "0.5"), ("--scale 3", "3"), ("--width 30", "1.5"), ("--height 25", "2.5"),
    ("--width 30 --height 30", "1.5"), ("--width 30 --height 30 --fit cover", "3"),
    ("--width 30 --height 30 --fit fill", "1"), ("--width 5 --scale 3", "0.25"),
  ])
  func descriptorSaysTheScale(_ options: String, _ expected: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let arguments = options.split(separator: " ").map(String.init)
      let result = try Command.run(["convert", "a.json", "out.png"] + arguments, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(Fixture.bytes(folder + "/out.json")))
      let meta = try #require((object as? [String: Any])?["meta"] as? [String: Any])
      #expect(meta["scale"] as? String == expected)
    }
  }

  @Test func largePagesAreRefusedAndWarnedOf() throws {
    let wide = Samples.box.replacing(#""sw":8,"sh":4"#, with: #""sw":5000,"sh":4"#).replacing(
      #""w":20"#, with: #""w":5000"#)
    try Samples.withFolder(["a.json": wide]) { folder in
      let refused = try Command.run("convert", "a.json", "out.png", folder: folder)
      #expect(refused.exitCode == 64)
      #expect(refused.errors.contains("4096 × 4096") && refused.errors.contains("--scale"), "\(refused.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
      let warned = try Command.run("convert", "a.json", "out.png", "--scale", "0.5", "--strict", folder: folder)
      #expect(warned.exitCode == 0, "\(warned.errors)")
      #expect(warned.errors.contains("2048 × 2048"), "\(warned.errors)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// `kiln preview`.
@Suite struct PreviewTests {
  @Test func aPageIsWrittenOnceUnlessItMayBeReplaced() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let made = try Command.run("preview", "a.json", "-o", "a.html", folder: folder)
      #expect(made.exitCode == 0 && made.output.hasPrefix("a.html  "), "\(made.errors)")
      #expect(String(decoding: Fixture.bytes(folder + "/a.html"), as: UTF8.self).contains("\"name\":\"a.json\""))
      let again = try Command.run("preview", "a.json", "-o", "a.html", folder: folder)
      #expect(again.exitCode == 73)
      let replaced = try Command.run("preview", "a.json", "-o", "a.html", "--overwrite", folder: folder)
      #expect(replaced.exitCode == 0)
    }
  }

  @Test func severalFilesAreOnOnePage() throws {
    try Samples.withFolder(["a.json": Samples.box, "b.json": Samples.box, "c.json": "{"]) { folder in
      let made = try Command.run("preview", "a.json", "b.json", "-o", "-", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(made.output.components(separatedBy: "application/json\"").count == 3)
      let broken = try Command.run("preview", "c.json", "b.json", "-o", "x.html", folder: folder)
      #expect(broken.exitCode == 65 && broken.errors.contains("c.json: "), "\(broken.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "b.json", "c.json"])
    }
  }

  @Test func aPageNeverReplacesItsAnimation() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let refused = try Command.run("preview", "a.json", "-o", "a.json", "--overwrite", folder: folder)
      #expect(refused.exitCode == 64)
    }
  }
}

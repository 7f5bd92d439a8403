import Foundation
import Kiln
import KilnCommand
import KilnTestSupport
import Testing

/// What else is made of what a batch remembers.
@Suite struct BatchMemoryTests {
  private static let arguments = ["batch", "in", "--to", "svga", "-o", "out"]

  @Test func resultsWithoutAnInputAreNamedAndRemoved() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/x/b.json": Samples.box, "in/x/c.json": Samples.box]) {
      (folder: String) throws in
      #expect(try Command.run(Self.arguments, folder: folder).exitCode == 0)
      for name in ["b", "c"] { Files.remove(folder + "/in/x/\(name).json") }
      // What somebody has changed is not Kiln's to remove.
      try Samples.write(Array("mine".utf8), folder + "/out/x/c.svga")
      let listed = try Command.run(Self.arguments, folder: folder)
      #expect(listed.errors.contains("out/x/b.svga: its input is gone; --prune removes it"))
      #expect(Samples.names(in: folder + "/out/x") == ["b.svga", "c.svga"])
      let pruned = try Command.run(Self.arguments + ["--prune"], folder: folder)
      #expect(pruned.errors.contains("out/x/b.svga: removed"), "\(pruned.errors)")
      #expect(Samples.names(in: folder + "/out/x") == ["c.svga"])
      #expect(try Command.run(Self.arguments, folder: folder).errors.isEmpty)
    }
  }

  /// A folder that is empty then goes, too; the input's failure does not hide its old result.
  @Test func resultsOfWhatFailedAreRemovedWithTheirFolder() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/x/y/b.json": Samples.box]) { (folder: String) throws in
      #expect(try Command.run(Self.arguments, folder: folder).exitCode == 0)
      try Samples.write(Array("{".utf8), folder + "/in/x/y/b.json")
      #expect(try Command.run(Self.arguments, folder: folder).exitCode == 2)
      Files.remove(folder + "/in/x/y/b.json")
      #expect(try Command.run(Self.arguments + ["--prune"], folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/out") == [".kiln-state", "a.svga"])
    }
  }

  /// A state file that came with the results may call any file a result.
  @Test func onlyWhatLiesInTheFolderOfResultsIsRemoved() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      #expect(try Command.run(Self.arguments, folder: folder).exitCode == 0)
      let (state, victim) = (folder + "/out/.kiln-state", folder + "/victim.svga")
      try Samples.write(Fixture.bytes(folder + "/out/a.svga"), victim)
      try FileManager.default.createSymbolicLink(atPath: folder + "/out/link", withDestinationPath: "..")
      let text = String(decoding: Fixture.bytes(state), as: UTF8.self)
        .replacing("../in/a.json", with: "../in/gone.json")
        .replacing(#""output":"a.svga""#, with: #""output":"gone.svga""#)
      for path in ["../victim.svga", "link/victim.svga"] {
        let hostile = text.replacing(#""path":"a.svga""#, with: #""path":"\#(path)""#)
        #expect(hostile.contains(path))
        try Samples.write(Array(hostile.utf8), state)
        let result = try Command.run(Self.arguments + ["--overwrite", "--prune"], folder: folder)
        #expect(result.exitCode == 0 && !result.errors.contains("victim"), "\(result.errors)")
        #expect(Files.exists(victim))
      }
    }
  }

  @Test func aDepfileNamesWhatResultsWereMadeOf() throws {
    let files = [
      "in/a b.json": Samples.box, "in/p$.json": Samples.photo(folder: "", file: "p#.png"), "in/no.json": "{",
    ]
    try Samples.withFolder(files) { (folder: String) throws in
      try Samples.write(try Samples.png(), folder + "/in/p#.png")
      let expected = ##"""
        out/a\ b.svga: in/a\ b.json
        out/p$$.svga: in/p$$.json in/p\#.png

        """##
      for _ in 0..<2 {
        let result = try Command.run(Self.arguments + ["--depfile", "out.d"], folder: folder)
        #expect(result.exitCode == 2)
        #expect(String(decoding: Fixture.bytes(folder + "/out.d"), as: UTF8.self) == expected)
      }
    }
  }

  /// `--watch` converts what changes until it is interrupted.
  @Test func watchingConvertsWhatChanges() throws {
    try Samples.withFolder(["in/a.json": Samples.box]) { (folder: String) throws in
      let process = try Command.start(Self.arguments + ["--watch"], folder: folder)
      defer { process.terminate() }
      func wait(_ condition: () -> Bool) -> Bool {
        for _ in 0..<6000 where !condition() { usleep(10_000) }
        return condition()
      }
      #expect(wait { Files.exists(folder + "/out/a.svga") })
      let first = Fixture.bytes(folder + "/out/a.svga")
      try Samples.write(Array(Samples.lossy.utf8), folder + "/in/x/b.json")
      #expect(wait { Files.exists(folder + "/out/x/b.svga") })
      try Samples.write(Array(Samples.box.replacing("#ff8000", with: "#0080ff").utf8), folder + "/in/a.json")
      #expect(wait { Fixture.bytes(folder + "/out/a.svga") != first })
      process.interrupt()
      try process.waitForEnd()
      #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    }
  }
}

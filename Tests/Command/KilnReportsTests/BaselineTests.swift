import Foundation
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

@Suite struct BaselineTests {
  private typealias Layer = (name: String, parent: Int?)
  private static let parent = "lottie.parent.missing"

  private func text(_ files: [ValidatedFile], in folder: String) throws -> String {
    var baseline = Baseline(at: folder + "/known.json")
    for file in files { baseline.add(file, atLeast: .warning) }
    return try baseline.text()
  }

  /// The new findings of the rule about parents in a file, with a baseline of others.
  private func new(_ now: [Layer], known: [Layer], file: String = "a.json") throws -> [String] {
    try Fixture.withTemporaryFolder { folder in
      let path = folder + "/known.json"
      try Data(try text([ValidatedSamples.file(folder + "/a.json", known)], in: folder).utf8)
        .write(to: URL(filePath: path))
      var baseline = try Baseline(reading: path)
      var checked = ValidatedSamples.file(folder + "/" + file, now)
      baseline.mark(&checked)
      return checked.newFindings.filter { $0.rule == Self.parent }.map { $0.finding.layers.joined(separator: "/") }
    }
  }

  @Test func layersAreRecognizedByTheirNames() throws {
    #expect(try new([("Glow", 7)], known: [("Glow", 7)]) == [])
    // Exported again: another number, another parent that is not there, and a new layer above.
    #expect(try new([("New", nil), ("Glow", 9)], known: [("Glow", 7)]) == [])
    #expect(try new([("Other", 7)], known: [("Glow", 7)]) == ["Other"])
    #expect(try new([("Glow", 7)], known: []) == ["Glow"])
    #expect(try new([("Glow", 7)], known: [("Glow", 7)], file: "b.json") == ["Glow"])
  }

  @Test func equalFindingsAreCounted() throws {
    #expect(try new([("Glow", 7), ("Glow", 8)], known: [("Glow", 7)]) == ["Glow"])
    #expect(try new([("Glow", 7)], known: [("Glow", 7), ("Glow", 8)]) == [])
  }

  @Test func theFileIsSortedWithALineForEachFinding() throws {
    try Fixture.withTemporaryFolder { folder in
      let files = [
        ValidatedSamples.file(folder + "/sub/b.json", [("Z", 7), ("A", 7), ("Z", 8)]),
        ValidatedSamples.file(folder + "/a.json", [(#"M \"1\""#, 9)]),
      ]
      let text = try text(files, in: folder)
      #expect(try self.text(files.reversed(), in: folder) == text)
      let lines = text.split(separator: "\n").filter { $0.contains(Self.parent) }
      #expect(lines.map { $0.contains(#""count":2"#) } == [false, false, true])
      #expect(lines[0].contains(#""file":"a.json","layers":["M \"1\""]"#), "\(lines)")
      #expect(lines[1].contains(#""file":"sub/b.json","layers":["A"]"#))
      #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
      #expect(text.hasPrefix("{\"version\":1,\"findings\":[\n") && text.hasSuffix("}\n]}\n"))
      #expect(try self.text([], in: folder) == "{\"version\":1,\"findings\":[]}\n")
    }
  }

  @Test func whatIsGoneIsTold() throws {
    try Fixture.withTemporaryFolder { folder in
      let path = folder + "/known.json"
      let files = ["a.json", "b.json", "c.json"].map { ValidatedSamples.file(folder + "/" + $0, [("Glow", 7)]) }
      try Data(try text(files, in: folder).utf8).write(to: URL(filePath: path))
      try Data().write(to: URL(filePath: folder + "/c.json"))
      var baseline = try Baseline(reading: path)
      var mended = ValidatedSamples.file(folder + "/a.json", [("Glow", nil)])
      baseline.mark(&mended)
      let stale = baseline.stale(among: [folder + "/a.json"]).filter { $0.hasSuffix(": " + Self.parent) }
      // a.json was mended, b.json is not there any more, and c.json was not looked at.
      #expect(stale.map { $0.split(separator: "/").last } == ["a.json: \(Self.parent)", "b.json: \(Self.parent)"])
    }
  }

  @Test func filesThatCannotBeReadAreNeverKnown() throws {
    try Fixture.withTemporaryFolder { folder in
      let broken = ValidatedFile(ValidatedSamples.result(folder + "/a.json", "{"))
      let files = [broken, ValidatedSamples.lost(folder + "/b.json")]
      #expect(try text(files, in: folder) == text([], in: folder))
      // As others have written it.
      let rule = try #require(broken.failure?.rule)
      let known = #"{"count":1,"file":"a.json","layers":[],"property":[],"rule":"\#(rule)"}"#
      try Data("{\"version\":1,\"findings\":[\(known)]}".utf8).write(to: URL(filePath: folder + "/known.json"))
      var baseline = try Baseline(reading: folder + "/known.json")
      var again = broken
      baseline.mark(&again)
      #expect(again.failure?.isKnown == false && again.fails(on: .error))
    }
  }

  @Test(arguments: ["", "{", "[]", #"{"version":2,"findings":[]}"#, #"{"version":1,"findings":[{}]}"#])
  func otherFilesAreNone(_ text: String) throws {
    try Fixture.withTemporaryFolder { folder in
      let path = folder + "/known.json"
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(thrownRule { () throws(Diagnostic) in _ = try Baseline(reading: path) } == .baselineUnreadable)
    }
  }

  /// Numbers in the file may be anything.
  @Test func countsDoNotTrap() throws {
    try Fixture.withTemporaryFolder { folder in
      let path = folder + "/known.json"
      let line = #"{"count":9223372036854775807,"file":"a.json","layers":[],"property":[],"rule":"r"}"#
      try Data("{\"version\":1,\"findings\":[\(line),\(line)]}".utf8).write(to: URL(filePath: path))
      #expect(try Baseline(reading: path).stale(among: [folder + "/a.json"]).count == 1)
    }
  }
}

import Foundation
import KilnTestSupport
import Testing

@Suite struct FixCommandTests {
  /// An animation with a layer that is switched off, and one with nothing to fix.
  private static let layer = """
    "ip":0,"op":4,"st":0,"sr":1,"bm":0,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[50,50,0]},\
    "a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}},"sw":20,"sh":20,"sc":"#ff0000"
    """
  private static func document(_ layers: String...) -> String {
    #"{"v":"5.9.0","fr":30,"ip":0,"op":4,"w":100,"h":100,"nm":"Main","assets":[],"layers":[\#(layers.joined(separator: ","))]}"#
  }
  private static let seen = #"{"ty":1,"ind":1,"nm":"Seen",\#(layer)}"#
  private static let hidden = #"{"ty":1,"ind":2,"nm":"Draft","hd":true,\#(layer)}"#
  private static let messy = document(hidden, seen)
  private static let clean = document(seen)

  private func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
    try Fixture.withTemporaryFolder { folder throws in
      for (name, text) in files { try Fixture.write(text, folder + "/" + name) }
      try body(folder)
    }
  }

  private func text(_ path: String) -> String { String(decoding: Fixture.bytes(path), as: UTF8.self) }

  @Test func withoutWriteNothingIsWritten() throws {
    try withFiles(["a.json": Self.messy, "b.json": Self.clean]) { folder throws in
      let result = try Command.run("validate", "a.json", "b.json", "--fix", folder: folder)
      #expect(result.exitCode == 0)
      #expect(
        result.output == """
          a.json  \(Self.messy.utf8.count) bytes → \(Self.clean.utf8.count) bytes (−\(Self.percent) %)
            - Main › Draft: removed, it is switched off  [handoff.layer.hidden]

          1 of 2 files can be fixed: \(ByteText.kB(2 * Self.clean.utf8.count + Self.messy.utf8.count - Self.clean.utf8.count)) \
          → \(ByteText.kB(2 * Self.clean.utf8.count)) (−\(Self.totalPercent) %); --write writes it

          """)
      #expect(text(folder + "/a.json") == Self.messy)
    }
  }

  /// Bitmaps are packed anew; numbers are rounded only where nobody can see it.
  @Test(arguments: ["alpha-of-a-translucent-bitmap", "bitmap-between-pixels", "many-sprites"])
  func moviesAreWrittenSmaller(name: String) throws {
    let movies = Fixture.files(in: Fixture.repository("Tests/Pictures"), extension: "svga")
    let movie = try #require(movies.first { $0.hasSuffix("/" + name + ".svga") })
    try Fixture.withTemporaryFolder { folder throws in
      let path = folder + "/a.svga"
      try Data(Fixture.bytes(movie)).write(to: URL(filePath: path))
      let result = try Command.run("validate", "a.svga", "--fix", "--write", folder: folder)
      #expect(result.exitCode == 0 && result.output.contains("[svga.packing]"), "\(result.output)")
      #expect(Fixture.bytes(path).count < Fixture.bytes(movie).count)
      let again = try Command.run("validate", "a.svga", "--fix", folder: folder)
      #expect(again.output.contains("nothing to fix"), "\(again.output)")
    }
  }

  private static var percent: Int {
    Int(((1 - Double(clean.utf8.count) / Double(messy.utf8.count)) * 100).rounded())
  }
  private static var totalPercent: Int {
    Int(((1 - Double(2 * clean.utf8.count) / Double(messy.utf8.count + clean.utf8.count)) * 100).rounded())
  }

  @Test func filesAreReplacedAndKeepTheirPermissions() throws {
    try withFiles(["a.json": Self.messy, "b.json": Self.clean]) { folder throws in
      let path = folder + "/a.json"
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let result = try Command.run("validate", ".", "--fix", "--write", folder: folder)
      #expect(result.exitCode == 0)
      #expect(result.output.contains("1 of 2 files fixed: "))
      #expect(text(path) == Self.clean)
      #expect(text(folder + "/b.json") == Self.clean)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == ["a.json", "b.json"])
      #expect(try Command.run("validate", ".", "--fix", folder: folder).output == "2 files, nothing to fix\n")
    }
  }

  @Test func onlyChosenRulesAreFixed() throws {
    try withFiles(["a.json": Self.messy]) { folder throws in
      let other = try Command.run("validate", "a.json", "--fix-only", "asset.unused", folder: folder)
      #expect(other.output == "1 file, nothing to fix\n")
      let both = try Command.run(
        "validate", "a.json", "--fix-only", "asset.unused,handoff.layer.hidden", "--write", folder: folder)
      #expect(both.exitCode == 0)
      #expect(text(folder + "/a.json") == Self.clean)
    }
  }

  @Test func machinesGetOneObject() throws {
    struct Report: Decodable {
      struct File: Decodable {
        struct Change: Decodable { let rule, kind, message, path: String; let layers: [String] }
        let input: String
        let bytesBefore, bytesAfter: Int?
        let written: Bool?
        let changes: [Change]?
      }
      let ok: Bool
      let exitCode, bytesBefore, bytesAfter: Int
      let files: [File]
    }
    try withFiles(["a.json": Self.messy, "b.json": "{"]) { folder throws in
      let result = try Command.run("validate", "a.json", "b.json", "--fix", "--json", folder: folder)
      #expect(result.exitCode == 2)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      #expect(report.bytesAfter == Self.clean.utf8.count && report.bytesBefore == Self.messy.utf8.count && !report.ok)
      #expect(report.files.map(\.input) == ["a.json", "b.json"])
      let file = try #require(report.files.first)
      #expect(file.written == false && file.bytesAfter == Self.clean.utf8.count)
      let change = try #require(file.changes?.first)
      #expect(change.rule == "handoff.layer.hidden" && change.kind == "removed" && change.path == "/layers/0")
      #expect(change.layers == ["Draft"])
    }
  }

  @Test func imagesAreCopiedUnderNamesOfTheirOwn() throws {
    let image = #"{"id":"image_0","w":4,"h":4,"u":"images/","p":"img_0.png","e":0}"#
    let text = Self.document(#"{"ty":2,"ind":1,"nm":"P","refId":"image_0",\#(Self.layer)}"#)
      .replacing(#""assets":[]"#, with: #""assets":[\#(image)]"#)
    try withFiles(["heart.json": text, "images/img_0.png": "picture"]) { folder throws in
      #expect(try Command.run("validate", "heart.json", "--fix", folder: folder).output == "1 file, nothing to fix\n")
      let asked = ["validate", "heart.json", "--fix-only", "asset.image.genericName", "--write"]
      #expect(try Command.run(asked, folder: folder).exitCode == 0)
      #expect(self.text(folder + "/heart.json") == text.replacing("img_0.png", with: "heart-img_0.png"))
      #expect(self.text(folder + "/images/heart-img_0.png") == "picture")
      #expect(self.text(folder + "/images/img_0.png") == "picture")
    }
  }

  @Test func wrongUseIsSaid() throws {
    try withFiles(["a.json": Self.messy, "b.txt": "hello"]) { folder throws in
      func code(_ arguments: String...) throws -> Int {
        try Command.run(["validate"] + arguments, folder: folder).exitCode
      }
      #expect(try code("a.json", "--write") == 64)
      #expect(try code("a.json", "--fix-only", "asset.unusd") == 64)
      #expect(try code("-", "--fix") == 64)
      #expect(try code("b.txt", "--fix") == 65)
      #expect(try code("none.json", "--fix") == 66)
      #expect(text(folder + "/a.json") == Self.messy)
    }
  }
}

private enum ByteText {
  /// As messages write a byte count.
  static func kB(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    let tenths = Int((Double(bytes) / 100).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) kB" : "\(tenths / 10).\(tenths % 10) kB"
  }
}

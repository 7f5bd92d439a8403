import KilnCompression
import KilnDiagnostics
import KilnLottieFormat
import Testing

/// Names in a dotLottie are looked up, not searched for.
@Suite struct ArchiveIndexTests {
  private func archive(_ entries: [(String, String)]) throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, text) in entries { try writer.add(name, Array(text.utf8), method: .stored) }
    return try writer.finish()
  }

  @Test func theFirstEntryThatFitsIsFound() throws {
    let bytes = try archive([("i/x.png", "1"), ("a\\x.png", "2"), ("b/y.json", "3"), ("c/y", "4"), ("d/", "")])
    let archive = try ZipArchive(bytes: bytes, limits: Limits())
    let index = ArchiveIndex(archive) { _ in true }
    #expect(index.position(of: ["x.png"]) == 0)
    // The order of the archive counts, not that of the names.
    #expect(index.position(of: ["y", "y.json"]) == 2)
    #expect(index.position(of: ["z"]) == nil)
    #expect(index.entry(["y"])?.name == "c/y")
    #expect(ArchiveIndex(archive) { $0.name.hasPrefix("a") }.position(of: ["x.png"]) == 1)
  }

  @Test func imagesAreFoundByTheirFileName() throws {
    let json = #"{"w":1,"h":1,"fr":1,"op":1,"layers":[]}"#
    let bytes = try archive([
      ("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("animations/a.json", json), ("images/p.json", "no"),
      ("images/p.png", "one"), ("other/p.png", "two"),
    ])
    let container = try LottieContainer(bytes: bytes)
    #expect(try container.image(file: "images/p.png") == Array("one".utf8))
    #expect(try container.image(file: "elsewhere/p.png") == Array("one".utf8))
    #expect(try container.image(file: "p.json") == nil)
    #expect(try container.image(file: "q.png") == nil)
  }

  @Test func errorsListNoMoreNamesThanCanBeRead() throws {
    let ids = (0..<1000).map { #"{"id":"n\#($0)"}"# }.joined(separator: ",")
    let bytes = try archive(
      [("manifest.json", #"{"animations":[\#(ids)]}"#)] + (0..<1000).map { ("a/n\($0).json", "{}") })
    let error = try #require(throws: Diagnostic.self) { try LottieContainer(bytes: bytes, animation: "none") }
    #expect(error.advice?.hasSuffix("“n49” and 950 more") == true)
  }
}

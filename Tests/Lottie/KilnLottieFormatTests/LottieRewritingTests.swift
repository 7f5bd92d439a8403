import KilnCompression
import KilnDiagnostics
import KilnLottieFormat
import KilnTestSupport
import Testing

@Suite struct LottieRewritingTests {
  private static let json = Array(#"{ "fr":30,"w":10, "h":10,"op":9,"layers":[] , "zz":1.50 }"#.utf8)
  private static let other = Array(#"{"fr":30,"w":10,"h":10,"op":9,"layers":[]}"#.utf8)

  private func archive(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, data) in entries {
      try writer.add(name, data, method: name.hasSuffix(".png") ? .stored : .deflated(level: 1))
    }
    return try writer.finish()
  }

  private func dotLottie() throws -> [UInt8] {
    try archive([
      ("manifest.json", Array(#"{"version":"2","animations":[{"id":"one"},{"id":"two"}]}"#.utf8)), ("a/", []),
      ("a/one.json", Self.json), ("i/b.png", [1, 2, 3, 4]), ("a/two.json", Self.json), ("u/ünknown.bin", [9, 9, 9]),
    ])
  }

  @Test func plainFilesKeepTheirBytes() throws {
    let file = try LottieRewriting(bytes: Self.json)
    #expect(file.documents.map(\.json) == [Self.json])
    #expect(try file.replacing([Self.json]) == Self.json)
    #expect(try file.replacing([Self.other]) == Self.other)
  }

  @Test func stickersStayGzip() throws {
    let bytes = try Gzip.deflate(Self.json, level: 1)
    let file = try LottieRewriting(bytes: bytes)
    #expect(file.documents.map(\.json) == [Self.json])
    #expect(try file.replacing([Self.json]) == bytes)
    let changed = try file.replacing([Self.other])
    #expect(Gzip.isGzip(changed))
    #expect(try Gzip.inflate(changed, limit: 1000) == Self.other)
  }

  @Test func archivesKeepTheirOtherEntries() throws {
    let bytes = try dotLottie()
    let file = try LottieRewriting(bytes: bytes)
    #expect(file.documents.map(\.animation) == ["one", "two"])
    #expect(try file.replacing([Self.json, Self.json]) == bytes)
    let (old, new) = (
      try ZipArchive(bytes: bytes, limits: Limits()),
      try ZipArchive(bytes: file.replacing([Self.json, Self.other]), limits: Limits())
    )
    #expect(new.entries.map(\.name) == old.entries.map(\.name))
    #expect(new.entries.map(\.isStored) == old.entries.map(\.isStored))
    for (a, b) in zip(old.entries, new.entries) {
      let expected = a.name == "a/two.json" ? Self.other : try old.data(of: a)
      #expect(try new.data(of: b) == expected, "\(a.name)")
      if a.name != "a/two.json" { #expect(a.compressedSize == b.compressedSize) }
    }
  }

  @Test func entriesAreReplacedAndLeftOut() throws {
    let file = try LottieRewriting(bytes: try dotLottie())
    let archive = try #require(file.archive)
    let picture = try #require(archive.entries.firstIndex { $0.name == "i/b.png" })
    let unknown = try #require(archive.entries.firstIndex { $0.name.hasPrefix("u/") })
    let bytes = try file.replacing([Self.json, Self.json], contents: [picture: [7]], removing: [unknown])
    let result = try ZipArchive(bytes: bytes, limits: Limits())
    #expect(result.entries.count == archive.entries.count - 1)
    let entry = try #require(result.entry(named: "i/b.png"))
    #expect(try result.data(of: entry) == [7])
  }

  @Test func damagedArchivesAreErrors() throws {
    let bytes = try dotLottie()
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0...2 { damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
      // Whatever is thrown is a diagnostic; a trap would end the tests.
      do throws(Diagnostic) {
        let file = try LottieRewriting(bytes: damaged)
        _ = try file.replacing(file.documents.map { _ in Self.other })
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}

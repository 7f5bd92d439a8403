import KilnCompression
import KilnDiagnostics
import KilnLottieFormat
import KilnTestSupport
import Testing

/// Files around a document that are not what players open.
@Suite struct ContainerTests {
  private static let json = Array(#"{"fr":30,"w":10,"h":10,"op":9,"layers":[]}"#.utf8)

  private func archive(_ entries: (String, [UInt8])...) throws -> [UInt8] {
    var writer = ZipWriter()
    for (name, data) in entries { try writer.add(name, data) }
    return try writer.finish()
  }

  private func findings(_ bytes: [UInt8]) throws -> [Rule] {
    let container = try LottieContainer(bytes: bytes)
    #expect(container.document == Self.json)
    return container.findings.map(\.rule)
  }

  @Test func archivesAroundOneFileAreOpened() throws {
    let dotLottie = try archive(
      ("manifest.json", Array(#"{"animations":[{"id":"one"}]}"#.utf8)), ("animations/one.json", Self.json))
    #expect(try findings(dotLottie).isEmpty)
    #expect(try findings(archive(("x.lottie", dotLottie), ("__MACOSX/._x.lottie", [1]))) == [.zipNested])
    #expect(try findings(archive(("folder/X.LOTTIE", dotLottie), ("folder/.DS_Store", [1]))) == [.zipNested])
    #expect(try findings(archive(("x.tgs", Gzip.deflate(Self.json)))) == [.zipNested])
    #expect(try findings(archive(("x.zip", archive(("data.json", Self.json))))) == [.zipNested])
    #expect(try findings(archive(("folder/data.json", Self.json), ("folder/images/a.png", [1]))).isEmpty)
  }

  @Test func archivesAreOpenedOnceOnly() throws {
    let twice = try archive(("b.zip", archive(("a.zip", archive(("data.json", Self.json))))))
    #expect(thrownRule { () throws(Diagnostic) in try LottieContainer(bytes: twice) } == .lottieEmptyArchive)
  }

  @Test func severalFilesInAnArchiveAreNamed() throws {
    let bytes = try archive(("a.lottie", [1]), ("b.lottie", [2]))
    let error = try #require(thrown { () throws(Diagnostic) in try LottieContainer(bytes: bytes) })
    #expect(error.rule == .lottieEmptyArchive && error.message.contains("“a.lottie”, “b.lottie”"))
  }

  @Test func utf16IsReadWithAFinding() throws {
    let text: [UInt8] = [0xFF, 0xFE] + Self.json.flatMap { [$0, 0] }
    #expect(try findings(text) == [.lottieUTF16])
    #expect(try findings(archive(("data.json", text))) == [.lottieUTF16])
    #expect(try findings(Gzip.deflate(text)) == [.lottieUTF16])
  }

  @Test func gzipAroundAnotherPackedFileIsNamed() throws {
    for inner in [try Zlib.deflate(Self.json), try archive(("data.json", Self.json)), try Gzip.deflate(Self.json)] {
      let bytes = try Gzip.deflate(inner)
      #expect(thrown { () throws(Diagnostic) in try LottieContainer(bytes: bytes) }?.message.contains("gzip") == true)
    }
  }

  @Test func errorsNameTheDocumentInAnArchive() throws {
    let container = try LottieContainer(bytes: archive(("a/one.json", Array("{\"k\": NaN}".utf8))))
    let error = try #require(thrown { () throws(Diagnostic) in try container.tree(limits: Limits()) })
    #expect(error.message == "“a/one.json”: not valid JSON: NaN is no value of JSON")
    let other = try LottieContainer(bytes: archive(("a/one.json", Array("{}".utf8))))
    let refused = try #require(
      thrown { () throws(Diagnostic) in try other.document(other.tree(limits: Limits()), limits: Limits()) })
    #expect(refused.rule == .lottieNotLottie && refused.message.hasPrefix("“a/one.json”: "))
  }

  @Test func idsWhoseFilesAreMissingAreNotOffered() throws {
    let manifest = Array(#"{"animations":[{"id":"1.0"},{"id":"b"}]}"#.utf8)
    let bytes = try archive(("manifest.json", manifest), ("animations/b.json", Self.json))
    let error = try #require(thrown { () throws(Diagnostic) in try LottieContainer(bytes: bytes, animation: "1.0") })
    #expect(error.message.contains("the manifest names") && error.advice == "choose one of “b”")
    // Without a file for any of its IDs, the manifest says nothing.
    let lost = try archive(
      ("manifest.json", Array(#"{"animations":[{"id":"1.0"}]}"#.utf8)), ("animations/a.json", Self.json))
    #expect(try LottieRewriting(bytes: lost).documents.map(\.json) == [Self.json])
    #expect(try LottieRewriting(bytes: bytes).documents.map(\.animation) == ["b"])
  }
}

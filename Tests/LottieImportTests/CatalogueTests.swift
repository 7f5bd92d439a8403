import Diagnostics
import LottieFormat
import LottieImport
import TestSupport
import Testing
import TimelineModel

@Suite struct CatalogueTests {
  /// Rules that refuse a file, and what provokes them.
  private static let rejected: [(rule: String, bytes: [UInt8], animation: String?)] = [
    ("json.syntax", Array("{".utf8), nil),
    ("lottie.notLottie", Array("{}".utf8), nil),
    ("lottie.animation.missing", Array(#"{"fr": 1, "op": 1, "w": 1, "h": 1, "layers": []}"#.utf8), "Intro"),
    // The end of an archive's directory that lists no entries.
    ("lottie.archive.empty", [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18), nil),
  ]

  @Test(arguments: rejected.indices)
  func isRefused(index: Int) {
    let (rule, bytes, animation) = Self.rejected[index]
    let thrown = thrownRule { () throws(Diagnostic) in try LottieSource(bytes: bytes, animation: animation) }
    #expect(thrown?.id == rule)
  }

  @Test func everyRuleIsProvokedByAFixtureOrRefusesAFile() throws {
    var provoked = Set(Self.rejected.map(\.rule))
    for path in Fixture.files(in: Fixture.folder(), extension: "json") {
      for fonts in [SampleFont.none, SampleFont.loader()] {
        var log = DiagnosticLog()
        let source = try LottieSource(bytes: Fixture.bytes(path), loadFont: fonts)
        _ = try source.timeline(source.info.nativeSampling, log: &log)
        for diagnostic in log.diagnostics { provoked.insert(diagnostic.rule.id) }
      }
    }
    let missing = (LottieImportRules.all + LottieFormatRules.all).map(\.id).filter { !provoked.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func idsAreUnique() {
    let ids = (LottieImportRules.all + LottieFormatRules.all).map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}

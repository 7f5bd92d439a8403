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
    ("timeline.canvas", document(width: "0"), nil),
    ("timeline.frameRate", document(frameRate: "0"), nil),
    ("timeline.noFrames", document(outPoint: "0"), nil),
    ("limit.exceeded", document(outPoint: "1e9"), nil),
  ]

  private static func document(width: String = "1", frameRate: String = "1", outPoint: String = "1") -> [UInt8] {
    Array(#"{"fr": \#(frameRate), "op": \#(outPoint), "w": \#(width), "h": 1, "layers": []}"#.utf8)
  }

  @Test(arguments: rejected.indices)
  func isRefused(index: Int) {
    let (rule, bytes, animation) = Self.rejected[index]
    let thrown = thrownRule { () throws(Diagnostic) in
      var log = DiagnosticLog()
      let source = try LottieSource(bytes: bytes, animation: animation)
      return try source.timeline(source.info.nativeSampling, log: &log)
    }
    #expect(thrown?.id == rule)
  }

  /// All that reading and baking a Lottie file can find; the rules of archives have tests of their own.
  private static let rules =
    LottieImportRules.all + LottieFormatRules.all + TimelineRules.all + [Rule.limitExceeded]

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
    let missing = Self.rules.map(\.id).filter { !provoked.contains($0) }
    #expect(missing.isEmpty)
    // Nothing may be found that users cannot look up.
    #expect(provoked.subtracting(Self.rules.map(\.id)).isEmpty)
  }

  @Test func idsAreUnique() {
    let ids = Self.rules.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}

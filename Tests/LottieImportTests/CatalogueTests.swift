import Compression
import Diagnostics
import LottieFormat
import LottieImport
import TestSupport
import Testing
import TimelineModel

@Suite struct CatalogueTests {
  /// Rules that refuse a file, and what provokes them.
  private static let rejected: [(rule: String, bytes: [UInt8], animation: String?, theme: String?)] = [
    ("json.syntax", Array("{".utf8), nil, nil),
    ("lottie.notLottie", Array("{}".utf8), nil, nil),
    ("lottie.animation.missing", Array(empty.utf8), "Intro", nil),
    ("lottie.theme.missing", Array(empty.utf8), nil, "Dark"),
    // The end of an archive's directory that lists no entries.
    ("lottie.archive.empty", [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18), nil, nil),
  ]

  private static let empty = #"{"fr": 1, "op": 1, "w": 1, "h": 1, "layers": []}"#

  @Test(arguments: rejected.indices)
  func isRefused(index: Int) {
    let (rule, bytes, animation, theme) = Self.rejected[index]
    let thrown = thrownRule { () throws(Diagnostic) in
      try LottieSource(bytes: bytes, animation: animation, theme: theme)
    }
    #expect(thrown?.id == rule)
  }

  @Test func everyRuleIsProvokedByAFixtureOrRefusesAFile() throws {
    var provoked = Set(Self.rejected.map(\.rule))
    let fixtures = Fixture.files(in: Fixture.folder(), extension: "json").map { Fixture.bytes($0) }
    for bytes in fixtures + [try Self.themed()] {
      var log = DiagnosticLog()
      let source = try LottieSource(bytes: bytes)
      _ = try source.timeline(source.info.nativeSampling, log: &log)
      for diagnostic in log.diagnostics { provoked.insert(diagnostic.rule.id) }
    }
    let missing = (LottieImportRules.all + LottieFormatRules.all).map(\.id).filter { !provoked.contains($0) }
    #expect(missing.isEmpty)
  }

  /// A dotLottie that starts with a theme of another animation, with a slot that is not there and one without a value.
  private static func themed() throws -> [UInt8] {
    var writer = ZipWriter()
    let manifest = #"{"animations": [{"id": "a", "initialTheme": "dark", "themes": []}], "themes": [{"id": "dark"}]}"#
    try writer.add("manifest.json", Array(manifest.utf8))
    try writer.add("a/a.json", Array(empty.utf8))
    let rules = #"{"rules": [{"id": "size", "type": "Scalar", "value": 5}, {"id": "glow", "type": "Color"}]}"#
    try writer.add("t/dark.json", Array(rules.utf8))
    return try writer.finish()
  }

  @Test func idsAreUnique() {
    let ids = (LottieImportRules.all + LottieFormatRules.all).map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}

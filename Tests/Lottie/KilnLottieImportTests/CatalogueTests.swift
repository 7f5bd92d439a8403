import KilnCompression
import KilnDiagnostics
import KilnLottieFormat
import KilnLottieImport
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct CatalogueTests {
  /// Rules that refuse a file, and what provokes them.
  private static let rejected: [(rule: String, bytes: [UInt8], animation: String?, theme: String?)] = [
    ("json.syntax", Array("{".utf8), nil, nil),
    ("lottie.notLottie", Array("{}".utf8), nil, nil),
    ("lottie.animation.missing", document(), "Intro", nil),
    ("lottie.theme.missing", document(), nil, "Dark"),
    // The end of an archive's directory that lists no entries.
    ("lottie.archive.empty", [0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18), nil, nil),
    ("timeline.canvas", document(width: "0"), nil, nil),
    ("timeline.frameRate", document(frameRate: "0"), nil, nil),
    ("timeline.noFrames", document(outPoint: "0"), nil, nil),
    ("limit.exceeded", document(outPoint: "1e9"), nil, nil),
    ("lottie.expressionTime", document(layers: slowLayer), nil, nil),
  ]

  /// An expression that takes the engine, which is given no time.
  private static let slowLayer =
    #"{"ty": 3, "ip": 0, "op": 1, "ks": {"r": {"k": 0, "x": "var $bm_rt; $bm_rt = 'a'.match(/a/).index + time;"}}}"#

  private static func document(
    width: String = "1", frameRate: String = "1", outPoint: String = "1", layers: String = ""
  ) -> [UInt8] {
    Array(#"{"fr": \#(frameRate), "op": \#(outPoint), "w": \#(width), "h": 1, "layers": [\#(layers)]}"#.utf8)
  }

  @Test(arguments: rejected.indices)
  func isRefused(index: Int) {
    let (rule, bytes, animation, theme) = Self.rejected[index]
    let thrown = thrownRule { () throws(Diagnostic) in
      var log = DiagnosticLog()
      let source = try LottieSource(
        bytes: bytes, animation: animation, theme: theme, expressions: .run(totalTime: 1e-6))
      return try source.timeline(source.info.nativeSampling, log: &log)
    }
    #expect(thrown?.id == rule)
  }

  /// All that reading and baking a Lottie file can find; the rules of archives have tests of their own, and sounds come
  /// from SVGA only.
  private static let rules =
    LottieImportRules.all + LottieFormatRules.all + TimelineRules.all.filter { !$0.id.hasPrefix("timeline.audio.") }
    + [Rule.limitExceeded]

  @Test func everyRuleIsProvokedByAFixtureOrRefusesAFile() throws {
    var provoked = Set(Self.rejected.map(\.rule))
    let fixtures = Fixture.files(in: Fixture.folder(), extension: "json").map {
      (bytes: Fixture.bytes($0), fidelity: LottieFidelity(fixture: $0))
    }
    for (bytes, fidelity) in fixtures + [(try Self.themed(), .lottieWeb)] {
      for assets in [NoAssets(), SampleFont.Loader()] as [any AssetLoader] {
        var log = DiagnosticLog()
        let source = try LottieSource(bytes: bytes, fidelity: fidelity, assets: assets)
        _ = try source.timeline(source.info.nativeSampling, log: &log)
        for diagnostic in log.diagnostics { provoked.insert(diagnostic.rule.id) }
      }
    }
    let missing = Self.rules.map(\.id).filter { !provoked.contains($0) }
    #expect(missing.isEmpty)
    // Nothing may be found that users cannot look up.
    #expect(provoked.subtracting(Self.rules.map(\.id)).isEmpty)
  }

  /// A dotLottie that starts with a theme of another animation, with a slot that is not there and one without a value.
  private static func themed() throws -> [UInt8] {
    var writer = ZipWriter()
    let manifest = #"{"animations": [{"id": "a", "initialTheme": "dark", "themes": []}], "themes": [{"id": "dark"}]}"#
    try writer.add("manifest.json", Array(manifest.utf8))
    try writer.add("a/a.json", document())
    let rules = #"{"rules": [{"id": "size", "type": "Scalar", "value": 5}, {"id": "glow", "type": "Color"}]}"#
    try writer.add("t/dark.json", Array(rules.utf8))
    return try writer.finish()
  }

  @Test func idsAreUnique() {
    let ids = Self.rules.map(\.id)
    #expect(Set(ids).count == ids.count)
  }
}

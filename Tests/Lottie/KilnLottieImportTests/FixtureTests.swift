import KilnDiagnostics
import KilnLottieImport
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct FixtureTests {
  /// Every `x.json` below `Fixtures` bakes to the text in `x.timeline.txt`, findings included; those in `after-effects`
  /// with the fidelity of that name.
  @Test(arguments: Fixture.files(in: Fixture.folder(), extension: "json"))
  func bakesAsExpected(path: String) throws {
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: Fixture.bytes(path), fidelity: LottieFidelity(fixture: path))
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    let findings = log.diagnostics.map { "\($0.rule.severity) \($0.rule.id) at \($0.path): \($0.message)\n" }.joined()
    Golden.expect(timeline.dump + findings, equalsFile: path.dropLast(5) + ".timeline.txt")
  }
}

extension LottieFidelity {
  /// That of a fixture, by its folder.
  init(fixture path: String) { self = path.contains("/after-effects/") ? .afterEffects : .lottieWeb }
}

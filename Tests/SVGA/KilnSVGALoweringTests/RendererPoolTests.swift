import KilnDiagnostics
import KilnRendering
import KilnSVGALowering
import KilnTestSupport
import Testing

@Suite struct RendererPoolTests {
  @Test func renderersAreUsedAgain() throws {
    let timeline = try SampleTimelines.movingSquare()
    var log = DiagnosticLog()
    let pool = RendererPool(TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log)))
    for _ in 0..<5 { #expect(pool.withRenderer { $0.frameCount } == 7) }
    #expect(pool.idleCount == 1)
    pool.withRenderer { _ in pool.withRenderer { _ in #expect(pool.idleCount == 0) } }
    #expect(pool.idleCount == 2)
  }
}

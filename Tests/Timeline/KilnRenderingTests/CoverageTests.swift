import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct CoverageTests {
  /// Sprites count as far as nothing in front of them hides them.
  @Test func whatIsHiddenDoesNotCount() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      func sprite(_ side: Double, _ alpha: Double, _ transform: Affine, visible: Bool = true) throws -> Sprite {
        let color = StraightColor(red: 1, green: 0.5, blue: 0, alpha: alpha)
        let shapes = try builder.intern([SampleTimelines.square(side, color)])
        let state = FrameState(opacity: 1, transform: transform, shapes: shapes)
        return Sprite(layers: ["Sprite"], content: .vector, frames: [state, visible ? state : .hidden])
      }
      builder.sprites = [
        try sprite(20, 1, .identity), try sprite(10, 0.5, .translation(5, 5)),
        try sprite(4, 1, .translation(6, 6), visible: false), try sprite(40, 1, .translation(500, 0)),
      ]
    }
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
    var canvas = Pixmap(width: 40, height: 30)
    let first = renderer.visibleCoverage(frame: 0, transform: .identity, on: &canvas)
    // Of the ground all but the small square, and half of what is below the translucent one.
    let expected = [400.0 - 16 - 84 / 2, 84.0 / 2, 16, 0]
    for (found, expected) in zip(first, expected) { #expect(abs(found - expected) < 0.5, "\(first)") }
    let second = renderer.visibleCoverage(frame: 1, transform: .identity, on: &canvas)
    #expect(abs(second[0] - 350) < 0.5 && second[2] == 0, "\(second)")
  }
}

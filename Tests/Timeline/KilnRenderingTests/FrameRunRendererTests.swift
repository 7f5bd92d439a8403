import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct FrameRunRendererTests {
  /// A square that moves over curves, of which only what is below it is drawn again.
  private static func squareOverCurves() throws -> Timeline {
    var random = SplitMix64(seed: 7)
    return try SampleTimelines.timeline(width: 1200, height: 900, frames: 9) { builder in
      let curves = try builder.intern(
        (0..<60).map { _ in
          func number() -> Double { .random(in: -50...1250, using: &random) }
          let path = Path(
            text: "M\(number()) \(number())" + " C\(number()) \(number()) \(number()) \(number()) 600 450Z")
          return Shape(
            outline: .path(path),
            stroke: Stroke(.solid(.black), style: StrokeStyle(width: .random(in: 1...9, using: &random))))
        })
      let square = try builder.intern([
        SampleTimelines.square(301, StraightColor(red: 1, green: 0, blue: 0, alpha: 0.1))
      ])
      let still = FrameState(opacity: 1, transform: .identity, shapes: curves)
      let moving = (0..<9).map {
        FrameState(opacity: 1, transform: .translation(Double($0 * 83) + 30.5, Double($0 * 61) + 20.3), shapes: square)
      }
      builder.sprites = [
        Sprite(layers: ["Curves"], content: .vector, frames: Array(repeating: still, count: 9)),
        Sprite(layers: ["Square"], content: .vector, frames: moving),
      ]
    }
  }

  /// Whichever runs a thread has drawn before, so that exports have the same bytes with any number of threads.
  @Test func aRunBeginsWithTheWholeFrameBeforeIt() throws {
    let timeline = try Self.squareOverCurves()
    var log = DiagnosticLog()
    var frames = FrameRunRenderer(
      renderer: TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log)),
      fit: CanvasFit(canvas: timeline.canvas))
    frames.start(at: 0)
    var partsThatDiffer = 0
    for (frame, whole) in renderedFrames(timeline).enumerated() {
      _ = frames.draw(frame)
      if frames.picture != whole { partsThatDiffer += 1 }
      var next = frames
      next.start(at: frame + 1)
      #expect(next.picture == whole, "frame \(frame)")
    }
    #expect(partsThatDiffer > 0, "otherwise nothing is tested")
  }
}

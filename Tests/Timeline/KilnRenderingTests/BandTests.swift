import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRasterizer
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct BandTests {
  /// Draws a frame as a whole, in bands, and in bands by several threads, four times as large as the canvas.
  private func expectEqual(_ timeline: Timeline, frame: Int) {
    var log = DiagnosticLog()
    let renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
    let fit = CanvasFit(canvas: timeline.canvas, width: Int(timeline.canvas.width) * 10, height: nil)
    var (whole, divided) = (Pixmap(width: fit.width, height: fit.height), Pixmap(width: fit.width, height: fit.height))
    var (first, second) = (renderer, renderer)
    first.render(frame: frame, transform: fit.transform, into: &whole)
    divided.withCanvas { canvas in
      for top in stride(from: 0, to: canvas.height, by: 37) {
        let band = canvas.band(top..<top + 37)
        second.render(frame: frame, replacing: nil, transform: fit.transform, into: band)
      }
    }
    #expect(divided == whole)
    #expect(BandedFramePainter(renderer: renderer, fit: fit, threads: 3).picture(of: frame) == whole)
  }

  @Test(arguments: 0..<20) func bandsAreRowsOfTheWhole(seed: Int) throws {
    let timeline = try randomTimeline(seed: UInt64(seed))
    for frame in 0..<timeline.frameCount { expectEqual(timeline, frame: frame) }
  }

  /// Filters of single pixels, and such that mix rows, also turned.
  @Test func bandsOfFilteredSpritesAreRowsOfTheWhole() throws {
    let red = StraightColor(red: 1, green: 0, blue: 0)
    let filters: [Filter] = [
      .fill(red), .blur(deviation: Size(1.5, 0.7)), .erode(radius: 0.4), .outline(red, radius: 1.7),
      .shadow(Filter.Shadow(color: red, offset: Point(1, 2), deviation: 0.8, showsSource: true)),
    ]
    let timeline = try SampleTimelines.timeline(frames: filters.count) { builder in
      let list = try builder.intern([
        SampleTimelines.square(9, .black),
        Shape(outline: .ellipse(center: Point(8, 8), radii: Size(7, 5)), fill: Fill(.solid(red))),
      ])
      func states(_ turn: Affine) -> [FrameState] {
        filters.map {
          let region = Rect(x: -2, y: -3, width: 16, height: 14)
          let chain = builder.intern(filters: FilterChain([$0], region: region))
          return FrameState(opacity: 0.8, transform: turn, shapes: list, filters: chain)
        }
      }
      builder.sprites = [
        Sprite(layers: ["Straight"], content: .vector, frames: states(.translation(3, 4))),
        Sprite(layers: ["Turned"], content: .vector, frames: states(.translation(25, 12) * .rotation(radians: 0.5))),
      ]
    }
    for frame in 0..<timeline.frameCount { expectEqual(timeline, frame: frame) }
  }
}

import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct StrokeTests {
  /// Measured in lottie-web: dashes 10/10 with offset 5 on a line from x = 10 are on 10…15, off 15…25, on 25…35.
  @Test func dashOffsetShiftsThePatternTowardsTheStart() throws {
    let timeline = try SampleTimelines.timeline(width: 40, height: 2) { builder in
      var line = Path()
      line.move(to: Point(10, 1))
      line.line(to: Point(40, 1))
      let style = StrokeStyle(width: 2, cap: .butt, dashes: [10, 10], dashPhase: 5)
      let shapes = try builder.intern([Shape(outline: .path(line), stroke: Stroke(.solid(.black), style: style))])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      builder.sprites = [Sprite(layers: ["Line"], content: .vector, frames: [state])]
    }
    let row = renderedFrames(timeline)[0].pixels.prefix(40).map { $0 >> 24 }
    #expect(row == (0..<40).map { 10..<15 ~= $0 || 25..<35 ~= $0 ? 255 : 0 })
  }

  /// A stroke's pen is stretched with its shape.
  @Test func strokeIsScaledUnevenlyWithItsSprite() throws {
    let timeline = try SampleTimelines.timeline(width: 12, height: 12) { builder in
      let square = Shape.Outline.rect(Rect(x: 1, y: 2, width: 2, height: 8), cornerRadius: 0)
      let style = StrokeStyle(width: 1, join: .miter)
      let shapes = try builder.intern([Shape(outline: square, stroke: Stroke(.solid(.black), style: style))])
      let state = FrameState(opacity: 1, transform: .scale(3, 1), shapes: shapes)
      builder.sprites = [Sprite(layers: ["Frame"], content: .vector, frames: [state])]
    }
    let middle = renderedFrames(timeline)[0].pixels[72..<84].map { $0 >> 24 }
    // Sides about x = 3 and x = 9, three pixels wide.
    #expect(middle == [0, 128, 255, 255, 128, 0, 0, 128, 255, 255, 128, 0])
  }
}

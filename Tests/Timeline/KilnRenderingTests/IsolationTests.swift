import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTimeline
import Testing

@Suite struct IsolationTests {
  @Test func overlappingShapesOfATranslucentSpriteDoNotShowThroughEachOther() throws {
    var builder = try TimelineBuilder(canvas: Size(4, 1), frameRate: 30, frameCount: 1, limits: Limits())
    let white = Fill(.solid(StraightColor(red: 1, green: 1, blue: 1)))
    let shapes = try builder.intern([
      Shape(outline: .rect(Rect(x: 0, y: 0, width: 3, height: 1), cornerRadius: 0), fill: white),
      Shape(outline: .rect(Rect(x: 1, y: 0, width: 3, height: 1), cornerRadius: 0), fill: white),
    ])
    let state = FrameState(opacity: 0.5, transform: .identity, shapes: shapes)
    builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: [state])]
    var log = DiagnosticLog()
    let timeline = builder.build(log: &log)
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
    var pixmap = Pixmap(width: 4, height: 1)
    renderer.render(frame: 0, transform: .identity, into: &pixmap)
    #expect(pixmap.pixels.map { $0 >> 24 } == [128, 128, 128, 128])
  }
}

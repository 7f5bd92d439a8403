import CKilnAllocations
import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct KnapsackSolutionTests {
  /// Unoptimized code takes memory for generic values and closures that optimized code keeps on the stack, so this
  /// holds for `swift test -c release` only.
  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// Frames of shapes, gradients, strokes, groups, clips and mattes: when each has been drawn twice, all memory is there.
  @Test(.enabled(if: isOptimized && counts_allocations() != 0)) func aWarmFrameTakesNoMemoryFromTheHeap() throws {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      let stops = [
        Gradient.Stop(offset: 0, color: .black),
        Gradient.Stop(offset: 1, color: StraightColor(red: 1, green: 0, blue: 0)),
      ]
      let gradient = Gradient(.linear(start: .zero, end: Point(20, 9)), stops: stops)
      let shapes = try builder.intern([
        Shape(
          outline: .ellipse(center: Point(15, 12), radii: Size(10, 8)), fill: Fill(.gradient(gradient)),
          stroke: Stroke(.solid(.black), style: StrokeStyle(width: 2, join: .round, dashes: [3, 2]))),
        SampleTimelines.square(7, StraightColor(red: 0, green: 1, blue: 0)),
      ])
      let clip = try builder.intern(clip: .ellipse(center: Point(12, 12), radii: Size(9, 9)))
      func vector(_ opacity: Double, clip: ClipID? = nil) -> Sprite {
        Sprite(
          layers: ["Vector"], content: .vector,
          frames: (0..<4).map {
            FrameState(opacity: opacity, transform: .translation(Double($0) * 2.3, 1), shapes: shapes, clip: clip)
          })
      }
      let still = Array(repeating: FrameState(opacity: 0.7, transform: .identity), count: 4)
      builder.sprites = [
        vector(1), vector(0.5, clip: clip),
        Sprite(
          layers: ["Group"], content: .group([vector(1), vector(0.8)]), matte: Matte([vector(1)], mode: .invertedLuma),
          frames: still),
      ]
    }
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
    var pixmap = Pixmap(width: 40, height: 30)
    func count() -> UInt {
      let before = allocation_count()
      for frame in 0..<4 {
        renderer.render(frame: frame, replacing: frame > 0 ? frame - 1 : nil, transform: .identity, into: &pixmap)
      }
      return allocation_count() - before
    }
    // The count counts.
    #expect(count() > 0)
    _ = count()
    #expect(count() == 0)
  }
}

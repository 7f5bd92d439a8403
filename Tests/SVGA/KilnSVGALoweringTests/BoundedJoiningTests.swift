import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Work of the lowering that is bounded, or done once for all frames.
@Suite struct BoundedJoiningTests {
  private func box(_ x: Double, _ y: Double, _ color: StraightColor = StraightColor(red: 1, green: 0, blue: 0)) -> Shape
  {
    Shape(outline: .path(.rect(Rect(x: x, y: y, width: 3, height: 3))), fill: Fill(.solid(color)))
  }

  /// Sprites that are visible one after the other, and in different places.
  private func inTurns(_ count: Int, in builder: inout TimelineBuilder) throws -> [Sprite] {
    try (0..<count).map { index in
      let list = try builder.intern([box(Double(index % 10) * 4, Double(index / 10) * 4)])
      var frames = [FrameState](repeating: .hidden, count: count)
      frames[index] = FrameState(opacity: 1, transform: .identity, shapes: list)
      return Sprite(layers: ["\(index)"], content: .vector, frames: frames)
    }
  }

  @Test func manySpritesThatStandStillBecomeOne() throws {
    let timeline = try SampleTimelines.timeline(width: 200, height: 200, frames: 2) { builder in
      for index in 0..<600 {
        let color = StraightColor(red: Double(index) / 600, green: 0.5, blue: 0)
        let list = try builder.intern([box(Double(index % 40) * 5, Double(index / 40) * 5, color)])
        let state = FrameState(opacity: 1, transform: .identity, shapes: list)
        builder.sprites.append(Sprite(layers: ["\(index)"], content: .vector, frames: [state, state]))
      }
    }
    var log = DiagnosticLog()
    let joined = SpriteJoiner(timeline, SVGAProfile.portable.capabilities).joined(log: &log)
    #expect(joined.sprites.count == 1)
    #expect(joined.shapeLists.first?.shapes.count == 600)
  }

  @Test func spritesThatAreComparedWithTooManyGetSlotsOfTheirOwn() throws {
    var builder = try TimelineBuilder(
      canvas: Size(40, 40), frameRate: 30, frameCount: 20, limits: Limits())
    let sprites = try inTurns(20, in: &builder)
    #expect(SlotJoiner.joined(sprites, frameCount: 20, in: builder).count == 1)
    let bounded = SlotJoiner.joined(sprites, frameCount: 20, in: builder, maximumComparisonCount: 10)
    #expect(bounded.count > 1 && bounded.count <= 20)
    // Each frame shows what it did.
    for frame in 0..<20 { #expect(bounded.count { $0.frames[frame].isVisible } == 1) }
  }

  @Test func aMatteThatStandsStillIsReducedOnce() throws {
    let timeline = try SampleTimelines.timeline(width: 40, height: 40, frames: 50) { builder in
      let (list, cut) = try (builder.intern([box(0, 0), box(2, 2)]), builder.intern([box(1, 1)]))
      let still = FrameState(opacity: 1, transform: .identity, shapes: list)
      let matte = Sprite(layers: ["Matte"], content: .vector, frames: Array(repeating: still, count: 50))
      let moving = (0..<50).map { FrameState(opacity: 1, transform: .translation(Double($0) / 25, 0), shapes: cut) }
      var sprite = Sprite(layers: ["Cut"], content: .vector, frames: moving)
      sprite.matte = Matte([matte], mode: .alpha)
      builder.sprites = [sprite]
    }
    let matte = try #require(timeline.sprites.first?.matte)
    var cache = MatteAreaCache(matte, in: timeline)
    let region = Rect(x: 0, y: 0, width: 40, height: 40)
    for frame in 0..<50 {
      let found = MatteAreaFinder.area(of: matte, in: timeline, frame: frame, region: region)
      #expect(cache.area(frame: frame, region: region)?.path == found?.path)
    }
    #expect(cache.foundCount == 1)
  }
}

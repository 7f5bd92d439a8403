import KilnDiagnostics
import KilnGeometry
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct TimelinePartTests {
  /// Three sprites, each with a shape list and a clip of its own; the second one has a child, a matte and a filter.
  private func timeline() throws -> Timeline {
    try SampleTimelines.timeline(frames: 3) { builder in
      func sprite(_ number: Int) throws -> Sprite {
        let side = Double(number + 1)
        let state = FrameState(
          opacity: 1, transform: .translation(side, 0),
          shapes: try builder.intern([SampleTimelines.square(side, .black)]),
          clip: try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: side, height: side))))
        return Sprite(layers: ["\(number)"], content: .vector, frames: [state, .hidden, state])
      }
      let first = try sprite(0)
      let child = try sprite(1)
      let matte = try sprite(2)
      let last = try sprite(3)
      let chain = FilterChain([.blur(deviation: Size(1, 1))], region: Rect(x: 0, y: 0, width: 9, height: 9))
      let state = FrameState(opacity: 0.5, transform: .identity, filters: builder.intern(filters: chain))
      let group = Sprite(
        layers: ["Group"], content: .group([child]), matte: Matte([matte], mode: .luma), frames: [state, state, state])
      builder.sprites = [first, group, last]
      builder.sourceTimes = [4, 5, 6]
    }
  }

  @Test func partHasOnlyWhatItsSpritesUse() throws {
    let whole = try timeline()
    let part = whole.part(of: [whole.sprites[1]])
    #expect(part.shapeLists == [whole.shapeLists[1], whole.shapeLists[2]])
    #expect(part.clips == [whole.clips[1], whole.clips[2]])
    #expect(part.filterChains == whole.filterChains)
    #expect(part.sourceTimes == [4, 5, 6])
    #expect(part.frameCount == 3 && part.canvas == whole.canvas)
  }

  @Test func partShowsTheSame() throws {
    let whole = try timeline()
    for sprite in whole.sprites {
      var builder = try TimelineBuilder(editing: whole, limits: Limits())
      builder.sprites = [sprite]
      var log = DiagnosticLog()
      // The builder leaves out what the sprite does not use, in another way.
      #expect(whole.part(of: [sprite]) == builder.build(log: &log))
    }
  }
}

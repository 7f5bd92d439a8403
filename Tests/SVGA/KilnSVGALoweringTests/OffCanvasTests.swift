import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// What is outside of the canvas is not written, where that takes no more bytes.
@Suite struct OffCanvasTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)

  @Test func framesBeforeAndAfterTheCanvasAreHidden() throws {
    let timeline = try moving([-500, -100, 5, 20, 900, 1000])
    let lowered = try lower(timeline)
    #expect(lowered.sprites[0].frames.map(\.isVisible) == [false, false, true, true, false, false])
    expectSamePictures(timeline, lowered)
  }

  @Test func betweenFramesOnTheCanvasASpriteStays() throws {
    let timeline = try moving([5, -500, -400, 20, 900, 30])
    #expect(try lower(timeline).sprites[0].frames.allSatisfy(\.isVisible))
  }

  @Test func partsOfGroupsAreHidden() throws {
    let timeline = try moving([-1e15, 5, 10], scale: 1e9) { child, frameCount in
      var still = child
      for frame in 0..<frameCount { still.frames[frame].transform = .translation(8, 8) }
      let states = (0..<frameCount).map { FrameState(opacity: 0.5, transform: .translation(Double($0), 0)) }
      return Sprite(layers: ["Group"], content: .group([still, child]), frames: states)
    }
    let lowered = try lower(timeline)
    for sprite in lowered.sprites {
      #expect(sprite.frames.allSatisfy { !$0.isVisible || abs($0.transform.tx) < 100 })
    }
    expectSamePictures(timeline, lowered)
  }

  @Test func whatCastsAShadowIntoTheCanvasStays() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let list = try builder.intern([SampleTimelines.square(10, red, at: Point(-30, 10))])
      let shadow = Filter.shadow(.init(color: red, offset: Point(40, 0), deviation: 1, showsSource: true))
      let area = Rect(x: -100, y: -100, width: 400, height: 400)
      let chain = builder.intern(filters: FilterChain([shadow], region: area))
      var state = FrameState(opacity: 1, transform: .identity)
      state.filters = chain
      let square = Sprite(
        layers: ["Square"], content: .vector, frames: [FrameState(opacity: 1, transform: .identity, shapes: list)])
      builder.sprites = [Sprite(layers: ["Group"], content: .group([square]), frames: [state])]
    }
    let lowered = try lower(timeline)
    #expect(renderedFrames(lowered)[0].pixels.contains { $0 != 0 })
  }

  @Test func whatAppsReplaceAndWhatIsAllThereIsStays() throws {
    let keyed = try moving([-500, 5]) { child, _ in
      var child = child
      child.replacementKey = "key"
      return child
    }
    #expect(try lower(keyed).sprites[0].frames[0].isVisible)
    let keyedInside = try moving([-500, 5]) { child, frameCount in
      var child = child
      child.replacementKey = "key"
      let states = (0..<frameCount).map { _ in FrameState(opacity: 0.5, transform: .identity) }
      return Sprite(layers: ["Group"], content: .group([child]), frames: states)
    }
    #expect(try lower(keyedInside).sprites[0].frames[0].isVisible)
    #expect(try lower(moving([-500, -400])).sprites.count == 1)
  }

  /// A square of 10 pixels that stands at some places, one a frame.
  private func moving(
    _ places: [Double], scale: Double = 1, _ wrapped: (Sprite, Int) -> Sprite = { sprite, _ in sprite }
  ) throws -> Timeline {
    try SampleTimelines.timeline(frames: places.count) { builder in
      let list = try builder.intern([SampleTimelines.square(10, red)])
      let states = places.map { place in
        FrameState(
          opacity: 1, transform: .translation(place, 5) * (place < 0 ? .scale(scale, 1) : .identity), shapes: list)
      }
      builder.sprites = [wrapped(Sprite(layers: ["Square"], content: .vector, frames: states), places.count)]
    }
  }

  private func lower(_ timeline: Timeline) throws -> Timeline {
    var log = DiagnosticLog()
    return try SVGALowerer(timeline).lowered(log: &log)
  }

  private func expectSamePictures(_ timeline: Timeline, _ lowered: Timeline) {
    for (expected, actual) in zip(renderedFrames(timeline), renderedFrames(lowered)) {
      #expect(PixelDifference(expected, actual).largest <= 2)
    }
  }
}

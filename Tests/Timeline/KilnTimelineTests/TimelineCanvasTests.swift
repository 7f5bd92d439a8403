import KilnGeometry
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct TimelineCanvasTests {
  @Test func mappingMovesEverythingOnce() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let shapes = try builder.intern([SampleTimelines.square(2, .black)])
      let child = Sprite(
        layers: ["c"], content: .vector,
        frames: [FrameState(opacity: 1, transform: .translation(1, 1), shapes: shapes)])
      let state = FrameState(opacity: 1, transform: .translation(3, 4))
      builder.sprites = [Sprite(layers: ["g"], content: .group([child]), frames: [state])]
    }
    let mapped = timeline.mapped(by: .scale(2, 2), canvas: Size(80, 60))
    #expect(mapped.canvas == Size(80, 60))
    // The children live in the space of the group, which is mapped.
    #expect(mapped.sprites[0].frames[0].transform == Affine(a: 2, b: 0, c: 0, d: 2, tx: 6, ty: 8))
    #expect(mapped.sprites[0].content == timeline.sprites[0].content)
    #expect(timeline.mapped(by: .identity, canvas: timeline.canvas) == timeline)
  }

  @Test func mappingKeepsTheGuarantees() throws {
    let timeline = try SampleTimelines.movingSquare()
    for transform in [Affine.scale(.nan, 1), .scale(1e308, 1e308), .translation(.infinity, 0)] {
      let mapped = timeline.mapped(by: transform, canvas: Size(8, 8))
      for state in mapped.sprites.flatMap(\.frames) {
        #expect(state.transform.isFinite && (state.isVisible || state == .hidden))
      }
    }
    let mapped = timeline.mapped(by: .scale(2, 2), canvas: Size(8, 8))
    #expect(mapped.sprites[1].frames[6] == .hidden)
  }

  @Test func backgroundFillsTheCanvasBehindEverything() throws {
    let timeline = try SampleTimelines.movingSquare()
    let color = StraightColor(red: 1, green: 0, blue: 0)
    let over = timeline.over(background: color)
    #expect(over.sprites.count == 3 && Array(over.sprites.dropFirst()) == timeline.sprites)
    let states = over.sprites[0].frames
    #expect(states.count == timeline.frameCount && Set(states).count == 1)
    let shapes = try #require(states[0].shapes)
    #expect(over[shapes].bounds == Rect(x: 0, y: 0, width: 40, height: 30))
    #expect(over[shapes].shapes.first?.fill == Fill(.solid(color)))
    // Equal lists have equal IDs, also when the background is drawn twice.
    #expect(over.over(background: color).shapeLists == over.shapeLists)
    #expect(over.shapeLists.count == timeline.shapeLists.count + 1)
  }
}

@Suite struct TimelineDumpTests {
  @Test func dumpSaysEverything() throws {
    let timeline = try SampleTimelines.timeline(width: 40.5, frameRate: 29.97, frames: 4) { builder in
      let style = StrokeStyle(width: 2, cap: .round, join: .miter, miterLimit: 4, dashes: [3, 1.5], dashPhase: 0.25)
      let red = StraightColor(red: 1, green: 0.04, blue: 0, alpha: 0.5)
      let shapes = try builder.intern([
        Shape(
          outline: .rect(Rect(x: 1, y: 2, width: 3, height: 4), cornerRadius: 1),
          fill: Fill(.solid(red), rule: .evenOdd),
          stroke: Stroke(.solid(.black), style: style)),
        Shape(outline: .ellipse(center: Point(1, -0.0001), radii: Size(3, 4)), transform: .scale(2, 1)),
        Shape(
          outline: .path(Path(text: "M0 0 L1.5 2 Z")),
          stroke: Stroke(.solid(.black), style: StrokeStyle(width: 1, join: .bevel))),
      ])
      let clip = try builder.intern(clip: Path(text: "M0 0 L1 0 L1 1 Z"))
      let state = FrameState(opacity: 0.25, transform: .translation(1.0 / 3, 0), shapes: shapes, clip: clip)
      var nearly = state
      nearly.transform.tx += 1e-9
      builder.sprites = [
        Sprite(layers: ["a", "b"], replacementKey: "k", content: .vector, frames: [.hidden, state, nearly, .hidden])
      ]
      builder.markers = [Marker(name: "m", firstFrame: 1, frameCount: 2.5)]
    }
    #expect(
      timeline.dump == """
        timeline 40.5 × 30 px, 29.97 fps, 4 frames
        marker "m" at 1 for 2.5 frames
        shapes 0
          rect 1 2 3 4 radius 1 fill #ff0a00@0.5 evenOdd stroke #000000 width 2 round miter limit 4 dashes 3,1.5 phase 0.25
          ellipse 1 0 3 4 [2 0 0 1 0 0]
          path M0 0 L1.5 2 Z stroke #000000 width 1 butt bevel
        clip 0 M0 0 L1 0 L1 1 Z
        sprite "a › b" vector key "k"
          0 hidden
          1…2 opacity 0.25 shapes 0 clip 0 [1 0 0 1 0.333 0]
          3 hidden

        """)
  }

  @Test func hugeNumbersAreWritten() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let shapes = try builder.intern([
        Shape(outline: .rect(Rect(minX: -1e37, minY: -1e16, maxX: 1e37, maxY: 1e30), cornerRadius: 0))
      ])
      builder.sprites = [
        Sprite(
          layers: ["a"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .translation(-1e37, 1e18), shapes: shapes)])
      ]
    }
    #expect(timeline.dump.contains("sprite \"a\" vector"))
  }
}

@Suite struct ShapeTests {
  @Test func coloursAreClamped() {
    let color = StraightColor(red: -1, green: .nan, blue: 7, alpha: .infinity)
    #expect(color == StraightColor(red: 0, green: 0, blue: 1, alpha: 1))
  }

  @Test func boundsHoldFillAndStroke() {
    let rect = Shape.Outline.rect(Rect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 0)
    let stroke = Stroke(.solid(.black), style: StrokeStyle(width: 2, join: .round))
    #expect(Shape(outline: rect).bounds.isEmpty)
    #expect(Shape(outline: rect, fill: Fill(.solid(.black)), transform: .scale(2, 1)).bounds.maxX == 20)
    let stroked = Shape(outline: rect, stroke: stroke, transform: .scale(2, 1)).bounds
    #expect(stroked == Rect(minX: -3, minY: -1.5, maxX: 23, maxY: 11.5))
    #expect(Shape(outline: .path(Path()), fill: Fill(.solid(.black)), stroke: stroke).bounds.isEmpty)
  }

  /// Against the real outline, with the longest miters and square caps.
  @Test(arguments: [StrokeStyle.Join.miter, .round, .bevel]) func boundsHoldTheOutline(join: StrokeStyle.Join) {
    var random = SplitMix64(seed: 20)
    for _ in 0..<200 {
      var path = Path()
      for _ in 0..<4 { path.line(to: Point(.random(in: 0...50, using: &random), .random(in: 0...50, using: &random))) }
      let style = StrokeStyle(width: 4, cap: .square, join: join, miterLimit: 10)
      let shape = Shape(outline: .path(path), stroke: Stroke(.solid(.black), style: style))
      #expect(shape.bounds.contains(path.strokeOutline(style, tolerance: 0.1).path.bounds, tolerance: 1e-9))
    }
  }
}

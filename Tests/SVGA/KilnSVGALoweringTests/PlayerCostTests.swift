import KilnGeometry
import KilnPixels
import KilnPNG
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// What players do to draw a movie, counted, and how long that takes.
@Suite struct PlayerCostTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)

  private func sprite(_ name: String, _ content: Sprite.Content = .vector, _ states: FrameState...) -> Sprite {
    Sprite(layers: [name], content: content, frames: states)
  }

  private func work(_ timeline: Timeline, sprite: Int = 0, frame: Int = 0) -> PlayerWork {
    PlayerWorkCounter(timeline).work(for: timeline.sprites[sprite], frame: frame)
  }

  @Test func shapesCountByTheirPointsAndRows() throws {
    let timeline = try SampleTimelines.timeline(width: 40, height: 30, frames: 2) { builder in
      let square = SampleTimelines.square(10, red)
      var line = square
      line.style = ShapeStyle(stroke: Stroke(.solid(red), style: StrokeStyle(width: 2)))
      let list = try builder.intern([square, line])
      // Twice as large, and half of it below the canvas.
      let shown = FrameState(opacity: 1, transform: .translation(0, 20) * .scale(2, 2), shapes: list)
      builder.sprites = [sprite("A", .vector, shown, .hidden)]
    }
    let points = Double(SampleTimelines.square(10, red).outline.path.points.count)
    let work = work(timeline)
    #expect(work.sprites == 1 && work.points == 2 * points && work.strokePoints == points && work.rows == 10)
    #expect(work.copiedPixels == 0 && work.resampledPixels == 0)
    #expect(self.work(timeline, frame: 1) == PlayerWork())
  }

  @Test func bitmapsCountByThePixelsThatAreSeen() throws {
    let timeline = try SampleTimelines.timeline(width: 40, height: 30) { builder in
      let bytes = try PNGEncoder.encode(Pixmap(width: 20, height: 10))
      let image = try builder.add(#require(ImageAsset(name: "a", bytes: bytes)))
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 5, height: 5)))
      builder.sprites = [
        sprite("moved", .image(image), FrameState(opacity: 1, transform: .translation(30, 0))),
        sprite(
          "turned", .image(image), FrameState(opacity: 1, transform: .rotation(radians: .pi / 2) * .translation(0, -20))
        ),
        sprite("cut", .image(image), FrameState(opacity: 1, transform: .scale(2, 2), clip: clip)),
      ]
    }
    #expect(work(timeline).copiedPixels == 100 && work(timeline).resampledPixels == 0)
    #expect(abs(work(timeline, sprite: 1).resampledPixels - 200) < 1e-9)
    let cut = work(timeline, sprite: 2)
    #expect(cut.resampledPixels == 100 && cut.rows == 10 && cut.points > 0)
  }

  /// What a file does not have, importers make to hold what a matte cuts.
  @Test func groupsAreNoWork() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let list = try builder.intern([SampleTimelines.square(10, red)])
      let state = FrameState(opacity: 1, transform: .identity, shapes: list)
      let still = FrameState(opacity: 1, transform: .identity)
      let part = sprite("part", .vector, state)
      builder.sprites = [
        Sprite(
          layers: ["group"], content: .group([part]), matte: Matte([sprite("matte", .vector, state)], mode: .alpha),
          frames: [still])
      ]
    }
    let cost = PlayerCost(timeline)
    #expect(cost.work.sprites == 2 && Set(cost.layers.map(\.layer)) == ["part", "matte"])
  }

  /// Of very many shapes the rows are those of some.
  @Test func manyShapesCountLikeFew() throws {
    func work(_ count: Int) throws -> PlayerWork {
      let timeline = try SampleTimelines.timeline { builder in
        let shapes = try builder.intern((0..<count).map { _ in SampleTimelines.square(10, red) })
        builder.sprites = [
          sprite("A", .vector, FrameState(opacity: 1, transform: .identity, shapes: shapes))
        ]
      }
      return self.work(timeline)
    }
    let (few, many) = (try work(10), try work(1000))
    #expect(many.points == 100 * few.points && abs(many.rows - 100 * few.rows) < 1e-6)
  }

  @Test func layersAreNamedDearestFirst() throws {
    let timeline = try SampleTimelines.timeline(width: 40, height: 30, frames: 2) { builder in
      let one = try builder.intern([SampleTimelines.square(10, red)])
      let many = try builder.intern((0..<9).map { SampleTimelines.square(10, red, at: Point(Double($0), 0)) })
      func state(_ list: ShapeListID) -> FrameState { FrameState(opacity: 1, transform: .identity, shapes: list) }
      builder.sprites = [
        sprite("cheap", .vector, state(one), state(one)), sprite("dear", .vector, .hidden, state(many)),
        sprite("hidden", .vector, .hidden, .hidden),
      ]
    }
    let cost = PlayerCost(timeline)
    #expect(cost.layers.map(\.layer) == ["dear", "cheap"])
    #expect(cost.frames.count == 2 && cost.frames[1] > cost.frames[0])
    #expect(abs(cost.milliseconds - (cost.frames[0] + cost.frames[1]) / 2) < 1e-12)
    let empty = cost.frames[0] - cost.layers[1].milliseconds
    #expect(abs(cost.milliseconds - empty - cost.layers.reduce(0) { $0 + $1.milliseconds }) < 1e-12)
    #expect(cost.work.sprites == 1.5)
    #expect(cost.largest.hasPrefix("“dear” ("))
  }
}

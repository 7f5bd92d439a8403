import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Which sprites and shapes of a lowered timeline become one, and that the picture stays the same.
@Suite struct SpriteJoinerTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)
  private let blue = StraightColor(red: 0, green: 0, blue: 1)

  private func box(_ x: Double, _ y: Double, _ side: Double, _ color: StraightColor) -> Shape {
    let rect = Rect(x: x, y: y, width: side, height: side)
    return Shape(outline: .path(.rect(rect)), fill: Fill(.solid(color)))
  }

  private func triangle(_ x: Double, _ y: Double, _ side: Double, _ color: StraightColor) -> Shape {
    let path = Path(text: "M\(x) \(y) L\(x + side) \(y) L\(x) \(y + side) Z")
    return Shape(outline: .path(path), fill: Fill(.solid(color)))
  }

  private func sprite(_ name: String, key: String? = nil, _ states: [FrameState]) -> Sprite {
    Sprite(layers: [name], replacementKey: key, content: .vector, frames: states)
  }

  /// A timeline of 40 × 30 pixels, with and without what the joiner does.
  private func joined(
    frames: Int = 1, _ build: (inout TimelineBuilder) throws -> Void
  ) throws -> (timeline: Timeline, joined: Timeline) {
    let timeline = try SampleTimelines.timeline(width: 40, height: 30, frames: frames, build)
    var log = DiagnosticLog()
    let joined = SpriteJoiner(timeline, SVGAProfile.portable.capabilities).joined(log: &log)
    #expect(log.diagnostics.isEmpty)
    for frame in 0..<frames {
      #expect(try picture(of: joined, frame) == picture(of: timeline, frame), "frame \(frame)")
    }
    return (timeline, joined)
  }

  private func picture(of timeline: Timeline, _ frame: Int) throws -> Pixmap {
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: Limits(), log: &log))
    var pixmap = Pixmap(width: 40, height: 30)
    renderer.render(timeline.sprites, frame: frame, transform: .identity, into: &pixmap)
    return pixmap
  }

  private func shown(_ list: ShapeListID, _ transform: Affine = .identity) -> FrameState {
    FrameState(opacity: 1, transform: transform, shapes: list)
  }

  // MARK: - Shapes

  @Test func shapesThatLieApartAreOnePath() throws {
    let (_, joined) = try joined { builder in
      let list = try builder.intern([
        triangle(2, 2, 6, red), triangle(20, 2, 6, red), triangle(2, 15, 6, blue), triangle(21, 4, 6, red),
      ])
      builder.sprites = [sprite("A", [shown(list)])]
    }
    // The last one lies on the second.
    #expect(joined.shapeLists.map(\.shapes.count) == [3])
  }

  @Test func overlappingStrokesOfOneColorAreOnePath() throws {
    func line(_ text: String, _ color: StraightColor, width: Double = 2) -> Shape {
      Shape(outline: .path(Path(text: text)), stroke: Stroke(.solid(color), style: StrokeStyle(width: width)))
    }
    // On whole pixels, where drawing twice is the same as drawing once; one that goes back would cancel out in an area.
    let shapes = [line("M5 5 L30 5", red), line("M10 2 L10 20", red, width: 4), line("M20 12 L20 2 L14 2", red)]
    func count(_ shapes: [Shape], opacity: Double = 1) throws -> Int {
      let (_, joined) = try joined { builder in
        let list = try builder.intern(shapes)
        builder.sprites = [sprite("A", [FrameState(opacity: opacity, transform: .identity, shapes: list)])]
      }
      return joined.shapeLists[0].shapes.count
    }
    #expect(try count(shapes) == 2)
    // What is seen through adds up, and another colour between them is seen.
    #expect(try count(shapes, opacity: 0.5) == 3)
    #expect(try count([shapes[0], line("M10 2 L10 20", blue, width: 4), shapes[2]]) == 3)
    // Edges that are drawn twice are harder.
    #expect(try count([shapes[0], line("M10 10 L10 5 L20 5", red)]) == 2)
    let bow = line("M5 20 C5 25 10 25 10 20", red)
    #expect(try count([bow, line("M10 20 C10 25 5 25 5 20 L2 20", red)]) == 2)
    #expect(try count([bow, line("M10 20 L5 20", red)]) == 1)
  }

  @Test func areasOfOneColorThatTouchAreOnePath() throws {
    let (_, joined) = try joined { builder in
      let list = try builder.intern([triangle(4, 4, 8, red), triangle(12, 4, 8, red), triangle(14, 8, 8, red)])
      builder.sprites = [sprite("A", [shown(list)])]
    }
    // The last one lies over the second.
    #expect(joined.shapeLists.map(\.shapes.count) == [2])
  }

  @Test func aShapeIsNotMovedBelowWhatItCovers() throws {
    let (_, joined) = try joined { builder in
      let list = try builder.intern([triangle(2, 2, 6, red), triangle(20, 2, 12, blue), triangle(24, 4, 6, red)])
      builder.sprites = [sprite("A", [shown(list)])]
    }
    #expect(joined.shapeLists.map(\.shapes.count) == [3])
  }

  @Test func pathsThatAreRectanglesAndEllipsesBecomeThese() throws {
    let ellipse = Path.ellipse(center: Point(25, 15), radii: Size(8, 5))
    let (_, joined) = try joined { builder in
      let list = try builder.intern([
        box(2, 2, 6, red), Shape(outline: .path(ellipse), fill: Fill(.solid(blue))), triangle(2, 15, 6, blue),
      ])
      builder.sprites = [sprite("A", [shown(list)])]
    }
    let outlines = joined.shapeLists[0].shapes.map(\.outline)
    #expect(outlines[0] == .rect(Rect(x: 2, y: 2, width: 6, height: 6), cornerRadius: 0))
    #expect(outlines[1] == .ellipse(center: Point(25, 15), radii: Size(8, 5)))
  }

  @Test func areasFarBeyondTheCanvasEndNearIt() throws {
    let (_, joined) = try joined(frames: 2) { builder in
      // What an inverted mask leaves of everything.
      let hole = "M-1e6 -1e6 L1e6 -1e6 L1e6 1e6 L-1e6 1e6 Z M10.25 5 C30 5 30 25 10.25 25 Z"
      let list = try builder.intern([Shape(outline: .path(Path(text: hole)), fill: Fill(.solid(red)))])
      builder.sprites = [sprite("A", [shown(list), shown(list, .scale(0.5, 0.5))])]
    }
    #expect(Rect(x: -500, y: -500, width: 1000, height: 1000).contains(joined.shapeLists[0].bounds))
    #expect(joined.shapeLists[0].shapes[0].outline.path.points.contains(Point(10.25, 25)))
  }

  @Test func aFillAndItsStrokeAreOneShape() throws {
    let (_, joined) = try joined { builder in
      let fill = box(5, 5, 12, red)
      let stroke = Shape(outline: fill.outline, stroke: Stroke(.solid(blue), style: StrokeStyle(width: 2)))
      builder.sprites = [sprite("A", [shown(try builder.intern([fill, stroke]))])]
    }
    #expect(joined.shapeLists.map(\.shapes.count) == [1])
  }

  @Test func whatIsCoveredIsLeftOut() throws {
    let (_, joined) = try joined(frames: 2) { builder in
      let below = try builder.intern([box(8, 8, 4, blue), box(0, 0, 4, blue)])
      let cover = try builder.intern([box(5, 5, 20, red)])
      builder.sprites = [
        sprite("A", [shown(below), shown(below, .translation(1, 0))]), sprite("B", [shown(cover), shown(cover)]),
      ]
    }
    #expect(joined.shapeLists.flatMap(\.shapes).count { $0.fill?.paint == .solid(blue) } == 1)
    let (timeline, seen) = try self.joined(frames: 2) { builder in
      let below = try builder.intern([box(8, 8, 4, blue)])
      let cover = try builder.intern([box(5, 5, 20, red)])
      builder.sprites = [
        sprite("A", [shown(below), shown(below, .translation(-8, 0))]), sprite("B", [shown(cover), shown(cover)]),
      ]
    }
    #expect(seen.sprites.count == timeline.sprites.count)
  }

  // MARK: - Sprites

  @Test func spritesThatMoveTogetherAreOne() throws {
    let (_, joined) = try joined(frames: 3) { builder in
      let list = try builder.intern([box(0, 0, 6, red)])
      let other = try builder.intern([box(0, 0, 3, blue)])
      let moves = [0.0, 3, 7].map { Affine.translation(4 + $0, 5) * .rotation(radians: $0 / 10) }
      builder.sprites = [
        sprite("A", moves.map { shown(list, $0) }),
        sprite("B", moves.map { shown(other, $0 * .translation(2, 1) * .scale(0.5, 0.5)) }),
      ]
    }
    #expect(joined.sprites.count == 1 && joined.shapeLists.map(\.shapes.count) == [2])
    #expect(joined.sprites[0].layers == ["A"])
  }

  @Test func apartIsWhatMovesAlone() throws {
    let (_, joined) = try joined(frames: 2) { builder in
      let list = try builder.intern([box(0, 0, 6, red)])
      builder.sprites = [
        sprite("A", [shown(list), shown(list)]), sprite("B", [shown(list), shown(list, .translation(3, 0))]),
      ]
    }
    #expect(joined.sprites.count == 2)
  }

  @Test func spritesThatAreNeverSeenTogetherShareOne() throws {
    let (_, joined) = try joined(frames: 4) { builder in
      let list = try builder.intern([box(0, 0, 6, red)])
      let other = try builder.intern([box(4, 4, 6, blue)])
      let moved = shown(list, .translation(9, 3))
      builder.sprites = [
        sprite("A", [shown(list), moved, .hidden, .hidden]),
        // Lies above both others in the second frame and the third.
        sprite("B", [.hidden, shown(other), shown(other, .translation(1, 1)), .hidden]),
        sprite("C", [.hidden, .hidden, .hidden, moved]),
        sprite("D", [.hidden, .hidden, shown(list), shown(list)]),
      ]
    }
    #expect(joined.sprites.count == 3)
  }

  @Test func spritesWithKeysStayAlone() throws {
    let (_, joined) = try joined(frames: 2) { builder in
      let list = try builder.intern([box(0, 0, 6, red)])
      builder.sprites = [
        sprite("A", key: "a", [shown(list), .hidden]), sprite("B", key: "b", [.hidden, shown(list)]),
        sprite("C", key: "c", [shown(list), shown(list)]),
      ]
    }
    #expect(joined.sprites.map(\.replacementKey) == ["a", "b", "c"])
  }
}

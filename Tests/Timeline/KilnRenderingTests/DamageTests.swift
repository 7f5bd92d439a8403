import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

/// A timeline in which anything may move, fade, come or go: shapes, groups, clips, mattes.
func randomTimeline(seed: UInt64) throws -> Timeline {
  var random = SplitMix64(seed: seed)
  return try SampleTimelines.timeline(frames: 6) { builder in
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func color() -> StraightColor {
      StraightColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0.3...1.4))
    }
    let lists = try (0..<5).map { index in
      let line = Path(text: "M0 0 C9 2 3 12 \(index * 3) 9")
      return try builder.intern([
        SampleTimelines.square(number(2...9), color()),
        Shape(
          outline: .path(line), fill: Fill(.solid(color())),
          stroke: Stroke(.solid(color()), style: StrokeStyle(width: number(0...3)))),
      ])
    }
    let clip = try builder.intern(clip: .ellipse(center: Point(6, 6), radii: Size(7, 5)))
    func states(clips: Bool) -> [FrameState] {
      var state = FrameState.hidden
      return (0..<6).map { _ in
        // Half of the time nothing changes.
        if random.next() % 2 == 0 { return state }
        state =
          random.next() % 5 == 0
          ? .hidden
          : FrameState(
            opacity: number(0.2...1),
            transform: Affine(
              a: number(0.5...1.5), b: number(-0.3...0.3), c: 0, d: 1, tx: number(-5...30), ty: number(-5...20)),
            shapes: clips ? nil : lists[Int(random.next() % 5)], clip: random.next() % 3 == 0 ? clip : nil)
        return state
      }
    }
    func vector(_ name: String) -> Sprite { Sprite(layers: [name], content: .vector, frames: states(clips: false)) }
    let matte = Matte([vector("Matte")], mode: seed % 2 == 0 ? .alpha : .invertedLuma)
    let group = Sprite(
      layers: ["Group"], content: .group([vector("Child 1"), vector("Child 2")]), matte: seed % 3 == 0 ? matte : nil,
      blendMode: seed % 5 == 0 ? .multiply : .normal, frames: states(clips: true))
    builder.sprites = [vector("Below"), group, vector("Above")]
  }
}

@Suite struct DamageTests {
  private func renderer(_ timeline: Timeline) -> TimelineRenderer {
    var log = DiagnosticLog()
    return TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
  }

  @Test(arguments: 0..<30) func pixelsChangeInsideTheDamageOnly(seed: Int) throws {
    let timeline = try randomTimeline(seed: UInt64(seed))
    let frames = renderedFrames(timeline)
    var renderer = renderer(timeline)
    for first in frames.indices {
      for second in frames.indices {
        let damage = renderer.damage(from: first, to: second, transform: .identity, in: frames[first].bounds)
        let changed = frames[first].differenceBounds(from: frames[second])
        #expect(damage.union(changed) == damage || changed.isEmpty)
        if first == second { #expect(damage.isEmpty) }
        var redrawn = frames[first]
        renderer.redraw(frame: second, in: damage, transform: .identity, into: &redrawn)
        // Coverage is summed up from another column, so the last bit may differ.
        #expect(PixelDifference(redrawn, frames[second]).largest <= 1)
      }
    }
  }

  @Test func whatStandsStillIsNotDamaged() throws {
    let timeline = try SampleTimelines.movingSquare()
    let renderer = renderer(timeline)
    let bounds = PixelRect(x: 0, y: 0, width: 40, height: 30)
    func damage(_ first: Int, _ second: Int) -> PixelRect {
      renderer.damage(from: first, to: second, transform: .identity, in: bounds)
    }
    #expect(damage(2, 3).isEmpty && damage(3, 4).isEmpty)
    #expect(damage(1, 2) == PixelRect(minX: 3, minY: 4, maxX: 15, maxY: 12))
    #expect(damage(5, 6) == PixelRect(minX: 20, minY: 4, maxX: 28, maxY: 12))
  }

  /// Frames in any order, each over the one before, by a renderer that keeps outlines: the same as each by itself.
  @Test(arguments: 0..<30) func framesReplaceEachOther(seed: Int) throws {
    let timeline = try randomTimeline(seed: UInt64(seed))
    let frames = renderedFrames(timeline)
    var renderer = renderer(timeline)
    var pixmap = Pixmap(width: 40, height: 30, pixels: Array(repeating: 0xFF12_3456, count: 1200))
    var previous: Int?
    for frame in [0, 1, 2, 3, 4, 5, 5, 2, 2, 2, 0, 4, 1, 3, 3] {
      renderer.render(frame: frame, replacing: previous, transform: .identity, into: &pixmap)
      previous = frame
      #expect(pixmap == frames[frame])
    }
  }

  /// Letters that are fitted to pixels may become larger than their outlines; all of them goes with them.
  @Test func fittedLettersAreReplacedWhole() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let letter = Letter(size: 12, isAligned: true) { _ in .rect(Rect(x: 0, y: -12, width: 6, height: 12)) }
      let outline = Path.rect(Rect(x: 0, y: -10, width: 6, height: 10))
      let shape = Shape(
        outline: .path(outline), fill: Fill(.solid(StraightColor(red: 1, green: 0, blue: 0))), letter: letter)
      let state = FrameState(
        opacity: 1, transform: .translation(8, 19.5), shapes: try builder.intern([shape]))
      builder.sprites = [Sprite(layers: ["Letter"], content: .vector, frames: [state, .hidden])]
    }
    var renderer = renderer(timeline)
    var pixmap = Pixmap(width: 40, height: 30)
    renderer.render(frame: 0, replacing: nil, transform: .identity, into: &pixmap)
    #expect(pixmap.pixels.count { $0 != 0 } == 72)
    renderer.render(frame: 1, replacing: 0, transform: .identity, into: &pixmap)
    #expect(pixmap == Pixmap(width: 40, height: 30))
  }

  /// A rectangle that stays below others is painted only where these were: no pixel tells, at its edges neither.
  @Test(arguments: [(1.0, 0), (0.4, 0), (1, 5)]) func aStandingRectangleStays(alpha: Double, hidden: Int) throws {
    let timeline = try SampleTimelines.timeline(frames: 6) { builder in
      let color = StraightColor(red: 0.2, green: 0.6, blue: 0.9, alpha: alpha)
      let backdrop = try builder.intern([SampleTimelines.square(24.4, color, at: Point(3.3, 2.6))])
      let square = try builder.intern([SampleTimelines.square(5, StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))])
      func sprite(_ shapes: ShapeListID, _ place: (Int) -> Point, hidden: Int) -> Sprite {
        let states = (0..<6).map { frame in
          let place = place(frame)
          return frame < hidden
            ? FrameState.hidden
            : FrameState(opacity: 1, transform: .translation(place.x, place.y), shapes: shapes)
        }
        return Sprite(layers: ["Sprite"], content: .vector, frames: states)
      }
      builder.sprites = [
        sprite(backdrop, { _ in .zero }, hidden: hidden),
        sprite(square, { Point(Double($0) * 4.7, 1.2) }, hidden: 0),
        sprite(square, { Point(26 - Double($0) * 3.1, 20.5) }, hidden: 2),
      ]
    }
    let frames = renderedFrames(timeline)
    var renderer = renderer(timeline)
    var pixmap = Pixmap(width: 40, height: 30)
    var previous: Int?
    for frame in [0, 1, 2, 3, 4, 5, 5, 0, 3, 2, 5, 1] {
      renderer.render(frame: frame, replacing: previous, transform: .identity, into: &pixmap)
      previous = frame
      #expect(pixmap == frames[frame])
    }
  }
}

import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct SVGALowererTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)
  private let blue = StraightColor(red: 0, green: 0, blue: 1)

  @Test func translucentShapesBecomeSpritesOfTheirOwn() throws {
    let half = StraightColor(red: 0, green: 1, blue: 0, alpha: 0.5)
    let timeline = try single([
      SampleTimelines.square(10, red), SampleTimelines.square(10, half, at: Point(5, 5)),
      SampleTimelines.square(10, blue, at: Point(10, 10)),
    ])
    let (lowered, log) = try lower(timeline)
    #expect(lowered.sprites.map { $0.frames[0].opacity } == [1, 0.5, 1])
    #expect(lowered.images.isEmpty && log.diagnostics.isEmpty)
    expectSamePictures(timeline, lowered)
  }

  @Test func groupOpacityOverSeparateShapesNeedsNoBitmap() throws {
    let shapes = [SampleTimelines.square(8, red), SampleTimelines.square(8, blue, at: Point(20, 10))]
    let timeline = try single(shapes, opacity: 0.5)
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && log.diagnostics.isEmpty)
    expectSamePictures(timeline, lowered)
  }

  @Test func groupOpacityOverOverlappingShapesBecomesOneBitmap() throws {
    let shapes = [SampleTimelines.square(12, red), SampleTimelines.square(12, blue, at: Point(6, 6))]
    let timeline = try single(shapes, opacity: 0.5)
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.map(\.width) == [18])
    #expect(log.diagnostics.map(\.rule) == [.loweringBitmap])
    expectSamePictures(timeline, lowered)
  }

  @Test func holeOfAnEvenOddFillStaysAHole() throws {
    var path = Path.rect(Rect(x: 2, y: 2, width: 20, height: 20))
    path.append(.rect(Rect(x: 7, y: 7, width: 10, height: 10)))
    let timeline = try single([Shape(outline: .path(path), fill: Fill(.solid(red), rule: .evenOdd))])
    let (lowered, log) = try lower(timeline)
    #expect(lowered.shapeLists[0].shapes[0].fill?.rule == .nonZero)
    #expect(log.diagnostics.isEmpty)
    expectSamePictures(timeline, lowered)
  }

  @Test func crossingEvenOddContoursKeepTheirHole() throws {
    var path = Path.rect(Rect(x: 2, y: 2, width: 15, height: 15))
    path.append(.rect(Rect(x: 9, y: 9, width: 15, height: 15)))
    let timeline = try single([Shape(outline: .path(path), fill: Fill(.solid(red), rule: .evenOdd))])
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && log.diagnostics.isEmpty)
    expectSamePictures(timeline, lowered)
  }

  @Test func strokeThatIsStretchedUnevenlyBecomesAnOutline() throws {
    let stroke = Shape(
      outline: .ellipse(center: Point(6, 6), radii: Size(4, 4)),
      stroke: Stroke(.solid(blue), style: StrokeStyle(width: 2)))
    let timeline = try single([stroke], transform: .scale(3, 1))
    let (lowered, _) = try lower(timeline)
    #expect(lowered.shapeLists[0].shapes[0].stroke == nil)
    // The renderer draws curves to a twentieth of a pixel, that is 13 levels.
    expectSamePictures(timeline, lowered, tolerance: 13)
  }

  /// The inner side of the bend is inside of the stroke.
  @Test func outlinesOfBentStrokesHaveFewPoints() throws {
    var path = Path()
    path.move(to: Point(3, 6))
    path.cubic(Point(16, 7), Point(16, 12), to: Point(3, 13))
    let style = StrokeStyle(width: 9)
    let timeline = try single(
      [Shape(outline: .path(path), stroke: Stroke(.solid(blue), style: style))], transform: .scale(2, 1))
    let (lowered, _) = try lower(timeline)
    let raw = path.strokeOutline(style, tolerance: 0.0125)
    #expect(lowered.shapeLists[0].shapes[0].outline.path.points.count * 2 < raw.path.points.count)
    expectSamePictures(timeline, lowered, tolerance: 16)
  }

  @Test func dashesAreCut() throws {
    var path = Path()
    path.move(to: Point(3, 15))
    path.line(to: Point(37, 15))
    let style = StrokeStyle(width: 4, cap: .round, dashes: [7, 6], dashPhase: 2)
    let timeline = try single([Shape(outline: .path(path), stroke: Stroke(.solid(red), style: style))])
    let (lowered, _) = try lower(timeline)
    #expect(lowered.shapeLists[0].shapes[0].stroke?.style.dashes == [])
    expectSamePictures(timeline, lowered)
  }

  @Test func clipOfAGroupCutsItsChildren() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let inside = try builder.intern([SampleTimelines.square(6, red, at: Point(4, 4))])
      let across = try builder.intern([SampleTimelines.square(9, blue, at: Point(12, 12))])
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 18, height: 18)))
      func sprite(_ name: String, _ shapes: ShapeListID) -> Sprite {
        let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
        return Sprite(layers: [name], content: .vector, frames: [state, state])
      }
      let cut = FrameState(opacity: 1, transform: .translation(1, 1), clip: clip)
      var free = cut
      free.clip = nil
      builder.sprites = [
        Sprite(
          layers: ["Comp"], content: .group([sprite("Inside", inside), sprite("Across", across)]),
          frames: [cut, free])
      ]
    }
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && lowered.clips.isEmpty && log.diagnostics.isEmpty)
    expectSamePictures(timeline, lowered)
  }

  @Test func whatOnlyMovesIsOneBitmap() throws {
    let stops = [
      Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 1, color: StraightColor(red: 0, green: 0, blue: 1)),
    ]
    let gradient = Gradient(.linear(start: .zero, end: Point(10, 0)), stops: stops)
    let timeline = try SampleTimelines.timeline(frames: 5) { builder in
      let shapes = try builder.intern([
        Shape(
          outline: .rect(Rect(x: 0, y: 0, width: 10, height: 8), cornerRadius: 0), fill: Fill(.gradient(gradient)))
      ])
      let frames = (0..<5).map {
        FrameState(opacity: 1, transform: .translation(4 + Double($0) * 3, 6), shapes: shapes)
      }
      builder.sprites = [Sprite(layers: ["Ball"], content: .vector, frames: frames)]
    }
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.count == 1 && lowered.sprites.count == 1)
    #expect(log.diagnostics.map(\.rule) == [.loweringBitmap])
    expectSamePictures(timeline, lowered)
  }

  @Test func bitmapScaleIsCompensatedByTheTransform() throws {
    let shapes = [SampleTimelines.square(12, red), SampleTimelines.square(12, blue, at: Point(6, 6))]
    for transform in [Affine.translation(4, 6), .scale(1.5, 1.5)] {
      let timeline = try single(shapes, opacity: 0.5, transform: transform)
      var options = SVGALowerer.Options()
      options.bitmapScale = 0.5
      var log = DiagnosticLog()
      let lowered = try SVGALowerer(timeline, options: options).lowered(log: &log)
      let size = 18 * transform.a / 2
      #expect(abs(Double(lowered.images[0].width) - size) <= 1)
      let bounds = lowered.visibleBounds(of: lowered.sprites[0], frame: 0)
      #expect(Rect(x: transform.tx, y: transform.ty, width: 2 * size, height: 2 * size).contains(bounds, tolerance: 2))
    }
  }

  @Test func matteMovesWithTheGroupThatIsDissolved() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let shapes = try builder.intern([SampleTimelines.square(10, red)])
      let hole = try builder.intern([SampleTimelines.square(4, blue, at: Point(3, 3))])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      let matte = Sprite(
        layers: ["Matte"], content: .vector,
        frames: [FrameState(opacity: 1, transform: .identity, shapes: hole)])
      let cut = Sprite(
        layers: ["Cut"], content: .vector, matte: Matte([matte], mode: .alpha), frames: [state])
      builder.sprites = [
        Sprite(
          layers: ["Comp"], content: .group([cut]),
          frames: [FrameState(opacity: 1, transform: .translation(12, 9))])
      ]
    }
    let (lowered, _) = try lower(timeline)
    expectSamePictures(timeline, lowered)
  }

  private func single(
    _ shapes: [Shape], opacity: Double = 1, transform: Affine = .identity
  ) throws -> Timeline {
    try SampleTimelines.timeline { builder in
      let state = FrameState(opacity: opacity, transform: transform, shapes: try builder.intern(shapes))
      builder.sprites = [Sprite(layers: ["Layer"], content: .vector, frames: [state])]
    }
  }

  private func lower(_ timeline: Timeline) throws -> (Timeline, DiagnosticLog) {
    var log = DiagnosticLog()
    return (try SVGALowerer(timeline).lowered(log: &log), log)
  }

  /// Lowering may change edges a little, because translucent ones are composited in another order.
  private func expectSamePictures(
    _ timeline: Timeline, _ lowered: Timeline, tolerance: Int = 2, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (expected, actual) in zip(renderedFrames(timeline), renderedFrames(lowered)) {
      let difference = PixelDifference(expected, actual)
      #expect(difference.largest <= tolerance, "\(difference)", sourceLocation: sourceLocation)
      #expect(expected.pixels.contains { $0 != 0 }, sourceLocation: sourceLocation)
    }
  }
}

import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

/// What lies outside of a canvas is not seen in a picture that shows more than the canvas.
@Suite struct CanvasClipTests {
  private static let red = StraightColor(red: 1, green: 0, blue: 0)

  private func sprite(
    _ shapes: [Shape], _ states: [Affine] = [.identity], clip: Path? = nil, mode: BlendMode = .normal,
    in builder: inout TimelineBuilder
  ) throws -> Sprite {
    let list = try builder.intern(shapes)
    let clip = try clip.map { try builder.intern(clip: $0) }
    return Sprite(
      layers: ["Shape"], content: .vector, blendMode: mode,
      frames: states.map { FrameState(opacity: 1, transform: $0, shapes: list, clip: clip) })
  }

  /// A canvas of 20 × 10 in 20 × 20.
  private func fitted(
    frames: Int = 1, by transform: Affine = .translation(0, 5), canvas: Size = Size(20, 20),
    _ build: (inout TimelineBuilder) throws -> [Sprite]
  ) throws -> (before: Timeline, after: Timeline) {
    let timeline = try SampleTimelines.timeline(width: 20, height: 10, frames: frames) {
      $0.sprites = try build(&$0)
    }
    var log = DiagnosticLog()
    let after = try timeline.fitted(by: transform, canvas: canvas, limits: Limits(), log: &log)
    #expect(log.diagnostics.isEmpty)
    return (timeline, after)
  }

  /// Rows of the first frame that show anything.
  private func rows(_ timeline: Timeline, _ frame: Int = 0) -> Range<Int> {
    let bounds = renderedFrames(timeline)[frame].contentBounds
    return bounds.minY..<bounds.maxY
  }

  @Test func bandsStayFree() throws {
    let result = try fitted { [try sprite([SampleTimelines.square(20, Self.red, at: Point(0, -5))], in: &$0)] }
    #expect(rows(result.after) == 5..<15)
    #expect(rows(result.before.mapped(by: .translation(0, 5), canvas: Size(20, 20))) == 0..<20)
  }

  @Test func spritesKeepTheirOwnClip() throws {
    let clip = Path.rect(Rect(x: 3, y: -5, width: 4, height: 8))
    let result = try fitted {
      [try sprite([SampleTimelines.square(20, Self.red, at: Point(0, -5))], clip: clip, in: &$0)]
    }
    #expect(renderedFrames(result.after)[0].contentBounds == PixelRect(x: 3, y: 5, width: 4, height: 3))
  }

  @Test func turnedSpritesAreCutAlongTheCanvas() throws {
    let result = try fitted {
      [try sprite([SampleTimelines.square(30, Self.red, at: Point(-15, -15))], [.rotation(radians: 0.5)], in: &$0)]
    }
    #expect(rows(result.after) == 5..<15)
  }

  /// A sprite that blends stays a vector, so that other paints may stand for it.
  @Test func spritesThatBlendStayVectors() throws {
    let result = try fitted {
      [
        try sprite([SampleTimelines.square(10, .black)], in: &$0),
        try sprite([SampleTimelines.square(20, Self.red, at: Point(0, -5))], mode: .screen, in: &$0),
      ]
    }
    #expect(result.after.sprites[1].content == .vector && result.after.sprites[1].blendMode == .screen)
    #expect(rows(result.after) == 5..<15)
  }

  /// Only the frames that need it are cut, and what is outside is hidden.
  @Test func framesAreCutWhereTheyReachOutside() throws {
    let places = [0, -4, -10].map { Affine.translation(0, $0) }
    let result = try fitted(frames: 3) { [try sprite([SampleTimelines.square(8, Self.red)], places, in: &$0)] }
    #expect(rows(result.after, 0) == 5..<13 && rows(result.after, 1) == 5..<9)
    let frames = result.after.sprites[0].frames
    #expect(frames[0].clip == nil && frames[1].clip != nil && !frames[2].isVisible)
  }

  /// Curves reach less far than their control points, turned discs less than their turned box.
  @Test func spritesThatAreInsideAreUnchanged() throws {
    let disc = Shape(
      outline: .ellipse(center: .zero, radii: Size(5, 5)), fill: Fill(.solid(Self.red)))
    let ring = Shape(
      outline: .ellipse(center: .zero, radii: Size(4, 4)),
      stroke: Stroke(.solid(Self.red), style: StrokeStyle(width: 2, join: .miter, miterLimit: 10)))
    let transform = Affine.translation(10, 5) * .rotation(radians: 0.7)
    let result = try fitted { [try sprite([disc, ring], [transform], in: &$0)] }
    #expect(result.after == result.before.mapped(by: .translation(0, 5), canvas: Size(20, 20)))
  }

  /// A smaller or a stretched canvas, and a canvas that only rounding makes larger, shows nothing outside.
  @Test(arguments: [
    (Affine.scale(0.5, 0.5), Size(10, 5)), (.scale(1, 2), Size(20, 20)), (.translation(-5, 0), Size(10, 10)),
    (.translation(0, 0.25), Size(20, 10.5)),
  ])
  func otherCanvasesClipByThemselves(_ transform: Affine, _ canvas: Size) throws {
    let result = try fitted(by: transform, canvas: canvas) {
      [try sprite([SampleTimelines.square(40, Self.red, at: Point(-10, -10))], in: &$0)]
    }
    #expect(result.after == result.before.mapped(by: transform, canvas: canvas))
  }
}

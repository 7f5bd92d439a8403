import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct GroupTests {
  private static let white = StraightColor(red: 1, green: 1, blue: 1)

  /// A sprite of one frame that shows squares.
  private static func sprite(
    _ squares: [Shape], opacity: Double = 1, transform: Affine = .identity, clip: Path? = nil,
    _ builder: inout TimelineBuilder
  ) throws -> Sprite {
    let shapes = try builder.intern(squares)
    let clip = try clip.map { try builder.intern(clip: $0) }
    return Sprite(
      layers: ["Squares"], content: .vector,
      frames: [FrameState(opacity: opacity, transform: transform, shapes: shapes, clip: clip)])
  }

  private static func group(
    _ children: [Sprite], opacity: Double = 1, transform: Affine = .identity, clip: ClipID? = nil
  ) -> Sprite {
    Sprite(
      layers: ["Group"], content: .group(children),
      frames: [FrameState(opacity: opacity, transform: transform, clip: clip)])
  }

  private func alphas(_ timeline: Timeline) -> [UInt32] { renderedFrames(timeline)[0].pixels.map { $0 >> 24 } }

  @Test func childrenOfATranslucentGroupDoNotShowThroughEachOther() throws {
    let timeline = try SampleTimelines.timeline(width: 4, height: 1) { builder in
      let left = try Self.sprite([SampleTimelines.square(3, Self.white)], &builder)
      let right = try Self.sprite([SampleTimelines.square(3, Self.white, at: Point(1, 0))], &builder)
      builder.sprites = [Self.group([left, right], opacity: 0.5)]
    }
    #expect(alphas(timeline) == [128, 128, 128, 128])
  }

  @Test func opacitiesOfNestedGroupsMultiply() throws {
    let timeline = try SampleTimelines.timeline(width: 2, height: 1) { builder in
      let square = try Self.sprite([SampleTimelines.square(1, Self.white)], opacity: 0.5, &builder)
      let inner = Self.group([square], opacity: 0.5, transform: .translation(1, 0))
      builder.sprites = [Self.group([inner], opacity: 0.5)]
    }
    // 255 · ½ · ½ · ½, rounded at each composite.
    let alphas = alphas(timeline)
    #expect(alphas[0] == 0)
    #expect((31...33).contains(alphas[1]))
  }

  @Test func clipCutsInTheSpaceOfItsSprite() throws {
    let timeline = try SampleTimelines.timeline(width: 6, height: 1) { builder in
      let clip = Path.rect(Rect(x: 1, y: 0, width: 2, height: 1))
      let square = try Self.sprite(
        [SampleTimelines.square(4, Self.white)], transform: .translation(2, 0), clip: clip, &builder)
      builder.sprites = [square]
    }
    #expect(alphas(timeline) == [0, 0, 0, 255, 255, 0])
  }

  @Test func clipOfAGroupCutsChildrenThatHaveClipsThemselves() throws {
    let timeline = try SampleTimelines.timeline(width: 6, height: 1) { builder in
      let inner = Path.rect(Rect(x: 1, y: 0, width: 4, height: 1))
      let square = try Self.sprite([SampleTimelines.square(6, Self.white)], clip: inner, &builder)
      let outer = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 3, height: 1)))
      builder.sprites = [Self.group([square], opacity: 0.5, clip: outer)]
    }
    #expect(alphas(timeline) == [0, 128, 128, 0, 0, 0])
  }

  @Test func emptyClipHidesEverything() throws {
    let timeline = try SampleTimelines.timeline(width: 3, height: 1) { builder in
      let clip = Path.rect(Rect(x: 1, y: 0, width: 0, height: 0))
      builder.sprites = [try Self.sprite([SampleTimelines.square(3, Self.white)], clip: clip, &builder)]
    }
    #expect(alphas(timeline) == [0, 0, 0])
  }

  /// The renderer isolates in the smallest rectangle that holds what is seen; drawn beside something that makes the
  /// rectangle as large as the canvas, the same group has the same pixels.
  @Test func smallIsolationHasThePixelsOfALargeOne() throws {
    func frame(isLarge: Bool) throws -> Pixmap {
      let timeline = try SampleTimelines.timeline { builder in
        let disc = try builder.intern([
          Shape(
            outline: .ellipse(center: Point(5, 4), radii: Size(4.3, 3.1)),
            fill: Fill(.solid(StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.7))),
            stroke: Stroke(.solid(.black), style: StrokeStyle(width: 1.5)))
        ])
        let turn = Affine.translation(7.3, 9.6) * .rotation(radians: 0.4) * .scale(1.7, 0.9)
        let state = FrameState(opacity: 1, transform: turn, shapes: disc)
        var children = [Sprite(layers: ["Disc"], content: .vector, frames: [state])]
        if isLarge {
          let corner = StraightColor(red: 0, green: 0, blue: 0, alpha: 0)
          let far = [SampleTimelines.square(1, corner), SampleTimelines.square(1, corner, at: Point(39, 29))]
          children.append(try Self.sprite(far, &builder))
        }
        builder.sprites = [Self.group(children, opacity: 0.6)]
      }
      return renderedFrames(timeline)[0]
    }
    let difference = PixelDifference(try frame(isLarge: false), try frame(isLarge: true))
    #expect(difference.largest == 0)
  }

  @Test func groupOutsideTheTargetDrawsNothing() throws {
    let timeline = try SampleTimelines.timeline(width: 3, height: 1) { builder in
      let square = try Self.sprite([SampleTimelines.square(3, Self.white)], &builder)
      builder.sprites = [
        Self.group([square], opacity: 0.5, transform: .translation(1e300, -1e300)),
        Self.group([square], opacity: 0.5, transform: .scale(1e300, 1e300) * .translation(1e10, 0)),
      ]
    }
    #expect(alphas(timeline) == [0, 0, 0])
  }
}

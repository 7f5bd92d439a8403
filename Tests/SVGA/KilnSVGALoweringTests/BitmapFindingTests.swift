import KilnDiagnostics
import KilnGeometry
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Findings about bitmaps say which layer needs them, why, and in which frames of the source.
@Suite struct BitmapFindingTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)
  private let blue = StraightColor(red: 0, green: 0, blue: 1)
  private let everywhere = Rect(x: -100, y: -100, width: 300, height: 300)

  /// A layer of the composition Main.
  private func origin(_ name: String, number: Int = 1, inside outer: SpriteOrigin? = nil) -> SpriteOrigin {
    SpriteOrigin(
      DocumentPath.Layer(name: name, number: number, composition: outer == nil ? "Main" : "Inner"), named: name,
      at: number - 1, of: "/layers", inside: outer)
  }

  /// The findings about a timeline of four frames, which are the frames 10, 10.5, 11 and 11.5 of the source.
  private func findings(_ build: (inout TimelineBuilder) throws -> [Sprite]) throws -> [Diagnostic] {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      builder.sprites = try build(&builder)
      builder.sourceTimes = [10, 10.5, 11, 11.5]
    }
    var log = DiagnosticLog()
    _ = try SVGALowerer(timeline).lowered(log: &log)
    return log.diagnostics
  }

  private func states(_ shapes: [Shape], opacity: Double = 1, in builder: inout TimelineBuilder) throws -> [FrameState]
  {
    Array(
      repeating: FrameState(opacity: opacity, transform: .identity, shapes: try builder.intern(shapes)), count: 4)
  }

  /// A gradient whose middle is translucent.
  private var highlight: Gradient {
    var clear = blue
    clear.alpha = 0.5
    return Gradient(
      .radial(center: Point(15, 15), radius: 12, focus: Point(18, 15)),
      stops: [
        Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 0.5, color: clear),
        Gradient.Stop(offset: 1, color: red),
      ])
  }

  private func bitmapMessage(_ findings: [Diagnostic]) -> Substring? {
    let found = findings.first { $0.rule == .loweringBitmap }?.message
    return found?.split(separator: " because of ", maxSplits: 1).last
  }

  @Test func effectsAreNamedWithLayerPointerAndFrames() throws {
    let found = try findings { builder in
      var frames = try states([SampleTimelines.square(10, red, at: Point(9, 9))], in: &builder)
      let blur = builder.intern(filters: FilterChain([.blur(deviation: Size(2, 2))], region: everywhere))
      for frame in 1...3 { frames[frame].filters = blur }
      frames[0] = .hidden
      return [Sprite(origin("Glow", number: 2), content: .vector, frames: frames)]
    }
    #expect(found.map(\.rule) == [.loweringBitmap])
    #expect(found[0].path.description == "Main › Glow › Effects › Gaussian Blur, frames 10–11 (/layers/1)")
    #expect(bitmapMessage(found) == "Gaussian Blur")
    #expect(found[0].message.hasPrefix("drawn as 1 bitmap ("))
  }

  @Test func severalEffectsAreListed() throws {
    let found = try findings { builder in
      var frames = try states([SampleTimelines.square(10, red, at: Point(9, 9))], in: &builder)
      let shadow = Filter.Shadow(color: .black, offset: Point(3, 3), deviation: 1, showsSource: false)
      let chain = FilterChain([.blur(deviation: Size(2, 2)), .shadow(shadow)], region: everywhere)
      let id = builder.intern(filters: chain)
      for frame in 0...3 { frames[frame].filters = id }
      return [Sprite(origin("Glow"), content: .vector, frames: frames)]
    }
    #expect(bitmapMessage(found) == "Gaussian Blur and Drop Shadow")
  }

  @Test func gradientsAreDescribed() throws {
    let found = try findings { builder in
      let shape = Shape(
        outline: .ellipse(center: Point(15, 15), radii: Size(12, 12)), fill: Fill(.gradient(highlight)))
      let part = origin("Ball").part(named: ["Disc"], in: "Contents")
      return [Sprite(part, content: .vector, frames: try states([shape], in: &builder))]
    }
    #expect(bitmapMessage(found) == "a radial gradient with a highlight and opacity stops")
    #expect(found.first?.path.location == "Main › Ball › Contents › Disc, frames 10–11")
  }

  @Test func opacityOverWhatOverlapsIsNamed() throws {
    let shapes = [SampleTimelines.square(12, red), SampleTimelines.square(12, blue, at: Point(6, 6))]
    let vector = try findings { builder in
      [Sprite(origin("Two"), content: .vector, frames: try states(shapes, opacity: 0.5, in: &builder))]
    }
    #expect(bitmapMessage(vector) == "the opacity of overlapping shapes")
    let group = try findings { builder in
      let outer = origin("Comp")
      let ball = Shape(outline: .ellipse(center: Point(9, 9), radii: Size(8, 8)), fill: Fill(.gradient(highlight)))
      let children = [
        Sprite(origin("A", inside: outer), content: .vector, frames: try states([shapes[0]], in: &builder)),
        Sprite(origin("B", inside: outer), content: .vector, frames: try states([ball], in: &builder)),
      ]
      let faded = Array(repeating: FrameState(opacity: 0.5, transform: .identity), count: 4)
      return [Sprite(outer, content: .group(children), frames: faded)]
    }
    #expect(
      bitmapMessage(group)
        == "the opacity of overlapping layers and a radial gradient with a highlight and opacity stops of “B”")
    #expect(group.first { $0.rule == .loweringBitmap }?.path.property == ["Transform", "Opacity"])
  }

  @Test func mattesAreNamedByKindAndLayer() throws {
    func cut(by cutter: SpriteOrigin, _ mode: Matte.Mode) throws -> [Diagnostic] {
      try findings { builder in
        let ball = Shape(outline: .ellipse(center: Point(9, 9), radii: Size(8, 8)), fill: Fill(.gradient(highlight)))
        let matte = Sprite(cutter, content: .vector, frames: try states([ball], in: &builder))
        let frames = try states([SampleTimelines.square(20, red)], in: &builder)
        return [Sprite(origin("Cut"), content: .vector, matte: Matte([matte], mode: mode), frames: frames)]
      }
    }
    let inverted = try cut(by: origin("Hole", number: 2), .invertedLuma)
    #expect(bitmapMessage(inverted) == "the Luma Inverted Matte “Hole”")
    let inner = try cut(by: origin("Dot", inside: origin("Hole", number: 2)), .alpha)
    #expect(bitmapMessage(inner) == "the Alpha Matte “Hole”")
    let masks = try cut(by: origin("Cut"), .luma)
    #expect(bitmapMessage(masks) == "masks that are no plain outlines")
    #expect(masks.first?.path.property == ["Masks"])
  }
}

import Diagnostics
import Geometry
import Pixels
import TestSupport
import Testing
import SVGALowering
import TimelineModel

/// A blend mode that SVGA cannot say is reported with the share of the picture that it changes.
@Suite struct LostBlendModeTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)
  private let blue = StraightColor(red: 0, green: 0, blue: 1)

  private func sprite(
    _ name: String, _ shape: Shape, _ mode: BlendMode = .normal, in builder: inout TimelineBuilder
  ) throws -> Sprite {
    let state = FrameState(opacity: 1, transform: .identity, shapes: try builder.intern([shape]))
    return Sprite(
      layers: [name], content: .vector, blendMode: mode, frames: Array(repeating: state, count: 10))
  }

  /// Findings about a canvas of 100 × 100 pixels with a red ground, if wanted, below what `build` adds.
  private func findings(
    ground: Bool = true, _ build: (inout TimelineBuilder) throws -> [Sprite]
  ) throws -> [Diagnostic] {
    let timeline = try SampleTimelines.timeline(width: 100, height: 100, frames: 10) { builder in
      let below = ground ? [try sprite("Ground", SampleTimelines.square(100, red), in: &builder)] : []
      builder.sprites = below + (try build(&builder))
    }
    var log = DiagnosticLog()
    _ = try SVGALowerer(timeline).lowered(log: &log)
    return log.diagnostics
  }

  @Test func changeOfMoreThanATenthIsAnError() throws {
    let found = try findings { [try sprite("Shade", SampleTimelines.square(50, blue), .colorDodge, in: &$0)] }
    #expect(found.map(\.rule) == [.loweringBlendModeVisible])
    #expect(
      found.first?.message == "blend mode Color Dodge is drawn as normal, which changes up to 25 % of the picture")
    #expect(found.first?.path.location == "Shade, frames 0–9")
    #expect(found.first?.rule.severity == .error && found.first?.rule.fault == .policy)
  }

  @Test func changeOfATenthAtMostIsAWarning() throws {
    let found = try findings { [try sprite("Shade", SampleTimelines.square(30, blue), .multiply, in: &$0)] }
    #expect(found.map(\.rule) == [.loweringBlendMode])
    #expect(found.first?.message == "blend mode Multiply is drawn as normal, which changes up to 9 % of the picture")
  }

  @Test func changeThatCannotBeSeenIsSaid() throws {
    let found = try findings(ground: false) {
      [try sprite("Shade", SampleTimelines.square(90, blue), .multiply, in: &$0)]
    }
    #expect(
      found.map(\.message) == ["blend mode Multiply is drawn as normal, which changes nothing that can be seen"])
    #expect(found.map(\.rule) == [.loweringBlendMode])
  }

  /// In frames that are far apart, so that not only the first one may be measured.
  @Test func largestChangeOfAllFramesCounts() throws {
    let found = try findings { builder in
      var shade = try sprite("Shade", SampleTimelines.square(50, blue), .multiply, in: &builder)
      shade.frames[0].transform = .translation(200, 0)
      shade.frames[9].transform = .scale(2, 1)
      return [shade]
    }
    #expect(found.first?.message.hasSuffix("up to 50 % of the picture") == true)
  }

  /// Inside of a group it meets only what is below it there.
  @Test func isolationCounts() throws {
    let found = try findings { builder in
      let whole = Array(repeating: FrameState(opacity: 1, transform: .identity), count: 10)
      let shade = try sprite("Shade", SampleTimelines.square(90, blue), .multiply, in: &builder)
      let below = try sprite("Below", SampleTimelines.square(20, red), in: &builder)
      return [Sprite(layers: ["Comp"], content: .group([below, shade]), frames: whole)]
    }
    #expect(found.map(\.rule) == [.loweringBlendMode])
    #expect(found.first?.message.hasSuffix("up to 4 % of the picture") == true)
  }

  @Test func manyAreMeasuredTogether() throws {
    let found = try findings { builder in
      try (0..<30).map { index in
        let place = Point(Double(index % 10) * 10, Double(index / 10) * 10)
        return try sprite("\(index)", SampleTimelines.square(10, blue, at: place), .multiply, in: &builder)
      }
    }
    #expect(found.count == 30)
    #expect(found.allSatisfy { $0.rule == .loweringBlendModeVisible })
    #expect(
      found.first?.message
        == "blend mode Multiply is drawn as normal, which together with the 29 others changes up to 30 % of the picture"
    )
  }

  @Test func blendModesInsideOfBitmapsAreKept() throws {
    let found = try findings { builder in
      let below = try sprite("Below", SampleTimelines.square(20, red), in: &builder)
      let shade = try sprite("Shade", SampleTimelines.square(90, blue), .multiply, in: &builder)
      let chain = FilterChain([.blur(deviation: Size(2, 2))], region: Rect(x: 0, y: 0, width: 100, height: 100))
      let state = FrameState(opacity: 1, transform: .identity, filters: builder.intern(filters: chain))
      return [
        Sprite(
          layers: ["Comp"], content: .group([below, shade]), frames: Array(repeating: state, count: 10))
      ]
    }
    #expect(found.map(\.rule) == [.loweringBitmap] || found.map(\.rule) == [.loweringSequence])
  }
}

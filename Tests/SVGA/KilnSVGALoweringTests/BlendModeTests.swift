import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Sprites with blend modes become sprites without that look the same; what still differs is reported.
@Suite struct BlendModeTests {
  private static let modes = BlendMode.allCases.filter { $0 != .normal }
  private let orange = StraightColor(red: 0.9, green: 0.6, blue: 0.2)
  private let teal = StraightColor(red: 0.1, green: 0.5, blue: 0.4)
  private let grey = StraightColor(red: 0.4, green: 0.4, blue: 0.4)

  private func sprite(
    _ name: String, _ shapes: [Shape], _ mode: BlendMode = .normal, moving step: Double = 0,
    in builder: inout TimelineBuilder
  ) throws -> Sprite {
    let list = try builder.intern(shapes)
    let states = (0..<6).map {
      FrameState(opacity: 1, transform: .translation(step * Double($0), 0), shapes: list)
    }
    return Sprite(layers: [name], content: .vector, blendMode: mode, frames: states)
  }

  /// Stripes of several colours all over the canvas.
  private var stripes: [Shape] {
    (0..<10).map { index in
      SampleTimelines.square(
        100, StraightColor(red: Double(index) / 9, green: 0.3, blue: 1 - Double(index) / 12),
        at: Point(Double(index) * 10, 0))
    }
  }

  private struct Lowered {
    var timeline: Timeline
    var findings: [Diagnostic]
    /// Share of all pixels of all frames in which a channel differs by more than 6 of 255.
    var difference: Double
  }

  private func lowered(
    _ options: SVGALowerer.Options = SVGALowerer.Options(), _ build: (inout TimelineBuilder) throws -> [Sprite]
  ) throws -> Lowered {
    let timeline = try SampleTimelines.timeline(width: 100, height: 100, frames: 6) { $0.sprites = try build(&$0) }
    var log = DiagnosticLog()
    let result = try SVGALowerer(timeline, options: options).lowered(log: &log)
    let pairs = zip(renderedFrames(timeline), renderedFrames(result))
    let different = pairs.reduce(0) { sum, pair in
      sum
        + zip(pair.0.pixels, pair.1.pixels).count { p, q in
          stride(from: UInt32(0), through: 24, by: 8).contains { abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) > 6 }
        }
    }
    return Lowered(timeline: result, findings: log.diagnostics, difference: Double(different) / 60_000)
  }

  @Test(arguments: modes)
  func aColourOverAColourIsAnotherColour(mode: BlendMode) throws {
    let lowered = try lowered { builder in
      [
        try sprite("Ground", [SampleTimelines.square(100, orange)], in: &builder),
        try sprite("Shade", [SampleTimelines.square(50, teal, at: Point(10, 20))], mode, moving: 5, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.isEmpty && lowered.findings.isEmpty)
    #expect(lowered.timeline.sprites.allSatisfy { $0.blendMode == .normal })
    #expect(lowered.difference == 0)
  }

  /// Multiplying by grey is black with the opacity of what is missing to white, over whatever it moves.
  @Test func greyOverManyColoursStaysAVector() throws {
    let lowered = try lowered { builder in
      [
        try sprite("Ground", stripes, in: &builder),
        try sprite("Shade", [SampleTimelines.square(40, grey, at: Point(0, 10))], .multiply, moving: 9, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.isEmpty && lowered.findings.isEmpty && lowered.difference == 0)
    let state = try #require(lowered.timeline.sprites.last?.frames[3])
    let shapes = lowered.timeline[try #require(state.shapes)].shapes
    guard case .solid(let color) = try #require(shapes.first?.fill?.paint) else {
      Issue.record("the paint is no colour")
      return
    }
    #expect(
      abs(color.alpha * state.opacity - 0.6) < 0.02 && max(color.red, color.green, color.blue) < 0.03, "\(color)")
  }

  @Test func paintsChangeWhereTheBackdropDoes() throws {
    let lowered = try lowered { builder in
      var early = try sprite("Early", [SampleTimelines.square(100, orange)], in: &builder)
      var late = try sprite("Late", [SampleTimelines.square(100, grey)], in: &builder)
      for frame in 0..<6 { if frame < 3 { late.frames[frame] = .hidden } else { early.frames[frame] = .hidden } }
      return [early, late, try sprite("Shade", [SampleTimelines.square(50, teal)], .screen, moving: 3, in: &builder)]
    }
    #expect(lowered.timeline.images.isEmpty && lowered.findings.isEmpty && lowered.difference == 0)
    #expect(Set(lowered.timeline.sprites.last?.frames.compactMap(\.shapes) ?? []).count == 2)
  }

  @Test func overManyColoursAStillSpriteIsOneBitmap() throws {
    let lowered = try lowered { builder in
      [
        try sprite("Ground", stripes, in: &builder),
        try sprite("Shade", [SampleTimelines.square(40, teal, at: Point(5, 10))], .colorBurn, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.count == 1 && lowered.difference == 0)
    #expect(lowered.findings.map(\.rule) == [.loweringBitmap])
    let message = try #require(lowered.findings.first?.message)
    #expect(
      message.hasPrefix("drawn as 1 bitmap (6.")
        && message.hasSuffix(" kB decoded) in 6 frames because of blend mode Color Burn"), "\(message)")
  }

  @Test func overManyColoursAMovingSpriteIsABitmapForEachFrame() throws {
    let lowered = try lowered { builder in
      [
        try sprite("Ground", stripes, in: &builder),
        try sprite(
          "Shade", [SampleTimelines.square(40, teal, at: Point(0, 10)), SampleTimelines.square(9, orange)], .colorBurn,
          moving: 7, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.count == 6 && lowered.difference == 0)
  }

  @Test func overNothingColoursStay() throws {
    let lowered = try lowered { builder in
      [try sprite("Shade", [SampleTimelines.square(90, teal)], .multiply, moving: 1, in: &builder)]
    }
    #expect(lowered.timeline.images.isEmpty && lowered.findings.isEmpty && lowered.difference == 0)
    #expect(lowered.timeline.sprites.count == 1)
  }

  @Test func partlyOverNothingIsExact() throws {
    let lowered = try lowered { builder in
      [
        try sprite("Below", [SampleTimelines.square(50, orange)], in: &builder),
        try sprite("Shade", [SampleTimelines.square(50, teal, at: Point(25, 25))], .multiply, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.count == 1 && lowered.difference == 0)
  }

  /// Inside of a group a sprite meets only what is below it there, wherever the group is.
  @Test func groupsAreIsolated() throws {
    let lowered = try lowered { builder in
      let below = try sprite("Below", [SampleTimelines.square(30, orange)], in: &builder)
      let shade = try sprite("Shade", [SampleTimelines.square(20, teal, at: Point(5, 5))], .screen, in: &builder)
      let turned = (0..<6).map {
        FrameState(opacity: 1, transform: .translation(30, 30) * .rotation(radians: Double($0) * 0.2))
      }
      return [
        try sprite("Ground", stripes, in: &builder),
        Sprite(layers: ["Comp"], content: .group([below, shade]), frames: turned),
      ]
    }
    #expect(lowered.timeline.images.isEmpty && lowered.findings.isEmpty && lowered.difference < 0.002)
  }

  /// A sprite of one colour cuts one bitmap of the blended backdrop, wherever it moves.
  @Test func oneColourOverAPictureIsExact() throws {
    let lowered = try lowered { builder in
      [
        try sprite("Ground", stripes, in: &builder),
        try sprite(
          "Light", [SampleTimelines.square(40, orange, at: Point(5, 10))], .overlay, moving: 7.5, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.count == 1 && lowered.difference == 0)
    #expect(lowered.findings.map(\.rule) == [.loweringBitmap])
  }

  /// So does a composition of one colour whose layers blend with each other.
  @Test func blendingLayersInsideOfOneThatBlendsAreExact() throws {
    let white = StraightColor(red: 1, green: 1, blue: 1)
    let lowered = try lowered { builder in
      let left = try sprite("Left", [SampleTimelines.square(30, white)], .overlay, moving: 6.5, in: &builder)
      let right = try sprite("Right", [SampleTimelines.square(20, white, at: Point(70, 70))], .overlay, in: &builder)
      let whole = (0..<6).map { _ in FrameState(opacity: 1, transform: .identity) }
      return [
        try sprite("Ground", stripes, in: &builder),
        Sprite(layers: ["Comp"], content: .group([left, right]), blendMode: .overlay, frames: whole),
      ]
    }
    #expect(lowered.timeline.images.count == 1 && lowered.difference == 0)
    #expect(lowered.findings.allSatisfy { $0.rule == .loweringBitmap })
  }

  /// Parts that meet show other edges in a small picture, but not on the canvas.
  @Test func exactResultsAreNoLoss() throws {
    let timeline = try SampleTimelines.timeline(width: 300, height: 300) { builder in
      let ground = Shape(
        outline: .rect(Rect(x: 51, y: 51, width: 199, height: 199), cornerRadius: 0), fill: Fill(.solid(.black)))
      let list = try builder.intern([ground])
      let state = FrameState(opacity: 1, transform: .identity, shapes: list)
      builder.sprites = ["Ground", "Light"].map { name in
        Sprite(
          layers: [name], content: .vector, blendMode: name == "Light" ? .overlay : .normal, frames: [state])
      }
    }
    var log = DiagnosticLog()
    let result = try SVGALowerer(timeline).lowered(log: &log)
    #expect(renderedFrames(result) == renderedFrames(timeline) && log.diagnostics.isEmpty)
  }

  /// Without memory for bitmaps the nearest paints are taken, and what differs is said.
  @Test func whatDiffersIsReported() throws {
    var options = SVGALowerer.Options()
    options.bitmapMemory = 0
    let lowered = try lowered(options) { builder in
      [
        try sprite("Ground", stripes, in: &builder),
        try sprite("Shade", [SampleTimelines.square(60, teal, at: Point(0, 10))], .difference, moving: 7, in: &builder),
      ]
    }
    #expect(lowered.timeline.images.isEmpty)
    #expect(lowered.findings.map(\.rule) == [.loweringBlendModeVisible])
    #expect(lowered.findings.first?.path.location == "Shade, frames 0–5")
    let message = try #require(lowered.findings.first?.message)
    #expect(message.hasPrefix("blend mode Difference becomes the nearest normal colours; up to "), "\(message)")
    #expect(message.contains(" % of the picture looks different, up to ") && message.hasSuffix(" % clearly"))
  }

  /// Many pixels that differ a little are no reason to refuse an animation.
  @Test func littleDifferencesAreNoError() throws {
    var options = SVGALowerer.Options()
    options.bitmapMemory = 0
    let ground = (0..<10).map { index in
      SampleTimelines.square(
        100, StraightColor(red: 0.4 + Double(index) / 45, green: 0.3, blue: 0.5), at: Point(Double(index) * 10, 0))
    }
    let lowered = try lowered(options) { builder in
      [
        try sprite("Ground", ground, in: &builder),
        try sprite("Shade", [SampleTimelines.square(60, orange, at: Point(0, 10))], .difference, in: &builder),
      ]
    }
    #expect(lowered.findings.map(\.rule) == [.loweringBlendMode] && lowered.difference > 0.1)
  }

  @Test func blendModesInsideOfBitmapsAreKept() throws {
    let lowered = try lowered { builder in
      let below = try sprite("Below", [SampleTimelines.square(20, orange)], in: &builder)
      let shade = try sprite("Shade", [SampleTimelines.square(90, teal)], .multiply, in: &builder)
      let chain = FilterChain([.blur(deviation: Size(2, 2))], region: Rect(x: 0, y: 0, width: 100, height: 100))
      let state = FrameState(opacity: 1, transform: .identity, filters: builder.intern(filters: chain))
      return [
        try sprite("Ground", [SampleTimelines.square(100, orange)], in: &builder),
        Sprite(
          layers: ["Comp"], content: .group([below, shade]), frames: Array(repeating: state, count: 6)),
      ]
    }
    #expect(lowered.findings.count == 1 && lowered.difference < 0.01)
  }

  @Test func theResultIsTheSameInEveryRun() throws {
    func run() throws -> Timeline {
      try lowered { builder in
        [
          try sprite("Ground", stripes, in: &builder),
          try sprite("A", [SampleTimelines.square(40, teal)], .colorBurn, moving: 7, in: &builder),
          try sprite("B", [SampleTimelines.square(40, grey), SampleTimelines.square(9, teal)], .hue, in: &builder),
        ]
      }.timeline
    }
    #expect(try run() == run())
  }
}

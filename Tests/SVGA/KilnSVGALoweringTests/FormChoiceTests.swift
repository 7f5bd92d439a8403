import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Which form the lowering chooses, and that it looks the same.
@Suite struct FormChoiceTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)
  private let blue = StraightColor(red: 0, green: 0, blue: 1)
  private let disc = Shape.Outline.ellipse(center: Point(20, 15), radii: Size(9, 9))

  @Test func matteOfOneOpaqueShapeCutsVectors() throws {
    for mode in [Matte.Mode.alpha, .invertedAlpha, .luma] {
      let timeline = try matted(mode, color: StraightColor(red: 1, green: 1, blue: 1))
      let (lowered, log) = try lower(timeline)
      #expect(lowered.images.isEmpty && log.diagnostics.isEmpty, "\(mode)")
      try expectSimilar(timeline, lowered)
    }
  }

  /// The stroke is joined to its start, or ends there at a corner, as those of masks do.
  @Test(arguments: [
    ["M420 300 C420 366 366 420 300 420 C234 420 180 366 180 300 C180 234 234 180 300 180 C366 180 420 234 420 300 Z"],
    [
      "M420 300 C420 366 366 420 300 420 C234 420 180 366 180 300 C180 234 234 180 300 180 C366 180 400 260 420 300 Z",
      "M420 300 C420 366 366 420 300 420 C234 420 180 366 180 300 C180 234 234 180 300 180 C366 180 400 260 420 300",
    ],
  ])
  func matteThatAWideStrokeExpandsCutsVectors(outlines: [String]) throws {
    let timeline = try SampleTimelines.timeline(width: 600, height: 600) { builder in
      let white = Paint.solid(StraightColor(red: 1, green: 1, blue: 1))
      let paths = outlines.map { Shape.Outline.path(Path(text: $0)) }
      // Half the stroke is wider than the disc.
      let matte = try builder.intern([
        Shape(outline: paths[0], fill: Fill(white)),
        Shape(outline: paths[paths.count - 1], stroke: Stroke(white, style: StrokeStyle(width: 320))),
      ])
      let list = try builder.intern([SampleTimelines.square(590, red)])
      func sprite(_ shapes: ShapeListID, _ matte: Matte? = nil) -> Sprite {
        let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
        return Sprite(layers: ["Layer"], content: .vector, matte: matte, frames: [state])
      }
      builder.sprites = [sprite(list, Matte([sprite(matte)], mode: .alpha))]
    }
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && log.diagnostics.isEmpty)
    try expectSimilar(timeline, lowered)
  }

  @Test func greyLumaMatteFades() throws {
    let timeline = try matted(.luma, color: StraightColor(red: 0.5, green: 0.5, blue: 0.5))
    let (lowered, _) = try lower(timeline)
    #expect(lowered.images.isEmpty && abs(lowered.sprites[0].frames[0].opacity - 0.5) < 1e-6)
  }

  @Test func largeGradientBecomesBands() throws {
    let timeline = try gradient(.linear(start: Point(0, 0), end: Point(400, 100)))
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && lowered.shapeLists[0].shapes.count > 40)
    #expect(log.diagnostics.map(\.rule) == [.loweringGradient])
    try expectSimilar(timeline, lowered)
    let radial = try gradient(
      .radial(center: Point(200, 150), radius: 180, focus: Point(200, 150)))
    let rings = try lower(radial).0
    #expect(rings.images.isEmpty)
    try expectSimilar(radial, rings)
  }

  @Test func gradientThatComesToRestBecomesBands() throws {
    let (moving, resting) = (40, 20)
    let timeline = try SampleTimelines.timeline(width: 400, height: 300, frames: moving + resting) { builder in
      let stops = [Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 1, color: blue)]
      let outline = Shape.Outline.ellipse(center: Point(200, 150), radii: Size(190, 140))
      let frames = try (0..<moving + resting).map { frame in
        let end = Point(400, Double(5 * min(frame, moving)))
        let fill = Fill(.gradient(Gradient(.linear(start: Point(0, 0), end: end), stops: stops)))
        let list = try builder.intern([Shape(outline: outline, fill: fill)])
        return FrameState(opacity: 1, transform: .identity, shapes: list)
      }
      builder.sprites = [Sprite(layers: ["Sky"], content: .vector, frames: frames)]
    }
    let lowered = try lower(timeline).0
    for (frame, isVector) in [(0, false), (moving - 1, false), (moving, true), (moving + resting - 1, true)] {
      let shown = lowered.sprites.filter { $0.frames[frame].isVisible }
      #expect(!shown.isEmpty && shown.allSatisfy { ($0.content == .vector) == isVector }, "frame \(frame)")
    }
    try expectSimilar(timeline, lowered)
  }

  @Test func whereClipsAreSmoothAGradientIsARamp() throws {
    var options = SVGALowerer.Options()
    options.capabilities.antialiasesClips = true
    for geometry in [
      GradientGeometry.linear(start: Point(0, 0), end: Point(400, 100)),
      .radial(center: Point(200, 150), radius: 180, focus: Point(200, 150)),
    ] {
      let timeline = try gradient(geometry)
      let (lowered, _) = try lower(timeline, options)
      #expect(lowered.images.count == 1 && lowered.images[0].decodedBytes < 80_000)
      #expect(lowered.clips.count == 1)
      try expectSimilar(timeline, lowered)
    }
  }

  @Test func motionInOutlinesBecomesATransform() throws {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      var frames: [FrameState] = []
      for index in 0..<4 {
        let turn =
          Affine.translation(15, 12) * .rotation(radians: Double(index)) * .scale(1 + Double(index) / 5, 1)
        let path = Path.rect(Rect(x: -5, y: -3, width: 11, height: 6)).transformed(by: turn)
        let list = try builder.intern([Shape(outline: .path(path), fill: Fill(.solid(red)))])
        frames.append(FrameState(opacity: 1, transform: .identity, shapes: list))
      }
      builder.sprites = [Sprite(layers: ["Bar"], content: .vector, frames: frames)]
    }
    let (lowered, _) = try lower(timeline)
    #expect(lowered.shapeLists.count == 1)
    try expectSimilar(timeline, lowered)
  }

  @Test func changingClipOfAGroupIsOneBitmap() throws {
    // Overlapping translucent children need a bitmap; the players cut it.
    let timeline = try SampleTimelines.timeline(width: 60, height: 60, frames: 3) { builder in
      let half = StraightColor(red: 0, green: 1, blue: 0, alpha: 0.5)
      let list = try builder.intern([
        SampleTimelines.square(40, red, at: Point(5, 5)), SampleTimelines.square(30, half, at: Point(20, 20)),
      ])
      var frames: [FrameState] = []
      for index in 0..<3 {
        let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 30 + Double(index) * 10, height: 50)))
        frames.append(FrameState(opacity: 0.5, transform: .identity, shapes: list, clip: clip))
      }
      builder.sprites = [Sprite(layers: ["Wipe"], content: .vector, frames: frames)]
    }
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.count == 1 && lowered.clips.count == 3)
    #expect(log.diagnostics.map(\.rule) == [.loweringBitmap])
    try expectSimilar(timeline, lowered)
  }

  @Test func colorFiltersChangeColors() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let list = try builder.intern([SampleTimelines.square(20, red, at: Point(3, 3))])
      let everything = Rect(x: -100, y: -100, width: 300, height: 300)
      let filters = builder.intern(filters: FilterChain([.fill(blue)], region: everything))
      builder.sprites = [
        Sprite(
          layers: ["Filled"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .identity, shapes: list, filters: filters)])
      ]
    }
    let (lowered, log) = try lower(timeline)
    #expect(lowered.images.isEmpty && log.diagnostics.isEmpty)
    #expect(lowered.shapeLists[0].shapes[0].fill?.paint == .solid(blue))
  }

  @Test func fillOfWhatIsTranslucentChangesColors() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let half = StraightColor(red: 0, green: 1, blue: 0, alpha: 0.5)
      let list = try builder.intern([
        SampleTimelines.square(10, red, at: Point(3, 3)), SampleTimelines.square(12, half, at: Point(8, 8)),
      ])
      let everything = Rect(x: -100, y: -100, width: 300, height: 300)
      let filters = builder.intern(filters: FilterChain([.fill(blue)], region: everything))
      let child = Sprite(
        layers: ["Child"], content: .vector, frames: [FrameState(opacity: 0.5, transform: .identity, shapes: list)])
      let vector = Sprite(
        layers: ["Vector"], content: .vector,
        frames: [FrameState(opacity: 1, transform: .translation(12, 0), shapes: list, filters: filters)])
      let group = Sprite(
        layers: ["Group"], content: .group([child]),
        frames: [FrameState(opacity: 1, transform: .identity, filters: filters)])
      builder.sprites = [vector, group]
    }
    let resolved = try lower(timeline).0
    #expect(!resolved.sprites.contains { $0.frames[0].filters != nil })
    let colors = resolved.shapeLists.flatMap(\.shapes).compactMap { $0.fill?.paint }
    #expect(!colors.isEmpty)
    for case .solid(let color) in colors { #expect((color.red, color.blue) == (0, 1)) }
    try expectSimilar(timeline, resolved)
  }

  @Test func fillOfABackgroundHidesWhatLiesOnIt() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let filters = builder.intern(
        filters: FilterChain([.fill(blue)], region: Rect(x: -100, y: -100, width: 300, height: 300)))
      let large = try builder.intern([SampleTimelines.square(24, red, at: Point(2, 2))])
      let small = try builder.intern([SampleTimelines.square(6, red, at: Point(4, 4))])
      func sprite(_ name: String, _ list: ShapeListID, opacity: Double, moves: Bool) -> Sprite {
        let frames = (0..<2).map { frame in
          let move = Affine.translation(moves ? Double(frame) * 30 : 0, 0)
          return FrameState(opacity: opacity, transform: move, shapes: list)
        }
        return Sprite(layers: [name], content: .vector, frames: frames)
      }
      let children = [
        sprite("Background", large, opacity: 1, moves: false), sprite("Still", small, opacity: 0.5, moves: false),
        sprite("Leaving", small, opacity: 0.5, moves: true),
      ]
      let frames = (0..<2).map { _ in FrameState(opacity: 1, transform: .identity, filters: filters) }
      builder.sprites = [Sprite(layers: ["Group"], content: .group(children), frames: frames)]
    }
    let resolved = try lower(timeline).0
    #expect(resolved.sprites.map { $0.frames.map(\.isVisible) } == [[true, true], [false, true]])
    try expectSimilar(timeline, resolved)
  }

  @Test func shadowIsABitmapBelowItsVector() throws {
    let timeline = try SampleTimelines.timeline(width: 120, height: 120) { builder in
      let list = try builder.intern([SampleTimelines.square(40, red, at: Point(30, 30))])
      let everything = Rect(x: -100, y: -100, width: 400, height: 400)
      let shadow = Filter.Shadow(color: .black, offset: Point(8, 8), deviation: 12, showsSource: true)
      let filters = builder.intern(filters: FilterChain([.shadow(shadow)], region: everything))
      builder.sprites = [
        Sprite(
          layers: ["Card"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .identity, shapes: list, filters: filters)])
      ]
    }
    let (lowered, _) = try lower(timeline)
    #expect(lowered.images.count == 1 && lowered.sprites.count == 2)
    // What is blurred needs fewer pixels.
    #expect(lowered.images[0].width < 60)
    try expectSimilar(timeline, lowered)
  }

  @Test func regionCutsAWideShadowSharply() throws {
    let timeline = try SampleTimelines.timeline(width: 120, height: 120) { builder in
      let list = try builder.intern([SampleTimelines.square(60, red, at: Point(30, 30))])
      let shadow = Filter.Shadow(color: .black, offset: Point(12, 12), deviation: 12, showsSource: true)
      let region = Rect(x: 25, y: 25, width: 70, height: 70)
      let filters = builder.intern(filters: FilterChain([.shadow(shadow)], region: region))
      builder.sprites = [
        Sprite(
          layers: ["Card"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .identity, shapes: list, filters: filters)])
      ]
    }
    let (lowered, _) = try lower(timeline)
    #expect(lowered.images.count == 1 && lowered.clips.count == 1)
    #expect(lowered.images[0].width < 30)
    try expectSimilar(timeline, lowered)
  }

  @Test func clipOfAMovingBlurStaysAClip() throws {
    let timeline = try SampleTimelines.timeline(width: 120, height: 120, frames: 3) { builder in
      let list = try builder.intern([SampleTimelines.square(60, red, at: Point(10, 10))])
      let clip = try builder.intern(clip: .rect(Rect(x: 20, y: 20, width: 40, height: 40)))
      let everything = Rect(x: -100, y: -100, width: 400, height: 400)
      let blur = builder.intern(filters: FilterChain([.blur(deviation: Size(12, 12))], region: everything))
      let frames = (0..<3).map { index in
        let move = Affine.translation(Double(index) * 10, 0)
        return FrameState(opacity: 1, transform: move, shapes: list, filters: blur, clip: clip)
      }
      builder.sprites = [Sprite(layers: ["Blurred"], content: .vector, frames: frames)]
    }
    let (lowered, _) = try lower(timeline)
    #expect(lowered.images.count == 1 && lowered.clips.count == 1)
    #expect(lowered.images[0].width < 20)
    try expectSimilar(timeline, lowered)
  }

  @Test func nativePlayersCutVectorsThemselves() throws {
    let timeline = try SampleTimelines.timeline(frames: 6) { builder in
      let list = try builder.intern([Shape(outline: disc, fill: Fill(.solid(red)))])
      var frames: [FrameState] = []
      for index in 0..<6 {
        let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 14 + Double(index) * 2, height: 30)))
        frames.append(FrameState(opacity: 1, transform: .identity, shapes: list, clip: clip))
      }
      builder.sprites = [Sprite(layers: ["Wipe"], content: .vector, frames: frames)]
    }
    var options = SVGALowerer.Options()
    options.capabilities.clipsVectors = true
    let (native, _) = try lower(timeline, options)
    #expect(native.shapeLists.count == 1 && native.clips.count == 6)
    let (portable, _) = try lower(timeline)
    #expect(portable.shapeLists.count == 6 && portable.clips.isEmpty)
    try expectSimilar(timeline, portable)
  }

  @Test func nativePlayersCutByAMatteThatMoves() throws {
    let timeline = try movingMatte(Fill(.solid(blue)), frames: 24)
    var options = SVGALowerer.Options()
    options.capabilities.clipsVectors = true
    options.capabilities.drawsMattes = true
    let (native, log) = try lower(timeline, options)
    #expect(native.sprites.map { $0.matte?.mode } == [.alpha])
    #expect(native.shapeLists.count == 3 && native.clips.isEmpty && native.images.isEmpty && log.diagnostics.isEmpty)
    try expectSimilar(timeline, native)
    let (portable, _) = try lower(timeline)
    #expect(!portable.sprites.contains { $0.matte != nil })
    try expectSimilar(timeline, portable)
  }

  @Test(arguments: [Matte.Mode.alpha, .invertedAlpha, .luma, .invertedLuma])
  func softMatteIsOneBitmapForNativePlayers(mode: Matte.Mode) throws {
    let stops = [
      Gradient.Stop(offset: 0, color: red),
      Gradient.Stop(offset: 1, color: StraightColor(red: 1, green: 0, blue: 0, alpha: 0)),
    ]
    let soft = Gradient(.linear(start: .zero, end: Point(0, 30)), stops: stops)
    let timeline = try movingMatte(Fill(.gradient(soft)), mode: mode, frames: 24, standsStill: true)
    var options = SVGALowerer.Options()
    options.capabilities.drawsMattes = true
    let (native, _) = try lower(timeline, options)
    #expect(native.sprites.map { $0.matte?.mode } == [.alpha])
    #expect(native.images.count == 1)
    try expectSimilar(timeline, native)
    let (portable, _) = try lower(timeline)
    #expect(portable.images.count > 10)
  }

  @Test func bitmapsAreReducedToWhatTheLimitsAllow() throws {
    let timeline = try SampleTimelines.timeline(width: 100, height: 100) { builder in
      let list = try builder.intern([
        SampleTimelines.square(60, red), SampleTimelines.square(60, blue, at: Point(30, 30)),
      ])
      builder.sprites = [
        Sprite(
          layers: ["Pair"], content: .vector, frames: [FrameState(opacity: 0.5, transform: .identity, shapes: list)])
      ]
    }
    var limits = Limits()
    limits.decodedImageBytes = 10_000
    var log = DiagnosticLog()
    let lowered = try SVGALowerer(timeline, limits: limits).lowered(log: &log)
    #expect(lowered.images[0].width == 45)
    #expect(Set(log.diagnostics.map(\.rule)) == [.loweringResolution, .loweringBitmap])
  }

  // MARK: - Timelines

  private func matted(_ mode: Matte.Mode, color: StraightColor) throws -> Timeline {
    try SampleTimelines.timeline { builder in
      let list = try builder.intern([SampleTimelines.square(18, red, at: Point(10, 4))])
      let hole = try builder.intern([Shape(outline: disc, fill: Fill(.solid(color)))])
      let matte = Sprite(
        layers: ["Matte"], content: .vector, frames: [FrameState(opacity: 1, transform: .identity, shapes: hole)])
      builder.sprites = [
        Sprite(
          layers: ["Cut"], content: .vector, matte: Matte([matte], mode: mode),
          frames: [FrameState(opacity: 1, transform: .identity, shapes: list)])
      ]
    }
  }

  /// Two shapes, one of which moves, cut by a disc that moves unless it stands still.
  private func movingMatte(
    _ fill: Fill, mode: Matte.Mode = .alpha, frames: Int, standsStill: Bool = false
  ) throws -> Timeline {
    try SampleTimelines.timeline(width: 60, frames: frames) { builder in
      let frames = Array(0..<frames)
      func sprite(_ name: String, _ shape: Shape, _ transform: (Double) -> Affine) throws -> Sprite {
        let list = try builder.intern([shape])
        return Sprite(
          layers: [name], content: .vector,
          frames: frames.map { FrameState(opacity: 1, transform: transform(Double($0)), shapes: list) })
      }
      let turned = try sprite("Turned", SampleTimelines.square(18, red)) {
        .translation(30, 2) * .rotation(radians: $0 / 9)
      }
      let still = try sprite("Still", SampleTimelines.square(9, blue, at: Point(28, 14))) { _ in .identity }
      let matte = try sprite("Matte", Shape(outline: disc, fill: fill)) { .translation(standsStill ? 8 : $0, 0) }
      let whole = FrameState(opacity: 1, transform: .identity)
      builder.sprites = [
        Sprite(
          layers: ["Cut"], content: .group([turned, still]), matte: Matte([matte], mode: mode),
          frames: frames.map { _ in whole })
      ]
    }
  }

  private func gradient(_ geometry: GradientGeometry) throws -> Timeline {
    try SampleTimelines.timeline(width: 400, height: 300) { builder in
      let stops = [Gradient.Stop(offset: 0, color: red), Gradient.Stop(offset: 1, color: blue)]
      let fill = Fill(.gradient(Gradient(geometry, stops: stops)))
      let outline = Shape.Outline.ellipse(center: Point(200, 150), radii: Size(190, 140))
      let list = try builder.intern([Shape(outline: outline, fill: fill)])
      builder.sprites = [
        Sprite(
          layers: ["Sky"], content: .vector, frames: [FrameState(opacity: 1, transform: .identity, shapes: list)])
      ]
    }
  }

  private func lower(
    _ timeline: Timeline, _ options: SVGALowerer.Options = .init()
  ) throws -> (Timeline, DiagnosticLog) {
    var log = DiagnosticLog()
    return (try SVGALowerer(timeline, options: options).lowered(log: &log), log)
  }

  private static func areFarApart(_ first: UInt32, _ second: UInt32) -> Bool {
    for shift: UInt32 in [0, 8, 16, 24] {
      let (a, b) = (Int(first >> shift & 255), Int(second >> shift & 255))
      if abs(a - b) > 6 { return true }
    }
    return false
  }

  /// Few pixels may differ by more than a few levels: those at edges.
  private func expectSimilar(
    _ timeline: Timeline, _ lowered: Timeline, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (expected, actual) in zip(renderedFrames(timeline), renderedFrames(lowered)) {
      #expect(expected.pixels.contains { $0 != 0 }, sourceLocation: sourceLocation)
      let differing = zip(expected.pixels, actual.pixels).count { Self.areFarApart($0, $1) }
      #expect(differing * 50 <= expected.pixels.count, "\(differing) pixels", sourceLocation: sourceLocation)
    }
  }
}

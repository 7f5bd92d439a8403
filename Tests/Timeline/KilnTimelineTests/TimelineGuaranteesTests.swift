import KilnDiagnostics
import KilnGeometry
import KilnTestSupport
import KilnTimeline
import Testing

/// What `TimelineBuilder.build` sees to.
@Suite struct TimelineGuaranteesTests {
  private let square = SampleTimelines.square(8, .black)

  private func image(_ name: String, width: UInt8 = 4) throws -> ImageAsset {
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0, 0, 2,
    ]
    return try #require(ImageAsset(name: name, bytes: header))
  }

  private func sprite(_ content: Sprite.Content, _ states: [FrameState], key: String? = nil) -> Sprite {
    Sprite(layers: ["A"], replacementKey: key, content: content, frames: states)
  }

  @Test func statesThatDrawNothingAreHidden() throws {
    let timeline = try SampleTimelines.timeline(frames: 6) { builder in
      let shapes = try builder.intern([square])
      let nothing = try builder.intern([])
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 1, height: 1)))
      let states = [
        FrameState(opacity: 1, transform: .scale(2, 2), shapes: shapes),
        FrameState(opacity: 0, transform: .scale(2, 2), shapes: shapes, clip: clip),
        FrameState(opacity: -1, transform: .scale(2, 2), shapes: shapes),
        FrameState(opacity: .nan, transform: .scale(2, 2), shapes: shapes),
        FrameState(opacity: 1, transform: .identity, shapes: nothing, clip: clip),
        FrameState(opacity: 7, transform: .identity, shapes: shapes),
      ]
      builder.sprites = [sprite(.vector, states)]
    }
    let states = timeline.sprites[0].frames
    #expect(states.map(\.isVisible) == [true, false, false, false, false, true])
    #expect(states.allSatisfy { $0.isVisible || $0 == .hidden })
    #expect(states[5].opacity == 1)
    // Only hidden states used the clip and the empty list.
    #expect(timeline.clips.isEmpty && timeline.shapeLists.count == 1)
  }

  @Test func transformsThatAreNotFiniteAreHiddenAndReportedOnce() throws {
    var builder = try TimelineBuilder(canvas: Size(9, 9), frameRate: 30, frameCount: 3, limits: Limits())
    let shapes = try builder.intern([square])
    let states = [.scale(.nan, 1), Affine.identity, .translation(.infinity, 0)].map {
      FrameState(opacity: 1, transform: $0, shapes: shapes)
    }
    builder.sprites = [sprite(.vector, states)]
    var log = DiagnosticLog()
    let timeline = builder.build(log: &log)
    #expect(timeline.sprites[0].frames.map(\.isVisible) == [false, true, false])
    #expect(log.diagnostics.map(\.rule) == [.timelineNotFinite])
    #expect(log.diagnostics[0].path.frames.ranges == [0...0, 2...2])
    #expect(log.diagnostics[0].path.layers == ["A"])
  }

  /// SVGA files hold 32-bit floats.
  @Test func numbersTooLargeForFloatsAreReportedWithTheirLayer() throws {
    var builder = try TimelineBuilder(canvas: Size(9, 9), frameRate: 30, frameCount: 2, limits: Limits())
    var log = DiagnosticLog()
    let wide = Shape(
      outline: .rect(Rect(x: 0, y: 0, width: 1e38, height: 1), cornerRadius: 0), fill: Fill(.solid(.black)))
    let far = Shape(outline: .path(Path(text: "M0 0 L1e38 0 L0 1 Z")), fill: Fill(.solid(.black)))
    let shapes = try builder.intern([square, wide])
    builder.reportOmissions(at: DocumentPath(layers: ["Wide"]), to: &log)
    let rest = try builder.intern([far, square])
    #expect(rest == shapes)
    builder.reportOmissions(at: DocumentPath(layers: ["Far"]), to: &log)
    let filters = builder.intern(filters: FilterChain([.erode(radius: 1e38)], region: wide.bounds))
    #expect(filters == nil)
    builder.reportOmissions(at: DocumentPath(layers: ["Effect"]), to: &log)
    let clip = try builder.intern(clip: Path(text: "M0 0 L1e38 0 L0 1 Z"))
    #expect(builder[clip].isEmpty)
    builder.reportOmissions(at: DocumentPath(layers: ["Clip"]), to: &log)
    builder.reportOmissions(at: DocumentPath(layers: ["Nothing"]), to: &log)
    let states = [Affine.translation(1e38, 0), .translation(1e37, 0)].map {
      FrameState(opacity: 1, transform: $0, shapes: shapes)
    }
    builder.sprites = [sprite(.vector, states)]
    _ = try builder.intern([far])
    let timeline = builder.build(log: &log)
    #expect(timeline.shapeLists.map(\.shapes) == [[square]])
    #expect(timeline.sprites[0].frames.map(\.isVisible) == [false, true])
    #expect(log.diagnostics.allSatisfy { $0.rule == .timelineNotFinite })
    #expect(log.diagnostics.map(\.path.layers) == [["Wide"], ["Far"], ["Effect"], ["Clip"], [], ["A"]])
  }

  @Test func shapesThatAreNotFiniteAreLeftOut() throws {
    let bad: [Shape] = [
      Shape(outline: .rect(Rect(x: .nan, y: 0, width: 1, height: 1), cornerRadius: 0)),
      Shape(outline: .rect(Rect(x: 0, y: 0, width: 1, height: 1), cornerRadius: .infinity)),
      Shape(outline: .ellipse(center: .zero, radii: Size(1, .nan))),
      Shape(outline: .ellipse(center: Point(.nan, 0), radii: Size(1, 1))),
      Shape(outline: .path(Path()), transform: .scale(.infinity, 1)),
      Shape(outline: .path(Path()), stroke: Stroke(.solid(.black), style: StrokeStyle(width: .nan))),
      Shape(outline: .path(Path()), stroke: Stroke(.solid(.black), style: StrokeStyle(width: 1, dashes: [.nan]))),
    ]
    let timeline = try SampleTimelines.timeline { builder in
      let id = try builder.intern(bad + [square])
      #expect(try builder.intern([square]) == id)
      builder.sprites = [sprite(.vector, [FrameState(opacity: 1, transform: .identity, shapes: id)])]
    }
    #expect(timeline.shapeLists.map(\.shapes) == [[square]])
    #expect(timeline.shapeLists[0].bounds == Rect(x: 0, y: 0, width: 8, height: 8))
  }

  @Test func spritesThatAreNeverVisibleAreLeftOutWithWhatOnlyTheyUsed() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let unused = try builder.intern([square, square])
      let shapes = try builder.intern([square])
      let unusedClip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 1, height: 1)))
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 2, height: 2)))
      let unusedImage = try builder.add(image("unused"))
      let used = try builder.add(image("used"))
      let hidden = [FrameState.hidden, FrameState(opacity: 0, transform: .identity, shapes: unused, clip: unusedClip)]
      let visible = FrameState(opacity: 1, transform: .identity, shapes: shapes, clip: clip)
      let picture = FrameState(opacity: 1, transform: .identity)
      builder.sprites = [
        sprite(.vector, hidden), sprite(.image(unusedImage), hidden),
        sprite(.group([sprite(.vector, hidden)]), [picture, picture]), sprite(.group([]), [picture, picture]),
        sprite(.group([sprite(.vector, [.hidden, visible]), sprite(.vector, hidden)]), [picture, picture]),
        sprite(.image(used), [picture, .hidden], key: "k"),
      ]
    }
    #expect(timeline.images.map(\.name) == ["used"] && timeline.shapeLists.count == 1 && timeline.clips.count == 1)
    #expect(
      timeline.dump == """
        timeline 40 × 30 px, 20 fps, 2 frames
        image 0 "used" png 4 × 2
        shapes 0
          rect 0 0 8 8 fill #000000
        clip 0 M2 0 L2 2 L0 2 L0 0 Z
        sprite "A" group
          0…1 [1 0 0 1 0 0]
          sprite "A" vector
            0 hidden
            1 shapes 0 clip 0 [1 0 0 1 0 0]
        sprite "A" image 0 key "k"
          0 [1 0 0 1 0 0]
          1 hidden

        """)
    #expect(timeline.shapeLists[0].shapes == [square] && timeline.clips[0].bounds.maxX == 2)
  }

  @Test func mattesAreCheckedLikeWhatIsDrawn() throws {
    let timeline = try SampleTimelines.timeline { builder in
      _ = try builder.intern([square, square])
      let shapes = try builder.intern([square])
      let drawn = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      func cut(_ name: String, by state: FrameState, _ mode: Matte.Mode) -> Sprite {
        let matte = Matte([sprite(.vector, [state])], mode: mode)
        return Sprite(layers: [name], content: .vector, matte: matte, frames: [drawn])
      }
      builder.sprites = [
        cut("shown", by: drawn, .alpha), cut("never shown", by: .hidden, .alpha),
        cut("whole", by: .hidden, .invertedLuma),
      ]
    }
    #expect(timeline.sprites.map(\.name) == ["shown", "whole"])
    #expect(timeline.sprites[1].matte == nil && timeline.shapeLists.count == 1)
    // Its IDs are renumbered as well.
    #expect(timeline.sprites[0].matte?.sprites[0].frames[0].shapes?.index == 0)
    let mapped = timeline.mapped(by: .scale(2, 2), canvas: Size(8, 8))
    #expect(mapped.sprites[0].matte?.sprites[0].frames[0].transform == .scale(2, 2))
  }

  @Test func onlyVectorSpritesHaveShapes() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let id = try builder.add(image("a"))
      let shapes = try builder.intern([square])
      builder.sprites = [sprite(.image(id), [FrameState(opacity: 1, transform: .identity, shapes: shapes)])]
    }
    #expect(timeline.sprites[0].frames[0].shapes == nil && timeline.shapeLists.isEmpty)
  }

  @Test func markersWithoutAPlaceAreLeftOut() throws {
    let timeline = try SampleTimelines.timeline { builder in
      builder.markers = [(.nan, 0), (1, .infinity), (2, 3)].map { Marker(name: "m", firstFrame: $0, frameCount: $1) }
    }
    #expect(timeline.markers == [Marker(name: "m", firstFrame: 2, frameCount: 3)])
  }

  @Test func everySpriteIsVisited() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let shapes = try builder.intern([square])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      let child = Sprite(layers: ["outer", "child"], content: .vector, frames: [state])
      builder.sprites = [Sprite(layers: ["outer"], content: .group([child]), frames: [state]), child]
    }
    var names: [String] = []
    timeline.forEachSprite { names.append($0.name) }
    #expect(names == ["outer", "child", "child"])
  }
}

@Suite struct TimelineLimitsTests {
  private func builder(_ change: (inout Limits) -> Void = { _ in }) throws -> TimelineBuilder {
    var limits = Limits()
    change(&limits)
    return try TimelineBuilder(canvas: Size(10, 10), frameRate: 30, frameCount: 10, limits: limits)
  }

  private func rule(side: Double = 10, frameRate: Double = 30, frames: Int = 1) -> Rule? {
    thrownRule { () throws(Diagnostic) in
      try TimelineBuilder(canvas: Size(side, 10), frameRate: frameRate, frameCount: frames, limits: Limits())
    }
  }

  @Test func timelineMustMakeSense() {
    #expect(rule() == nil && rule(side: 16383) == nil && rule(frameRate: 1000) == nil && rule(frames: 100_000) == nil)
    for rate in [0.0, -1, 1000.1, .nan, .infinity] { #expect(rule(frameRate: rate) == .timelineBadFrameRate) }
    for frames in [0, -1, .min] { #expect(rule(frames: frames) == .timelineNoFrames) }
    #expect(rule(frames: 100_001) == .limitExceeded && rule(frames: .max) == .limitExceeded)
    #expect(rule(side: 16384) == .limitExceeded && rule(side: 1e300) == .limitExceeded)
  }

  @Test func statesAreLimitedBeforeTheyAreMade() throws {
    var builder = try builder { $0.frameStates = 20 }
    try builder.reserveSprite()
    try builder.reserveSprite()
    #expect(throws: Diagnostic.self) { try builder.reserveSprite() }
  }

  @Test func outlinePointsAreLimitedAndCountedOnce() throws {
    var builder = try builder { $0.outlinePoints = 10 }
    let four = Path.rect(Rect(x: 0, y: 0, width: 1, height: 1))
    for _ in 0..<5 {
      _ = try builder.intern([Shape(outline: .path(four))])
      _ = try builder.intern(clip: four)
    }
    #expect(throws: Diagnostic.self) { try builder.intern(clip: four.transformed(by: .scale(2, 2))) }
    // What was refused does not count.
    _ = try builder.intern(clip: Path(text: "M0 0 L1 1"))
  }

  @Test func imagesAreLimitedTogether() throws {
    func png(_ width: Int, _ height: Int) -> ImageAsset? {
      let sizes = [width, height].flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
      return ImageAsset(
        name: "a", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + sizes)
    }
    var builder = try builder { $0.decodedImageBytes = 1000 }
    _ = try builder.add(#require(png(10, 10)))
    let second = try #require(png(10, 20))
    #expect(throws: Diagnostic.self) { try builder.add(second) }
    let third = try builder.add(#require(png(10, 15)))
    #expect(third.index == 1 && builder[third].height == 15)
    let huge = try #require(png(0xFFFF_FFFF, 0xFFFF_FFFF))
    #expect(huge.decodedBytes == .max)
    #expect(throws: Diagnostic.self) { try builder.add(huge) }
  }
}

import KilnGeometry
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Colours measured in lottie-web 5.13 in a browser, each give or take one rounding.
@Suite struct MeasuredColorTests {
  private static let white = StraightColor(red: 1, green: 1, blue: 1)

  @Test func translucentGradientMixesStraightColors() throws {
    let stops = [
      Gradient.Stop(offset: 0, color: StraightColor(red: 1, green: 0, blue: 0, alpha: 0)),
      Gradient.Stop(offset: 1, color: StraightColor(red: 0, green: 0, blue: 1)),
    ]
    let pixmap = try draw(Gradient(.linear(start: .zero, end: Point(100, 0)), stops: stops), over: Self.white)
    expect(pixmap[25, 50], [239, 190, 207])
    expect(pixmap[50, 50], [189, 126, 191])
    expect(pixmap[75, 50], [109, 62, 208])
  }

  @Test func radialGradientRunsFromItsFocus() throws {
    let stops = [Gradient.Stop(offset: 0, color: Self.white), Gradient.Stop(offset: 1, color: .black)]
    let geometry = GradientGeometry.radial(center: Point(50, 50), radius: 50, focus: Point(75, 50))
    let pixmap = try draw(Gradient(geometry, stops: stops))
    expect(pixmap[50, 50], [171, 171, 171])
    expect(pixmap[75, 50], [249, 249, 249])
    expect(pixmap[90, 50], [96, 96, 96])
  }

  @Test func hardEdgeLiesAtItsOffset() throws {
    let stops = [
      Gradient.Stop(offset: 0.5, color: .black), Gradient.Stop(offset: 0.5, color: Self.white),
    ]
    let pixmap = try draw(Gradient(.linear(start: .zero, end: Point(100, 0)), stops: stops))
    #expect(pixmap[49, 0] == 0xFF00_0000 && pixmap[50, 0] == 0xFFFF_FFFF)
  }

  @Test(arguments: [
    (StraightColor(red: 1, green: 0, blue: 0), 201), (StraightColor(red: 0, green: 1, blue: 0), 73),
    (StraightColor(red: 0, green: 0, blue: 1), 237), (StraightColor(red: 1, green: 1, blue: 1, alpha: 0.5), 127),
  ])
  func lumaMatteOverBlackLayer(color: StraightColor, level: Int) throws {
    let gray = UInt32(level)
    let pixmap = try draw { builder in
      let black = try Self.sprite(.solid(.black), &builder)
      var cut = black
      cut.matte = Matte([try Self.sprite(.solid(color), &builder)], mode: .luma)
      return [try Self.sprite(.solid(Self.white), &builder), cut]
    }
    expect(pixmap[10, 10], [gray, gray, gray])
  }

  @Test func invertedAlphaMatteShowsWhatTheMatteLeaves() throws {
    let pixmap = try draw { builder in
      var cut = try Self.sprite(.solid(Self.white), &builder)
      let half = try builder.intern([SampleTimelines.square(50, .black)])
      let state = FrameState(opacity: 1, transform: .identity, shapes: half)
      cut.matte = Matte([Sprite(layers: ["Half"], content: .vector, frames: [state])], mode: .invertedAlpha)
      return [cut]
    }
    #expect(pixmap[20, 20] == 0 && pixmap[60, 20] == 0xFFFF_FFFF && pixmap[20, 60] == 0xFFFF_FFFF)
  }

  @Test func blendModeReachesWhatIsBelowInTheSameGroupOnly() throws {
    let color = StraightColor(red: 0.5, green: 0.5, blue: 0.5)
    for isGrouped in [false, true] {
      let pixmap = try draw { builder in
        var source = try Self.sprite(.solid(color), &builder)
        source.blendMode = .multiply
        let state = FrameState(opacity: 1, transform: .identity)
        let group = Sprite(layers: ["Group"], content: .group([source]), frames: [state])
        return [try Self.sprite(.solid(color), &builder), isGrouped ? group : source]
      }
      expect(pixmap[10, 10], isGrouped ? [128, 128, 128] : [64, 64, 64])
    }
  }

  // MARK: - Drawing

  private func draw(_ gradient: Gradient, over background: StraightColor = .black) throws -> Pixmap {
    try draw { builder in
      [try Self.sprite(.solid(background), &builder), try Self.sprite(.gradient(gradient), &builder)]
    }
  }

  private func draw(_ sprites: (inout TimelineBuilder) throws -> [Sprite]) throws -> Pixmap {
    let timeline = try SampleTimelines.timeline(width: 100, height: 100) { $0.sprites = try sprites(&$0) }
    return try #require(renderedFrames(timeline).first)
  }

  /// A square that fills the canvas.
  private static func sprite(_ paint: Paint, _ builder: inout TimelineBuilder) throws -> Sprite {
    let rect = Rect(x: 0, y: 0, width: 100, height: 100)
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(paint))])
    let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
    return Sprite(layers: ["Square"], content: .vector, frames: [state])
  }

  private func expect(
    _ pixel: UInt32, _ expected: [UInt32], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let channels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
    let isClose = zip(channels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    #expect(isClose && pixel >> 24 == 255, "\(channels) instead of \(expected)", sourceLocation: sourceLocation)
  }
}

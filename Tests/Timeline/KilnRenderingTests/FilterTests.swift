import KilnGeometry
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Filters, with colours measured in lottie-web 5.13 in a browser where a comment does not say otherwise.
@Suite struct FilterTests {
  private static let red = StraightColor(red: 1, green: 0, blue: 0)
  private static let green = StraightColor(red: 0, green: 1, blue: 0)
  private static let white = StraightColor(red: 1, green: 1, blue: 1)
  private static let canvas = Rect(x: 0, y: 0, width: 100, height: 100)

  @Test func blurMixesInLinearLight() throws {
    let halves = [
      SampleTimelines.square(200, Self.red, at: Point(-150, -50)),
      SampleTimelines.square(200, Self.green, at: Point(50, -50)),
    ]
    let pixmap = try draw(halves, [.blur(deviation: Size(6, 6))], region: Self.canvas.outset(x: 100, y: 100))
    expect(pixmap[49, 50], [193, 182, 0, 255])
    expect(pixmap[50, 50], [182, 193, 0, 255])
  }

  @Test(arguments: [(1.0, [156, 0, 0, 255] as [UInt32]), (0.5, [137, 156, 81, 255]), (0.0, [0, 255, 0, 255])])
  func tintByAmount(amount: Double, expected: [UInt32]) throws {
    let tint = Filter.Tint(black: .black, white: Self.red, amount: amount, showsSource: true)
    expect(try draw(Self.green, [.tint(tint)])[50, 50], expected)
  }

  @Test func fillKeepsAlpha() throws {
    let filled = try draw(Self.green, [.fill(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5))])
    expect(filled[50, 50], [128, 0, 0, 128])
  }

  @Test func tritoneRunsFromShadowsToHighlights() throws {
    let tritone = Filter.tritone(shadows: .black, midtones: Self.red, highlights: Self.white)
    expect(try draw(Self.green, [tritone])[50, 50], [255, 57, 57, 255])
  }

  @Test func levelsBrightenByGamma() throws {
    let neutral = Filter.Levels.Curve(inputBlack: 0, inputWhite: 1, gamma: 1, outputBlack: 0, outputWhite: 1)
    var composite = neutral
    composite.gamma = 2
    let levels = Filter.Levels(red: neutral, green: neutral, blue: neutral, alpha: neutral, composite: composite)
    let gray = StraightColor(red: 127.0 / 255, green: 127.0 / 255, blue: 127.0 / 255)
    expect(try draw(gray, [.levels(levels)])[50, 50], [179, 179, 179, 255])
  }

  @Test func shadowFadesWithDistance() throws {
    let shadow = Filter.Shadow(color: .black, offset: .zero, deviation: 10, showsSource: false)
    let pixmap = try draw([SampleTimelines.square(400, .black, at: Point(-350, -150))], [.shadow(shadow)])
    // Over white the browser shows 181, 219 and 252.
    for (x, gray) in [(55, 181), (60, 219), (70, 252)] {
      #expect(abs(255 - Int(pixmap[x, 50] >> 24) - gray) <= 2)
    }
  }

  @Test func shadowFallsBelowItsPicture() throws {
    let shadow = Filter.Shadow(color: Self.red, offset: Point(20, 0), deviation: 0, showsSource: true)
    let pixmap = try draw([SampleTimelines.square(30, Self.green, at: Point(10, 10))], [.shadow(shadow)])
    expect(pixmap[35, 20], [0, 255, 0, 255])
    expect(pixmap[45, 20], [255, 0, 0, 255])
    expect(pixmap[5, 20], [0, 0, 0, 0])
  }

  @Test func regionCutsWhatGoesInAndWhatComesOut() throws {
    let shapes = [SampleTimelines.square(40, Self.green, at: Point(30, 30))]
    let shadow = Filter.Shadow(color: Self.red, offset: Point(20, 0), deviation: 0, showsSource: true)
    let region = Rect(x: 40, y: 30, width: 40, height: 40)
    let pixmap = try draw(shapes, [.shadow(shadow)], region: region)
    expect(pixmap[39, 50], [0, 0, 0, 0])
    expect(pixmap[40, 50], [0, 255, 0, 255])
    expect(pixmap[79, 50], [255, 0, 0, 255])
    expect(pixmap[80, 50], [0, 0, 0, 0])
  }

  /// As in browsers a region holds all of each pixel that it touches.
  @Test func regionIsRoundedUpToWholePixels() throws {
    let shapes = [SampleTimelines.square(100, Self.green)]
    let shadow = Filter.Shadow(color: Self.red, offset: Point(5, 0), deviation: 0, showsSource: true)
    let region = Rect(minX: 10.3, minY: 10.7, maxX: 30.7, maxY: 31)
    let pixmap = try draw(shapes, [.shadow(shadow)], region: region)
    #expect(pixmap.contentBounds == PixelRect(minX: 10, minY: 10, maxX: 31, maxY: 31))
    for (x, y) in [(10, 10), (30, 10), (10, 30), (30, 30)] { expect(pixmap[x, y], [0, 255, 0, 255]) }
  }

  /// Radii are rounded, as measured in Chromium.
  @Test(arguments: [(3.0, 12.0), (3.4, 12), (3.5, 11), (20, 0)])
  func erosionTakesWholePixels(radius: Double, edge: Double) throws {
    // Computed by hand: a square of 30 pixels loses the radius on every side.
    let pixmap = try draw([SampleTimelines.square(30, .black, at: Point(10, 10))], [.erode(radius: radius)])
    let width = (0..<100).filter { pixmap[$0, 25] != 0 }.count
    #expect(width == (edge == 0 ? 0 : Int(2 * edge)))
  }

  /// As in Chromium: what lies outside of the region keeps what is inside from being eroded.
  @Test func erosionReadsWhatLiesOutsideOfTheRegion() throws {
    let shapes = [SampleTimelines.square(40, .black, at: Point(10, 10))]
    let region = Rect(x: 14, y: 14, width: 32, height: 32)
    let pixmap = try draw(shapes, [.erode(radius: 5)], region: region)
    #expect(pixmap.contentBounds == PixelRect(x: 15, y: 15, width: 30, height: 30))
  }

  /// A disc grown by a disc is a disc.
  @Test(arguments: [0.5, 3, 12.3]) func outlineGrowsByADisc(radius: Double) throws {
    func disc(_ radius: Double) -> Shape {
      Shape(outline: .ellipse(center: Point(50.3, 49.6), radii: Size(radius, radius)), fill: Fill(.solid(.black)))
    }
    let line = try draw([disc(20)], [.fill(Self.green), .outline(Self.red, radius: radius)])
    let grown = try draw([disc(20 + radius)], [])
    // Tolerance of a fifth of a pixel: the share of a pixel that is covered does not say where in it the edge lies.
    for (a, b) in zip(line.pixels, grown.pixels) { #expect(abs(Int(a >> 24) - Int(b >> 24)) <= 51) }
    expect(line[50, 50], [0, 255, 0, 255])
    if radius > 2 { expect(line[Int(50.3 + 20 + radius / 2), 50], [255, 0, 0, 255]) }
  }

  /// The line is as wide in all directions, also between parts.
  @Test func outlineFillsGapsBetweenParts() throws {
    let parts = [
      SampleTimelines.square(10, .black, at: Point(20, 40)), SampleTimelines.square(10, .black, at: Point(36, 40)),
    ]
    let pixmap = try draw(parts, [.outline(Self.red, radius: 5)])
    #expect(pixmap.contentBounds == PixelRect(minX: 15, minY: 35, maxX: 51, maxY: 55))
    expect(pixmap[33, 45], [255, 0, 0, 255])
    #expect(pixmap[15, 35] == 0, "corners are round")
  }

  @Test(arguments: [0.7, 1.9, 2, 5, 24])
  func blurKeepsTheAmountOfLight(deviation: Double) throws {
    let shapes = [SampleTimelines.square(10, .black, at: Point(45, 45))]
    let pixmap = try draw(shapes, [.blur(deviation: Size(deviation, 0))], region: Self.canvas.outset(x: 100, y: 0))
    let row = (0..<100).map { Int(pixmap[$0, 50] >> 24) }
    // All of it within 0.2 %, each byte rounded, but what the largest one carries off the canvas.
    let lost = deviation > 20 ? 100 : 0
    #expect(abs(row.reduce(0, +) - 2550) <= 5 + 50 + lost)
    #expect(zip(row, row.reversed()).allSatisfy { abs($0 - $1) <= 1 }, "a blur is symmetric")
  }

  /// A blur along one axis turns with its sprite.
  @Test func filtersWorkAlongTheSpritesAxes() throws {
    let shapes = [SampleTimelines.square(20, .black, at: Point(-10, -10))]
    let filters = [Filter.blur(deviation: Size(8, 0))]
    let region = Rect(x: -60, y: -60, width: 120, height: 120)
    let center = Affine.translation(50, 50)
    let flat = try draw(shapes, filters, region: region, transform: center)
    let turned = try draw(shapes, filters, region: region, transform: center * .rotation(radians: .pi / 2))
    for (x, y) in [(50, 50), (30, 50), (50, 30), (65, 55), (70, 35)] {
      #expect(abs(Int(flat[x, y] >> 24) - Int(turned[99 - y, x] >> 24)) <= 2, "at \(x) \(y)")
    }
  }

  /// Numbers that no designer meant end in bounded time and memory.
  @Test func hostileFiltersAreHarmless() throws {
    let shadow = Filter.Shadow(color: .black, offset: Point(1e300, -1e300), deviation: 1e300, showsSource: true)
    let filters: [Filter] = [
      .blur(deviation: Size(1e300, 1e300)), .shadow(shadow), .erode(radius: 1e300), .outline(.black, radius: 1e300),
    ]
    let region = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
    for filter in filters {
      for turn in [0, 0.3] {
        let pixmap = try draw(
          [SampleTimelines.square(1e9, .black)], [filter], region: region, transform: .rotation(radians: turn), side: 16
        )
        #expect(pixmap.width == 16 && pixmap.height == 16)
        #expect(pixmap.pixels.allSatisfy { $0 & 0xFF_FF_FF == 0 }, "black stays black")
      }
    }
  }

  // MARK: - Drawing

  private func draw(_ color: StraightColor, _ filters: [Filter]) throws -> Pixmap {
    try draw([SampleTimelines.square(100, color)], filters)
  }

  private func draw(
    _ shapes: [Shape], _ filters: [Filter], region: Rect = canvas, transform: Affine = .identity,
    side: Double = 100
  ) throws -> Pixmap {
    let timeline = try SampleTimelines.timeline(width: side, height: side) { builder in
      let state = FrameState(
        opacity: 1, transform: transform, shapes: try builder.intern(shapes),
        filters: builder.intern(filters: FilterChain(filters, region: region)))
      builder.sprites = [Sprite(layers: ["Filtered"], content: .vector, frames: [state])]
    }
    return try #require(renderedFrames(timeline).first)
  }

  /// Premultiplied channels, give or take one rounding.
  private func expect(_ pixel: UInt32, _ expected: [UInt32], sourceLocation: SourceLocation = #_sourceLocation) {
    let channels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24]
    let isClose = zip(channels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    #expect(isClose, "\(channels) instead of \(expected)", sourceLocation: sourceLocation)
  }
}

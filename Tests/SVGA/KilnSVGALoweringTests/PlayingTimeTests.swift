import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Which shapes become bitmaps because players draw these faster.
@Suite struct PlayingTimeTests {
  /// A star of many points, which a player takes 0.52 µs each to read, that fits into a square.
  private static func star(points: Int, side: Double, _ color: StraightColor) -> Shape {
    var path = Path()
    for index in 0..<points {
      let radius = side / 2 * (index.isMultiple(of: 2) ? 1 : 0.7)
      let point =
        Point(side / 2, side / 2)
        + Affine.rotation(radians: 6.2831 * Double(index) / Double(points)).apply(Point(radius, 0))
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return Shape(outline: .path(path), fill: Fill(.solid(color)))
  }

  /// Stars that stand still side by side, the second half transparent, before a bar that moves.
  private static func timeline(stars: Int, points: Int = 2000) throws -> Timeline {
    try SampleTimelines.timeline(width: 300, height: 60, frames: 3) { builder in
      let bar = try builder.intern([SampleTimelines.square(20, .black)])
      builder.sprites.append(
        Sprite(
          layers: ["Bar"], content: .vector,
          frames: (0..<3).map { FrameState(opacity: 1, transform: .translation(9.5 * Double($0), 5), shapes: bar) }))
      for index in 0..<stars {
        let color = StraightColor(red: 1, green: Double(index) / Double(stars), blue: 0)
        let list = try builder.intern([Self.star(points: points, side: 24, color)])
        let state = FrameState(
          opacity: index * 2 < stars ? 1 : 0.5, transform: .translation(28 * Double(index) + 2, 20), shapes: list)
        builder.sprites.append(
          Sprite(layers: ["Star \(index)"], content: .vector, frames: Array(repeating: state, count: 3)))
      }
    }
  }

  private func lowered(
    _ timeline: Timeline, _ time: SVGAPlayingTime, memory: Int? = nil, bitmapScale: Double = 1
  ) throws -> (movie: Timeline, findings: [Diagnostic]) {
    var options = SVGALowerer.Options()
    options.playingTime = time
    options.bitmapMemory = memory
    options.bitmapScale = bitmapScale
    var log = DiagnosticLog()
    return (try SVGALowerer(timeline, options: options).lowered(log: &log), log.diagnostics)
  }

  private func bitmaps(of movie: Timeline) -> [String] {
    movie.sprites.filter { if case .image = $0.content { true } else { false } }.map(\.name)
  }

  /// Ten stars take more than 10 ms; each is as fast as a bitmap of its pixels.
  @Test func heavyMoviesGetBitmapsForTheirIntricateShapes() throws {
    let timeline = try Self.timeline(stars: 10)
    let (movie, findings) = try lowered(timeline, .smooth)
    #expect(bitmaps(of: movie).count >= 8 && !bitmaps(of: movie).contains("Bar"))
    #expect(PlayerCost(movie).milliseconds < 3)
    let found = findings.filter { $0.rule == .loweringTime }
    #expect(found.count == bitmaps(of: movie).count && found.allSatisfy { $0.message.contains("the time") })
    // Bitmaps of what stands still have the pixels of the canvas; opacity is rounded twice.
    for (expected, actual) in zip(renderedFrames(timeline), renderedFrames(movie)) {
      let difference = PixelDifference(expected, actual)
      #expect(difference.largest <= 2, "\(difference)")
    }
  }

  @Test func lightMoviesAndThoseThatMayTakeAnyTimeKeepTheirShapes() throws {
    #expect(try bitmaps(of: lowered(Self.timeline(stars: 1), .smooth).movie).isEmpty)
    #expect(try bitmaps(of: lowered(Self.timeline(stars: 10), .any).movie).isEmpty)
    // Bitmaps of half the resolution would be less sharp.
    #expect(try bitmaps(of: lowered(Self.timeline(stars: 10), .smooth, bitmapScale: 0.5).movie).isEmpty)
  }

  @Test func noMoreBecomesBitmapsThanTheTimeAsksFor() throws {
    let timeline = try Self.timeline(stars: 6)
    let time = PlayerCost(try lowered(timeline, .any).movie).milliseconds
    for share in [0.9, 0.6, 0.3] {
      let (movie, _) = try lowered(timeline, .atMost(time * share))
      #expect(PlayerCost(movie).milliseconds <= time * share)
      #expect(bitmaps(of: movie).count == Int((6 * (1 - share)).rounded(.up)), "\(share)")
    }
    // Below what the bitmaps take there is nothing more to do, and it is no error.
    let all = try bitmaps(of: lowered(timeline, .atMost(0.001)).movie)
    #expect(all.count { $0.hasPrefix("Star") } == 6)
  }

  @Test func bitmapsForTimeKeepToTheMemory() throws {
    let timeline = try Self.timeline(stars: 6)
    // A star takes some 26 × 26 pixels of four bytes.
    let (movie, _) = try lowered(timeline, .atMost(0.001), memory: 6000)
    #expect((1...2).contains(bitmaps(of: movie).count) && movie.decodedBytes <= 6000)
  }
}

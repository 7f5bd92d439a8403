import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnRendering
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Which sprites become one bitmap, and that the picture stays the same.
@Suite struct BitmapMergerTests {
  private let cut = Rect(x: 50, y: 10, width: 100, height: 130)

  /// A disc with a translucent gradient, which only a bitmap can show.
  private func disc(_ x: Double, _ color: StraightColor) -> Shape {
    var clear = color
    clear.alpha = 0.3
    let stops = [Gradient.Stop(offset: 0, color: color), Gradient.Stop(offset: 1, color: clear)]
    let gradient = Gradient(.linear(start: Point(x - 40, 0), end: Point(x + 40, 0)), stops: stops)
    return Shape(outline: .ellipse(center: Point(x, 75), radii: Size(40, 50)), fill: Fill(.gradient(gradient)))
  }

  /// Two discs one over the other, that turn about the middle and that a standing rectangle cuts.
  private func timeline(lag: Double = 0, opacity: Double = 1) throws -> Timeline {
    try SampleTimelines.timeline(width: 200, height: 150, frames: 4) { builder in
      let colors = [StraightColor(red: 1, green: 0, blue: 0), StraightColor(red: 0, green: 0, blue: 1)]
      for (index, color) in colors.enumerated() {
        let list = try builder.intern([disc(90 + 10 * Double(index), color)])
        var frames: [FrameState] = []
        for frame in 0..<4 {
          let angle = 0.1 * Double(frame) + Double(index) * lag
          let turn = Affine.translation(100, 75) * .rotation(radians: angle) * .translation(-100, -75)
          guard let back = turn.inverse else { continue }
          let clip = Path.rect(cut).transformed(by: back)
          frames.append(
            FrameState(
              opacity: index == 0 ? 1 : opacity, transform: turn, shapes: list, clip: try builder.intern(clip: clip)))
        }
        builder.sprites.append(Sprite(layers: ["Disc \(index)"], content: .vector, frames: frames))
      }
    }
  }

  private func lowered(_ timeline: Timeline) throws -> Timeline {
    var log = DiagnosticLog()
    return try SVGALowerer(timeline).lowered(log: &log)
  }

  private static func areFarApart(_ first: UInt32, _ second: UInt32) -> Bool {
    for shift: UInt32 in [0, 8, 16, 24] {
      let (a, b) = (Int(first >> shift & 255), Int(second >> shift & 255))
      if abs(a - b) > 6 { return true }
    }
    return false
  }

  @Test func whatMovesAlikeIsOneBitmap() throws {
    let timeline = try timeline()
    let lowered = try lowered(timeline)
    #expect(lowered.images.count == 1 && lowered.sprites.count == 1)
    #expect(lowered.sprites[0].frames.allSatisfy { $0.isVisible && $0.clip != nil })
    for (expected, actual) in zip(renderedFrames(timeline), renderedFrames(lowered)) {
      #expect(expected.pixels.contains { $0 != 0 })
      let differing = zip(expected.pixels, actual.pixels).count { Self.areFarApart($0, $1) }
      // Edges of the bitmap and of the clip are drawn anew where they are turned.
      #expect(differing * 25 <= expected.pixels.count, "\(differing) pixels")
    }
  }

  @Test func otherMotionAndAlphaStayApart() throws {
    for other in [try timeline(lag: 0.2), try timeline(opacity: 0.5)] {
      #expect(try lowered(other).sprites.count > 1)
    }
  }
}

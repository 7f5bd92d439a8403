import KilnCompression
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// Filters and compression levels that are tried for the frames of an animation.
@Suite struct FramePackingTests {
  private func picture() -> Pixmap {
    var picture = Pixmap(width: 60, height: 40)
    for y in 0..<40 { for x in 0..<60 { picture[x, y] = 0xFF00_0000 | UInt32(x * 4) | UInt32(y * 5) << 8 } }
    return picture
  }

  @Test func largeAnimationsGetLittleTimeForEachFrame() {
    let (few, some, many) = (
      FramePacking(.normal, bytes: 1 << 20), FramePacking(.normal, bytes: 8 << 20),
      FramePacking(.normal, bytes: 1 << 30)
    )
    #expect(few.filterings.count == 7 && few.encoders == [.own(.normal), .level(12)])
    #expect(some.filterings.count == 2 && some.encoders == [.own(.light)])
    #expect(many.filterings.count == 2 && many.encoders == [.level(6)])
    // A release has time.
    #expect(FramePacking(.strongest, bytes: 1 << 30).encoders == [.own(.strongest), .level(12)])
  }

  @Test func onlyTheBestTrialsAreKept() throws {
    var trials = FrameTrials(FramePacking(.strongest, bytes: 100))
    for _ in 0..<3 {
      try trials.add(PNGPicture([UInt32](repeating: 0xFF00_0000, count: 2400), picture(), .rgba))
    }
    #expect(trials.count == 4)
  }

  @Test(arguments: CompressionEffort.allCases) func framesAreExactAtAnyEffort(_ effort: CompressionEffort) throws {
    for totalPixels in [2400, 1 << 22, 1 << 30] {
      let file = try PNGEncoder.encode(
        frame: picture(), colors: Unpremultiplier(), effort: effort, totalPixels: totalPixels)
      #expect(try ImageDecoder.decode(file, limits: Limits()) == picture())
    }
  }

  @Test func framesThatCannotBeEncodedAreRefused() {
    #expect(throws: Diagnostic.self) {
      try PNGEncoder.encode(
        frame: Pixmap(width: 0, height: 3), colors: Unpremultiplier(), effort: .normal, totalPixels: 1)
    }
  }
}

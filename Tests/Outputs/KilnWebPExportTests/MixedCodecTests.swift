import KilnDiagnostics
import KilnGeometry
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import KilnTimeline
import KilnWebPExport
import Testing

/// Mixed files store each frame as the codec does that takes fewer bytes.
@Suite struct MixedCodecTests {
  @Test func framesAreLossyWherePhotographsMove() throws {
    let frames = try StoredFrame.all(in: encode(photographThenSquares(frames: 24), .mixed))
    // A photograph in the first half, flat squares in the second.
    #expect(frames.count == 24)
    #expect(frames.prefix(12).allSatisfy { $0.isLossy }, "\(frames.map(\.isLossy))")
    #expect(frames.suffix(11).allSatisfy { !$0.isLossy }, "\(frames.map(\.isLossy))")
  }

  @Test func theyAreNoLargerThanEitherCodecAlone() throws {
    for timeline in try [photographThenSquares(frames: 24), SampleTimelines.varied()] {
      let (mixed, lossless, lossy) = (
        try encode(timeline, .mixed).count, try encode(timeline, .lossless).count, try encode(timeline, .lossy).count
      )
      #expect(mixed <= lossless && mixed <= lossy, "\(mixed), lossless \(lossless), lossy \(lossy)")
    }
    // Each codec alone is poor at half of the frames.
    let timeline = try photographThenSquares(frames: 24)
    let (mixed, lossless) = (try encode(timeline, .mixed).count, try encode(timeline, .lossless).count)
    #expect(mixed * 2 < lossless, "\(mixed), lossless \(lossless)")
  }

  /// The codecs are chosen from a few frames. Frames that change nothing say nothing about them.
  @Test func changesBetweenLongRestsAreSeen() throws {
    for start in [3, 6, 13] {
      let timeline = try SampleTimelines.timeline(width: 96, height: 96, frames: 80) { builder in
        let photograph = try addPhotograph(to: &builder)
        builder.sprites = [
          Sprite(
            layers: ["Photograph"], content: .image(photograph),
            frames: (0..<80).map { frame in
              FrameState(opacity: 1, transform: .translation(Double(min(max(frame - start, 0), 2)) * 3, 0))
            })
        ]
      }
      let frames = try StoredFrame.all(in: encode(timeline, .mixed))
      #expect(frames.count == 3 && frames.allSatisfy { $0.isLossy }, "\(frames)")
    }
  }

  @Test func whatIsShownIsNearTheRendering() throws {
    let timeline = try photographThenSquares(frames: 24)
    let shown = try AnimatedWebPReader(encode(timeline, .mixed, quality: 90), limits: Limits()).decodeFrames()
    let expected = renderedFrames(timeline)
    #expect(shown.count == expected.count)
    for (index, (frame, expected)) in zip(shown, expected).enumerated() {
      #expect(zip(frame.pixmap.pixels, expected.pixels).allSatisfy { $0 >> 24 == $1 >> 24 }, "alpha of frame \(index)")
      let difference = PixelDifference(frame.pixmap, expected)
      // Lossy pixels in the first half; the squares after it are exact.
      #expect(index < 12 ? difference.mean < 3 : difference.largest == 0, "frame \(index): \(difference)")
    }
  }

  // MARK: -

  private func encode(_ timeline: Timeline, _ codec: WebPCodec, quality: Double = 75) throws -> [UInt8] {
    var options = WebPExporter.Options()
    options.codec = codec
    options.quality = quality
    return try WebPExporter(options: options).files(of: timeline)[0]
  }

  /// A photograph that moves in the first half of the frames, and squares of one colour that move in the second.
  private func photographThenSquares(frames: Int) throws -> Timeline {
    try SampleTimelines.timeline(width: 96, height: 96, frames: frames) { builder in
      let photograph = try addPhotograph(to: &builder)
      let square = try builder.intern([SampleTimelines.square(20, .black)])
      let half = frames / 2
      builder.sprites = [
        Sprite(
          layers: ["Photograph"], content: .image(photograph),
          frames: (0..<frames).map { frame in
            frame < half ? FrameState(opacity: 1, transform: .translation(Double(frame) * 2, 8)) : .hidden
          }),
        Sprite(
          layers: ["Square"], content: .vector,
          frames: (0..<frames).map { frame in
            guard frame >= half else { return .hidden }
            return FrameState(opacity: 1, transform: .translation(Double(frame - half) * 3, 30), shapes: square)
          }),
      ]
    }
  }

  /// Soft shades with grain, 64 × 64 pixels.
  private func addPhotograph(to builder: inout TimelineBuilder) throws -> ImageID {
    var random = SplitMix64(seed: 7)
    var pixmap = Pixmap(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 {
        let grain = UInt32.random(in: 0...12, using: &random)
        let (red, green, blue) = (UInt32(x) * 3 + grain, UInt32(y) * 3 + grain, UInt32(x + y) + 60 + grain)
        pixmap[x, y] = 0xFF00_0000 | blue << 16 | green << 8 | red
      }
    }
    let file = try PNGEncoder.encode(pixmap)
    let asset = try #require(ImageAsset(name: "photograph.png", bytes: file))
    return try builder.add(asset)
  }
}

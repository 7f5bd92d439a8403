import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import KilnTimeline
import KilnWebPExport
import Testing

/// Whatever is chosen, a viewer shows the rendered frames at their times.
@Suite struct ExactnessTests {
  @Test(arguments: WebPCompatibility.allCases, [nil, 1, 7] as [Int?])
  func losslessFramesEqualTheRendering(_ compatibility: WebPCompatibility, _ keyFrameInterval: Int?) throws {
    for effort in [WebPEffort.level(0), .level(3), .level(6)] {
      var options = WebPExporter.Options()
      options.compatibility = compatibility
      options.keyFrameInterval = keyFrameInterval
      options.effort = effort
      try expectExact(SampleTimelines.varied(), options)
      try expectExact(SampleTimelines.movingSquare(), options)
    }
  }

  @Test func lossyAlphaIsExactAndColoursAreNear() throws {
    let timeline = try SampleTimelines.varied()
    var options = WebPExporter.Options()
    options.codec = .lossy
    options.quality = 90
    for (pixmap, expected) in try shown(timeline, options) {
      #expect(zip(pixmap.pixels, expected.pixels).allSatisfy { $0 >> 24 == $1 >> 24 })
    }
  }

  @Test(arguments: WebPCodec.allCases) func bytesDoNotDependOnTheNumberOfThreads(_ codec: WebPCodec) throws {
    let timeline = try SampleTimelines.varied()
    var options = WebPExporter.Options()
    options.codec = codec
    let alone = try encode(timeline, options)
    for threads in [2, 5] {
      #expect(try WebPExporter(options: options).files(of: timeline, threads: threads)[0] == alone)
    }
  }

  @Test func nothingIsBlendedForSafari() throws {
    var options = WebPExporter.Options()
    #expect(try blendFlags(encode(SampleTimelines.varied(), options)).contains(true))
    options.compatibility = .safari
    #expect(try !blendFlags(encode(SampleTimelines.varied(), options)).contains(true))
  }

  @Test func keyFramesCoverTheCanvas() throws {
    var options = WebPExporter.Options()
    options.keyFrameInterval = 5
    let bytes = try encode(SampleTimelines.varied(), options)
    let whole = StoredFrame.all(in: bytes).filter { $0.width == 61 && $0.height == 45 && !$0.isBlended }
    #expect(whole.count >= 8)
  }

  /// A translucent disc that moves over nothing costs least if its old place is cleared by disposal.
  @Test func disposalIsUsedWhereItWins() throws {
    #expect(
      try StoredFrame.all(in: encode(SampleTimelines.varied(), WebPExporter.Options())).contains(where: \.isDisposed))
  }

  @Test func posterIsTheFirstFrame() throws {
    let timeline = try SampleTimelines.movingSquare()
    var options = WebPExporter.Options()
    options.isStill = true
    let bytes = try encode(timeline, options)
    #expect(try ImageDecoder.decode(bytes, limits: Limits()) == renderedFrames(timeline)[0])
  }

  @Test func blankAnimationsKeepTheirLength() throws {
    let timeline = try SampleTimelines.timeline(frames: 20) { _ in }
    let frames = try AnimatedWebPReader(encode(timeline, WebPExporter.Options()), limits: Limits()).decodeFrames()
    #expect(frames.last?.endMilliseconds == 1000)
    #expect(frames.allSatisfy { $0.pixmap.contentBounds.isEmpty })
  }

  // MARK: -

  private func encode(_ timeline: Timeline, _ options: WebPExporter.Options) throws -> [UInt8] {
    try WebPExporter(options: options).files(of: timeline)[0]
  }

  /// What libwebp shows at the end of every frame of a timeline, and what is right.
  private func shown(
    _ timeline: Timeline, _ options: WebPExporter.Options
  ) throws -> [(pixmap: Pixmap, expected: Pixmap)] {
    let decoded = try AnimatedWebPReader(encode(timeline, options), limits: Limits()).decodeFrames()
    #expect(decoded.last?.endMilliseconds == timeline.startMilliseconds(ofFrame: timeline.frameCount))
    return try renderedFrames(timeline).enumerated().map { index, expected in
      let end = timeline.startMilliseconds(ofFrame: index + 1)
      return (try #require(decoded.first { $0.endMilliseconds >= end }).pixmap, expected)
    }
  }

  private func expectExact(_ timeline: Timeline, _ options: WebPExporter.Options) throws {
    for (index, (pixmap, expected)) in try shown(timeline, options).enumerated() {
      #expect(pixmap == expected, "frame \(index), \(options)")
    }
  }

  private func blendFlags(_ bytes: [UInt8]) -> [Bool] { StoredFrame.all(in: bytes).map(\.isBlended) }
}

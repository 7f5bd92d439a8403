import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct AnimatedWebPTests {
  private let red = rgba(255, 0, 0)
  private let green = rgba(0, 255, 0)
  private let blue = rgba(0, 0, 255)

  @Test func fullFramesComeBackWithTheirTimes() throws {
    var random = SplitMix64(seed: 30)
    let pixmaps = (0..<5).map { _ in random.pixmap(width: 13, height: 9) }
    var writer = try AnimatedWebPWriter(width: 13, height: 9, loopCount: 3)
    for (index, pixmap) in pixmaps.enumerated() {
      try writer.append(
        frame: lossless(pixmap), x: 0, y: 0, durationMilliseconds: 10 + index, blend: false, disposeToBackground: false)
    }
    let reader = try AnimatedWebPReader(writer.finish(), limits: Limits())
    #expect(reader.width == 13)
    #expect(reader.height == 9)
    #expect(reader.loopCount == 3)
    #expect(reader.frameCount == 5)
    let frames = try reader.decodeFrames()
    #expect(frames.map(\.endMilliseconds) == [10, 21, 33, 46, 60])
    #expect(frames.map(\.pixmap) == pixmaps)
  }

  @Test func framesLieAtTheirOffsets() throws {
    var writer = try AnimatedWebPWriter(width: 6, height: 5, loopCount: 0)
    try append(Pixmap(width: 6, height: 5, filledWith: blue), to: &writer)
    try append(Pixmap(width: 1, height: 2, filledWith: red), x: 4, y: 2, to: &writer)
    let frames = try AnimatedWebPReader(writer.finish(), limits: Limits()).decodeFrames()
    var expected = Pixmap(width: 6, height: 5, filledWith: blue)
    expected[4, 2] = red
    expected[4, 3] = red
    #expect(frames[1].pixmap == expected)
  }

  /// Some decoders fill what opaque frames leave open unless the header says that there is alpha.
  @Test(arguments: [(6, 5, false), (4, 5, true)])
  func openCanvasesHaveAlpha(width: Int, height: Int, isOpen: Bool) throws {
    var writer = try AnimatedWebPWriter(width: 6, height: 5, loopCount: 0)
    try append(Pixmap(width: width, height: height, filledWith: blue), to: &writer)
    try append(Pixmap(width: 1, height: 2, filledWith: red), x: 4, y: 2, to: &writer)
    let file = try writer.finish()
    #expect(Array(file[12..<16]) == Array("VP8X".utf8))
    #expect((file[20] & 0x10 != 0) == isOpen)
  }

  @Test(arguments: [true, false]) func blendingComposites(blend: Bool) throws {
    var writer = try AnimatedWebPWriter(width: 2, height: 1, loopCount: 0)
    try append(Pixmap(width: 2, height: 1, filledWith: blue), to: &writer)
    try append(Pixmap(width: 2, height: 1, pixels: [0, rgba(255, 0, 0, 128)]), blend: blend, to: &writer)
    let frame = try #require(AnimatedWebPReader(writer.finish(), limits: Limits()).decodeFrames().last).pixmap
    let expected = blend ? [blue, rgba(128, 0, 127)] : [0, rgba(255, 0, 0, 128)]
    #expect(frame.largestDifference(from: Pixmap(width: 2, height: 1, pixels: expected)) <= 2)
  }

  @Test(arguments: [true, false]) func disposalClearsTheRectangleOfTheFrameBefore(dispose: Bool) throws {
    var writer = try AnimatedWebPWriter(width: 6, height: 2, loopCount: 0)
    try append(Pixmap(width: 6, height: 2, filledWith: blue), to: &writer)
    try append(Pixmap(width: 2, height: 2, filledWith: red), x: 2, dispose: dispose, to: &writer)
    try append(Pixmap(width: 2, height: 2, filledWith: green), x: 4, to: &writer)
    let frame = try #require(AnimatedWebPReader(writer.finish(), limits: Limits()).decodeFrames().last).pixmap
    let row = [blue, blue, dispose ? 0 : red, dispose ? 0 : red, green, green]
    #expect(frame == Pixmap(width: 6, height: 2, pixels: row + row))
  }

  @Test func lossyAndLosslessFramesMix() throws {
    let pixmap = Pixmap(width: 16, height: 16, filledWith: rgba(90, 120, 60))
    var writer = try AnimatedWebPWriter(width: 16, height: 16, loopCount: 0)
    for options in [WebPEncoderOptions.lossy(), .lossless()] {
      try writer.append(
        frame: WebPFrameEncoder.encode(pixmap, options: options), x: 0, y: 0, durationMilliseconds: 40, blend: true,
        disposeToBackground: false)
    }
    let frames = try AnimatedWebPReader(writer.finish(), limits: Limits()).decodeFrames()
    #expect(frames[0].pixmap.largestDifference(from: pixmap) <= 4)
    #expect(frames[1].pixmap == pixmap)
  }

  @Test func aSingleFullFrameBecomesAStillImage() throws {
    var random = SplitMix64(seed: 31)
    let pixmap = random.pixmap(width: 8, height: 6)
    var writer = try AnimatedWebPWriter(width: 8, height: 6, loopCount: 0)
    try append(pixmap, to: &writer)
    let file = try writer.finish()
    #expect(!contains(file, "ANIM"))
    #expect(!contains(file, "ANMF"))
    #expect(try ImageDecoder.decode(file, limits: Limits()) == pixmap)
    let reader = try AnimatedWebPReader(file, limits: Limits())
    #expect(reader.frameCount == 1)
    #expect(reader.loopCount == 1)
    let frames = try reader.decodeFrames()
    #expect(frames.map(\.pixmap) == [pixmap])
    #expect(frames.map(\.endMilliseconds) == [0])
  }

  @Test func aSinglePartialFrameStaysAnAnimation() throws {
    var writer = try AnimatedWebPWriter(width: 8, height: 6, loopCount: 2)
    try append(Pixmap(width: 3, height: 1, filledWith: red), x: 4, y: 2, to: &writer)
    let file = try writer.finish()
    #expect(contains(file, "ANIM"))
    let first = try ImageDecoder.decode(file, limits: Limits())
    #expect(first.width == 8 && first.contentBounds == PixelRect(x: 4, y: 2, width: 3, height: 1))
    let reader = try AnimatedWebPReader(file, limits: Limits())
    #expect([reader.width, reader.height, reader.loopCount, reader.frameCount] == [8, 6, 2, 1])
    let frame = try #require(reader.decodeFrames().first)
    #expect(frame.endMilliseconds == 100)
    #expect(frame.pixmap.contentBounds == PixelRect(x: 4, y: 2, width: 3, height: 1))
  }

  @Test func backgroundIsStoredInTheOrderBlueGreenRedAlpha() throws {
    var writer = try AnimatedWebPWriter(width: 2, height: 1, loopCount: 0x0102, background: 0x4433_2211)
    for pixel in [red, blue] { try append(Pixmap(width: 2, height: 1, filledWith: pixel), to: &writer) }
    let file = try writer.finish()
    let start = try #require(offset(in: file, of: "ANIM"))
    #expect(file[start + 8..<start + 14] == [0x11, 0x22, 0x33, 0x44, 2, 1])
  }

  @Test func impossibleCanvasesAreRefused() {
    for (width, height, loops) in [(0, 4, 0), (4, 0, 0), (-1, 4, 0), (1 << 24 + 1, 1, 0), (4, 4, -1), (4, 4, 65536)] {
      var rule: Rule?
      do throws(Diagnostic) {
        _ = try AnimatedWebPWriter(width: width, height: height, loopCount: loops)
      } catch {
        rule = error.rule
      }
      #expect(rule == .imageNotEncodable, "\(width) × \(height), \(loops) loops")
    }
  }

  @Test func impossibleFramesAreRefused() throws {
    let frame = try lossless(Pixmap(width: 4, height: 4, filledWith: red))
    var writer = try AnimatedWebPWriter(width: 4, height: 4, loopCount: 0)
    for (frame, duration) in [([], 10), ([1, 2, 3], 10), (frame, -1), (frame, 1 << 24), (frame, .max)] {
      #expect(throws: Diagnostic.self) {
        try writer.append(
          frame: frame, x: 0, y: 0, durationMilliseconds: duration, blend: true, disposeToBackground: false)
      }
    }
    try writer.append(
      frame: frame, x: 0, y: 0, durationMilliseconds: 1 << 24 - 1, blend: true, disposeToBackground: false)
    #expect(try AnimatedWebPReader(writer.finish(), limits: Limits()).frameCount == 1)
  }

  @Test func framesBeyondTheCanvasAndEmptyAnimationsAreRefused() throws {
    let square = try lossless(Pixmap(width: 4, height: 4, filledWith: red))
    var beyond = try AnimatedWebPWriter(width: 4, height: 4, loopCount: 0)
    let rule = thrownRule { () throws(Diagnostic) in
      try beyond.append(
        frame: square, x: 2, y: 0, durationMilliseconds: 40, blend: true, disposeToBackground: false)
    }
    #expect(rule == .imageNotEncodable)
    #expect(finishRule(try AnimatedWebPWriter(width: 4, height: 4, loopCount: 0)) == .imageNotEncodable)
  }

  @Test func readingChecksLimitsBeforeDecoding() throws {
    var writer = try AnimatedWebPWriter(width: 10, height: 8, loopCount: 0)
    for pixel in [red, green, blue] { try append(Pixmap(width: 10, height: 8, filledWith: pixel), to: &writer) }
    let file = try writer.finish()
    let changes: [(inout Limits) -> Void] = [
      { $0.side = 9 }, { $0.pixels = 79 }, { $0.frames = 2 },
    ]
    for change in changes {
      var limits = Limits()
      change(&limits)
      #expect(thrownRule { () throws(Diagnostic) in try AnimatedWebPReader(file, limits: limits) } == .limitExceeded)
    }
    var limits = Limits()
    (limits.side, limits.pixels, limits.frames, limits.decodedImageBytes) = (10, 80, 3, 960)
    #expect(try AnimatedWebPReader(file, limits: limits).decodeFrames().count == 3)
    limits.decodedImageBytes = 959
    let reader = try AnimatedWebPReader(file, limits: limits)
    #expect(thrownRule { () throws(Diagnostic) in try reader.decodeFrames() } == .limitExceeded)
  }

  @Test func everyTruncationIsReported() throws {
    var random = SplitMix64(seed: 32)
    var writer = try AnimatedWebPWriter(width: 8, height: 6, loopCount: 0)
    for _ in 0..<3 { try append(random.pixmap(width: 8, height: 6), to: &writer) }
    let file = try writer.finish()
    for count in 0..<file.count - 1 {
      let part = Array(file[..<count])
      let rule = thrownRule { () throws(Diagnostic) in try AnimatedWebPReader(part, limits: Limits()).decodeFrames() }
      #expect(rule == .imageInvalid, "cut at \(count) of \(file.count)")
    }
  }

  // MARK: -

  private func lossless(_ pixmap: Pixmap) throws(Diagnostic) -> [UInt8] {
    try WebPFrameEncoder.encode(pixmap, options: .lossless())
  }

  private func append(
    _ pixmap: Pixmap, x: Int = 0, y: Int = 0, blend: Bool = true, dispose: Bool = false,
    to writer: inout AnimatedWebPWriter
  ) throws {
    try writer.append(
      frame: lossless(pixmap), x: x, y: y, durationMilliseconds: 100, blend: blend, disposeToBackground: dispose)
  }

  private func finishRule(_ writer: consuming AnimatedWebPWriter) -> Rule? {
    do throws(Diagnostic) {
      _ = try writer.finish()
      return nil
    } catch {
      return error.rule
    }
  }

  private func offset(in bytes: [UInt8], of name: String) -> Int? {
    let name = Array(name.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: name) }
  }

  private func contains(_ bytes: [UInt8], _ name: String) -> Bool { offset(in: bytes, of: name) != nil }
}

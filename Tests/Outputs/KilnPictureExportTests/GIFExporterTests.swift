import KilnDiagnostics
import KilnExporting
import KilnGIF
import KilnPictureExport
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct GIFExporterTests {
  /// Where colours are few, every pixel is the rendered one without its alpha, or transparent.
  @Test func fewColoursAreExact() throws {
    let timelines = try [
      SampleTimelines.varied(), SampleTimelines.movingSquare(), PictureSamples.blank(), PictureSamples.pixel(),
      PictureSamples.still(frames: 3, frameRate: 10),
    ]
    for (number, timeline) in timelines.enumerated() {
      for (frame, (shown, expected)) in try shown(timeline).enumerated() {
        #expect(Self.largestDifference(shown, expected) <= 1, "timeline \(number), frame \(frame)")
      }
    }
  }

  /// Some viewers paint what the first frame leaves out with an opaque background colour.
  @Test func firstFrameCoversTheCanvas() throws {
    let timeline = try PictureSamples.still(frames: 3, frameRate: 10)
    let file = try GIFFile(exported(GIFExporter(options: GIFExporter.Options()), timeline).files[0].bytes)
    let canvas = try #require(renderedFrames(timeline).first?.bounds)
    #expect(file.frames.first?.rect == canvas)
  }

  @Test(arguments: GIFDither.allCases) func manyColoursStayNear(_ dither: GIFDither) throws {
    var options = GIFExporter.Options()
    options.dither = dither
    for timeline in try [PictureSamples.gradient(), PictureSamples.fade()] {
      for (colors, bound) in [(256, 2.0), (64, 6), (16, 16)] {
        options.colors = colors
        for (frame, (shown, expected)) in try shown(timeline, options).enumerated() {
          #expect(Set(shown.pixels).count <= 256)
          let difference = PixelDifference(shown, expected)
          #expect(difference.mean < bound, "\(dither), \(colors) colours, frame \(frame): \(difference)")
        }
      }
    }
  }

  @Test(arguments: GIFDither.allCases) func whatStandsStillKeepsItsPixels(_ dither: GIFDither) throws {
    var options = GIFExporter.Options()
    options.dither = dither
    options.colors = 32
    let frames = try shown(PictureSamples.gradient(), options)
    for (before, after) in zip(frames, frames.dropFirst()) {
      for index in before.expected.pixels.indices where before.expected.pixels[index] == after.expected.pixels[index] {
        #expect(before.shown.pixels[index] == after.shown.pixels[index])
      }
    }
  }

  @Test func colourLimitHoldsForTheWholeCanvas() throws {
    for colors in [2, 3, 16] {
      var options = GIFExporter.Options()
      options.colors = colors
      let file = try file(PictureSamples.gradient(frames: 1), options)
      #expect(Set(file.frames[0].pixmap.pixels).count <= colors)
    }
  }

  @Test func translucentPixelsAreCountedOnceAndChosenByHalf() throws {
    var log = DiagnosticLog()
    _ = try GIFExporter(options: GIFExporter.Options()).export(
      SampleTimelines.movingSquare(), in: ExportContext(), log: &log)
    let findings = log.diagnostics.filter { $0.rule == .gifAlpha }
    #expect(findings.count == 1)
    #expect(findings.first?.message.first?.isNumber == true)
    log = DiagnosticLog()
    _ = try GIFExporter(options: GIFExporter.Options()).export(
      PictureSamples.gradient(), in: ExportContext(), log: &log)
    #expect(log.diagnostics.map(\.rule) == [.gifColors])
  }

  /// Orange at 60 % over white.
  @Test func backgroundColoursTranslucentPixels() throws {
    var options = GIFExporter.Options()
    options.background = StraightColor(red: 1, green: 1, blue: 1)
    let pixel = try file(PictureSamples.pixel(), options).frames[0].pixmap.pixels[0]
    let channels = [0, 8, 16].map { Int(pixel >> $0 & 255) }
    #expect(pixel >> 24 == 255)
    for (channel, expected) in zip(channels, [255, 179, 102]) { #expect(abs(channel - expected) <= 1) }
    // What is transparent stays so.
    #expect(try file(PictureSamples.blank(), options).frames[0].pixmap.contentBounds.isEmpty)
  }

  @Test(arguments: [24.0, 30, 50, 29.97]) func timesAddUp(_ frameRate: Double) throws {
    let timeline = try SampleTimelines.varied(frameRate: frameRate)
    let total = try file(timeline).frames.reduce(0) { $0 + $1.centiseconds }
    #expect(total == Int((40 * 100 / frameRate).rounded()))
  }

  @Test func longFramesAreSeveral() throws {
    let frames = try file(PictureSamples.still(frames: 2000, frameRate: 2)).frames
    #expect(frames.count == 2)
    #expect(frames.reduce(0) { $0 + $1.centiseconds } == 100_000)
    #expect(frames[0].pixmap == frames[1].pixmap)
  }

  @Test(arguments: [(0, 0), (1, nil), (2, 1), (7, 6)] as [(Int, Int?)])
  func loopCountIsStored(_ count: Int, _ repeats: Int?) throws {
    var options = GIFExporter.Options()
    options.loopCount = count
    #expect(try file(SampleTimelines.movingSquare(), options).repeats == repeats)
  }

  @Test(arguments: GIFDither.allCases) func bytesDoNotDependOnTheNumberOfThreads(_ dither: GIFDither) throws {
    var options = GIFExporter.Options()
    options.dither = dither
    for timeline in try [SampleTimelines.varied(), PictureSamples.fade()] {
      let alone = try exported(GIFExporter(options: options), timeline).files
      for threads in [2, 5] {
        var context = ExportContext()
        context.threads = threads
        #expect(try exported(GIFExporter(options: options), timeline, context).files == alone)
      }
    }
  }

  // MARK: -

  private func file(
    _ timeline: Timeline, _ options: GIFExporter.Options = GIFExporter.Options()
  ) throws -> GIFFile {
    try GIFFile(exported(GIFExporter(options: options), timeline).files[0].bytes)
  }

  /// What is shown in the middle of each of a timeline's frames, and the rendering with all or no alpha.
  private func shown(
    _ timeline: Timeline, _ options: GIFExporter.Options = GIFExporter.Options()
  ) throws -> [(shown: Pixmap, expected: Pixmap)] {
    let frames = try file(timeline, options).frames
    return try renderedFrames(timeline).enumerated().map { index, picture in
      let time = (Double(index) + 0.5) * 100 / timeline.frameRate
      var end = 0
      let shown = try #require(
        frames.first { frame in
          end += frame.centiseconds
          return Double(end) > time
        })
      return (shown.pixmap, Self.withBinaryAlpha(picture))
    }
  }

  private static func withBinaryAlpha(_ picture: Pixmap) -> Pixmap {
    Pixmap(
      width: picture.width, height: picture.height,
      pixels: picture.pixels.map { $0 >> 24 < 128 ? 0 : Premultiplication.unpremultiply($0) | 0xFF00_0000 })
  }

  private static func largestDifference(_ a: Pixmap, _ b: Pixmap) -> Int { PixelDifference(a, b).largest }
}

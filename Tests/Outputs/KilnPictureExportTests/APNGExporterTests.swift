import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnPictureExport
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct APNGExporterTests {
  @Test(arguments: CompressionEffort.allCases) func framesEqualTheRendering(_ effort: CompressionEffort) throws {
    let timelines = try [
      SampleTimelines.varied(), SampleTimelines.movingSquare(), PictureSamples.gradient(), PictureSamples.fade(),
      PictureSamples.blank(), PictureSamples.pixel(), PictureSamples.lateGradient(),
    ]
    for (number, timeline) in timelines.enumerated() {
      try expectExact(timeline, effort: effort, "timeline \(number)")
    }
  }

  /// Indices, where all frames together have few colours, and three channels with a colour that stands for none where
  /// they are opaque.
  @Test func theWholeFileHasTheLeanestColorType() throws {
    #expect(try file(SampleTimelines.movingSquare()).colorType == 3)
    #expect(try file(PictureSamples.gradient()).colorType == 2)
    let soft = try SampleTimelines.timeline(width: 40, height: 40) { builder in
      let stops = [
        Gradient.Stop(offset: 0, color: StraightColor(red: 1, green: 0, blue: 0, alpha: 0)),
        Gradient.Stop(offset: 1, color: StraightColor(red: 0, green: 1, blue: 1, alpha: 1)),
      ]
      let shape = Shape(
        outline: .rect(Rect(x: 0, y: 0, width: 40, height: 40), cornerRadius: 0),
        fill: Fill(.gradient(Gradient(.linear(start: .zero, end: Point(40, 40)), stops: stops))))
      let list = try builder.intern([shape, SampleTimelines.square(20, .black, at: Point(3, 15))])
      builder.sprites = [
        Sprite(
          layers: ["Soft"], content: .vector, frames: [FrameState(opacity: 1, transform: .identity, shapes: list)])
      ]
    }
    #expect([3, 6].contains(try file(soft).colorType))
    try expectExact(soft, effort: .normal, "soft")
  }

  @Test func unchangedPixelsAreNotStoredAgain() throws {
    let controls = try file(PictureSamples.gradient()).controls
    #expect(controls[0].rect == PixelRect(x: 0, y: 0, width: 48, height: 40))
    // The old place of the square and the new one.
    for control in controls.dropFirst() { #expect(control.rect.width == 10 && control.rect.height == 7) }
  }

  @Test func whatIsGoneIsClearedByDisposal() throws {
    #expect(try file(SampleTimelines.varied()).controls.contains { $0.disposal == 1 })
  }

  @Test(arguments: [24.0, 30, 60, 29.97]) func timesAddUp(_ frameRate: Double) throws {
    let timeline = try SampleTimelines.varied(frameRate: frameRate)
    let total = try file(timeline).controls.reduce(0) { $0 + $1.milliseconds }
    #expect(total == timeline.startMilliseconds(ofFrame: timeline.frameCount))
  }

  @Test func equalFramesAreOneAndLongOnesSeveral() throws {
    #expect(try file(PictureSamples.still(frames: 50, frameRate: 25)).controls.map(\.milliseconds) == [2000])
    let long = try file(PictureSamples.still(frames: 200, frameRate: 2)).controls
    #expect(long.count == 2)
    #expect(long.reduce(0) { $0 + $1.milliseconds } == 100_000)
    try expectExact(PictureSamples.still(frames: 200, frameRate: 2), effort: .normal, "long")
    // A frame of two minutes.
    #expect(try file(PictureSamples.still(frames: 1, frameRate: 1.0 / 120)).controls.map(\.milliseconds) == [120_000])
  }

  @Test(arguments: [0, 1, 7]) func loopCountIsStored(_ count: Int) throws {
    var options = APNGExporter.Options()
    options.loopCount = count
    #expect(try file(SampleTimelines.movingSquare(), options).loopCount == count)
  }

  @Test func bytesDoNotDependOnTheNumberOfThreads() throws {
    for timeline in try [SampleTimelines.varied(), PictureSamples.gradient()] {
      let exporter = APNGExporter(options: APNGExporter.Options())
      let alone = try exported(exporter, timeline).files
      for threads in [2, 5] {
        var context = ExportContext()
        context.threads = threads
        #expect(try exported(exporter, timeline, context).files == alone)
      }
    }
  }

  @Test func theFileSaysWhatItIs() throws {
    var context = ExportContext(name: "icon")
    context.scale = nil
    let result = try exported(
      APNGExporter(options: APNGExporter.Options()), SampleTimelines.movingSquare(), context)
    #expect(result.files.map(\.name) == ["icon.png"])
    #expect(result.files.map(\.mediaType) == ["image/apng"])
    #expect(result.decodedBytes == 40 * 30 * 4)
  }

  // MARK: -

  private func file(
    _ timeline: Timeline, _ options: APNGExporter.Options = APNGExporter.Options()
  ) throws -> APNGFile {
    try APNGFile(exported(APNGExporter(options: options), timeline).files[0].bytes)
  }

  private func expectExact(_ timeline: Timeline, effort: CompressionEffort, _ name: String) throws {
    var options = APNGExporter.Options()
    options.effort = effort
    let shown = try file(timeline, options).frames()
    var (index, end) = (0, shown[0].milliseconds)
    for (frame, expected) in renderedFrames(timeline).enumerated() {
      while timeline.startMilliseconds(ofFrame: frame) >= end, index + 1 < shown.count {
        index += 1
        end += shown[index].milliseconds
      }
      #expect(shown[index].pixmap == expected, "\(name), frame \(frame), \(effort)")
    }
    #expect(end == timeline.startMilliseconds(ofFrame: timeline.frameCount))
    #expect(index == shown.count - 1)
  }
}

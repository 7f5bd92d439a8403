import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnImages
import KilnTestSupport
import KilnTimeline
import KilnWebPExport
import Testing

@Suite struct WebPExporterTests {
  @Test func losslessFramesEqualTheRendering() throws {
    let timeline = try SampleTimelines.movingSquare()
    let expected = renderedFrames(timeline)
    let reader = try AnimatedWebPReader(encode(timeline), limits: Limits())
    for (pixmap, end) in try reader.decodeFrames() {
      // The last frame that has begun when this picture's time is over.
      let index = Int((Double(end) * timeline.frameRate / 1000).rounded()) - 1
      #expect(pixmap == expected[index])
    }
  }

  @Test(arguments: [24.0, 29.97, 30, 60, 12.5])
  func durationsAddUpToTheWholeLength(frameRate: Double) throws {
    let timeline = try SampleTimelines.movingSquare(frameRate: frameRate)
    let end = try AnimatedWebPReader(encode(timeline), limits: Limits()).decodeFrames().last?.endMilliseconds
    #expect(end == Int(timeline.durationMilliseconds.rounded()))
  }

  @Test func framesWithoutChangeAreMerged() throws {
    // Frames 2, 3 and 4 are equal.
    let frames = try AnimatedWebPReader(encode(SampleTimelines.movingSquare()), limits: Limits()).decodeFrames()
    #expect(frames.map(\.endMilliseconds) == [42, 83, 208, 250, 292])
  }

  @Test func animationThatNeverChangesKeepsItsLength() throws {
    let timeline = try SampleTimelines.timeline(frames: 20) { builder in
      let shapes = try builder.intern([SampleTimelines.square(30, .black)])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: Array(repeating: state, count: 20))]
    }
    let frames = try AnimatedWebPReader(encode(timeline), limits: Limits()).decodeFrames()
    #expect(frames.last?.endMilliseconds == 1000)
    #expect(frames.last?.pixmap == renderedFrames(timeline).last)
  }

  @Test func bytesDoNotDependOnTheNumberOfThreads() throws {
    let timeline = try SampleTimelines.movingSquare()
    #expect(try encode(timeline, threads: 1) == encode(timeline, threads: 5))
  }

  @Test func canvasLargerThanTheFormatIsRefused() throws {
    let timeline = try SampleTimelines.timeline(width: 16383, height: 16383) { _ in }
    var limits = Limits()
    limits.pixels = 1000
    let rule = thrownRule { () throws(Diagnostic) in
      try WebPExporter().files(of: timeline, limits: limits)
    }
    #expect(rule == .limitExceeded)
  }

  @Test(arguments: [false, true]) func memoryBudgetIsKept(isStill: Bool) throws {
    var options = WebPExporter.Options()
    options.isStill = isStill
    let exporter = WebPExporter(options: options)
    let timeline = try SampleTimelines.movingSquare()
    var context = ExportContext()
    var log = DiagnosticLog()
    context.budget = ExportBudget(memory: 40 * 30 * 4)
    #expect(try exporter.export(timeline, in: context, log: &log).decodedBytes == 40 * 30 * 4)
    context.budget = ExportBudget(memory: 40 * 30 * 4 - 1)
    let rule = thrownRule { () throws(Diagnostic) in try exporter.export(timeline, in: context, log: &log) }
    #expect(rule == .budgetExceeded)
  }

  private func encode(_ timeline: Timeline, threads: Int = 1) throws -> [UInt8] {
    try WebPExporter().files(of: timeline, threads: threads)[0]
  }
}

import KilnDiagnostics
import KilnExporting
import KilnPixels
import KilnTestSupport
import KilnTimeline
import KilnVideo
import KilnVideoExport
import Testing

@Suite struct VideoExporterTests {
  static let isThere = (try? FFmpeg()) != nil

  private func options(
    _ container: VideoExporter.Container, _ alpha: AlphaPlacement = .vap, quality: Double = 95
  ) -> VideoExporter.Options {
    var options = VideoExporter.Options(container)
    options.alpha = alpha
    options.quality = quality
    return options
  }

  @Test(
    .enabled(if: isThere),
    arguments: VideoExporter.Container.allCases.map { ($0, AlphaPlacement.vap) }
      + AlphaPlacement.allCases.dropFirst().map { (.mp4, $0) })
  func framesAreWhatWasDrawn(_ container: VideoExporter.Container, _ alpha: AlphaPlacement) throws {
    let timeline = try SampleTimelines.movingSquare(frameRate: 30)
    var log = DiagnosticLog()
    let export = try VideoExporter(options: options(container, alpha)).export(timeline, in: ExportContext(), log: &log)
    #expect(export.files.count == (container == .mp4 && alpha == .vap ? 2 : 1))
    let video = try StoredVideo(export.files[0].bytes, alpha: alpha, limits: Limits())
    let expected = renderedFrames(timeline)
    #expect(video.milliseconds.count == expected.count)
    #expect(abs(video.milliseconds.reduce(0, +) - timeline.durationMilliseconds) < 1.01)
    var frames = try video.frames()
    for (index, picture) in expected.enumerated() {
      let shown = try #require(try frames.next()).cropped(to: picture.bounds)
      let compared = container == .mp4 && alpha == .none ? picture.onBlack : picture
      let difference = PixelDifference(shown, compared)
      #expect(difference.mean < 4, "\(container) \(alpha), frame \(index): \(difference)")
    }
  }

  @Test(.enabled(if: isThere)) func vapSaysWhereAlphaIs() throws {
    let timeline = try SampleTimelines.movingSquare(frameRate: 30)
    var context = ExportContext(name: "gift")
    context.fileName = "gift.mp4"
    var log = DiagnosticLog()
    let files = try VideoExporter().export(timeline, in: context, log: &log).files
    #expect(files.map(\.name) == ["gift.mp4", "gift.vapc.json"])
    let file = try MP4File(files[0].bytes)
    #expect(Array(file.boxes.map(\.type).prefix(3)) == ["ftyp", "vapc", "moov"])
    let box = try #require(file.box("vapc"))
    #expect(Array(file.bytes[box.content]) == files[1].bytes)
    let configuration = try VAPConfiguration(json: files[1].bytes, limits: Limits())
    #expect(configuration.frameRate == 30 && configuration.frameCount == timeline.frameCount)
  }

  @Test(.enabled(if: isThere)) func bytesDoNotDependOnTheNumberOfThreads() throws {
    let timeline = try SampleTimelines.movingSquare(frameRate: 30)
    let exporter = VideoExporter(options: options(.mp4))
    let alone = try exporter.files(of: timeline)
    #expect(try exporter.files(of: timeline, threads: 3) == alone)
    #expect(try exporter.files(of: timeline) == alone)
  }

  @Test(.enabled(if: isThere)) func transparencyWithoutAlphaIsAFinding() throws {
    var log = DiagnosticLog()
    _ = try VideoExporter(options: options(.mp4, AlphaPlacement.none)).export(
      SampleTimelines.movingSquare(frameRate: 30), in: ExportContext(), log: &log)
    #expect(log.diagnostics.map(\.rule).contains(.videoAlpha))
  }

  @Test(.enabled(if: isThere), arguments: [VideoExporter.Container.mp4, .webm])
  func qualityIsLoweredForABudget(_ container: VideoExporter.Container) throws {
    let timeline = try SampleTimelines.varied(frameRate: 30)
    let exporter = VideoExporter(options: options(container))
    let asked = try exporter.files(of: timeline).reduce(0) { $0 + $1.count }
    var context = ExportContext()
    context.budget.bytes = asked * 3 / 4
    var fitter = exporter.fitter()
    let variant = ExportVariant(frameRate: 30, scale: 1, timeline: timeline, context: context)
    let estimate = try fitter.estimate(variant)
    #expect(estimate.cost.map { $0 >= 0 } ?? false)
    var log = DiagnosticLog()
    let fitted = try fitter.export(variant, log: &log)
    #expect(fitted.export.excess == nil && fitted.export.fileBytes <= asked * 3 / 4)
    #expect(fitted.reductions.map(\.setting) == ["quality"])
    context.budget.bytes = 10
    let none = try fitter.export(
      ExportVariant(frameRate: 15, scale: 1, timeline: timeline, context: context), log: &log)
    #expect(none.export.excess?.rule == .budgetExceeded)
  }

  @Test func vapHasRatesThatDivideSixty() {
    #expect(VideoExporter().capabilities.frameRates.nearest(to: 25) == 30)
    #expect(VideoExporter().capabilities.frameRates.nearest(to: 29.97) == 30)
    #expect(VideoExporter(options: options(.webm)).capabilities.frameRates.nearest(to: 25) == 25)
  }
}

extension Pixmap {
  /// The opaque picture on a black ground.
  fileprivate var onBlack: Pixmap {
    Pixmap(width: width, height: height, pixels: pixels.map { $0 | 0xFF00_0000 })
  }
}

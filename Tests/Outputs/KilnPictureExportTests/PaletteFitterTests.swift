import KilnDiagnostics
import KilnExporting
import KilnGIF
import KilnPictureExport
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// What fitters of formats with palettes make of budgets.
@Suite struct PaletteFitterTests {
  private func variant(
    _ timeline: Timeline, bytes: Int, threads: Int = 1, _ change: (inout ReductionBounds) -> Void = { _ in }
  ) -> ExportVariant {
    var context = ExportContext()
    context.budget = ExportBudget(bytes: bytes)
    context.threads = threads
    change(&context.bounds)
    return ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
  }

  private func fitted<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ variant: ExportVariant
  ) throws -> (estimate: ExportEstimate, export: FittedExport) {
    var fitter = exporter.fitter()
    let estimate = try fitter.estimate(variant)
    var log = DiagnosticLog()
    return (estimate, try fitter.export(variant, log: &log))
  }

  private func expectBudgetsAreKept<Exporter: AnimationExporter>(_ exporter: Exporter) throws {
    let timeline = try PictureSamples.gradient()
    let plain = try exported(exporter, timeline).files[0].bytes
    let whole = try fitted(exporter, variant(timeline, bytes: plain.count * 11 / 10))
    #expect(whole.estimate.cost == 0 && whole.export.reductions.isEmpty && whole.export.loss == 0)
    #expect(whole.export.export.files[0].bytes == plain)

    let budget = plain.count * 3 / 4
    let part = try fitted(exporter, variant(timeline, bytes: budget))
    #expect(part.export.export.excess == nil && part.export.export.files[0].bytes.count <= budget)
    #expect(part.export.reductions.contains { $0.setting == "colors" })
    #expect(part.export.loss ?? 0 > 0 && part.estimate.cost ?? 0 > 0)
    let again = try fitted(exporter, variant(timeline, bytes: budget, threads: 4))
    #expect(again.export.export.files == part.export.export.files)

    let kept = try fitted(exporter, variant(timeline, bytes: budget) { $0.keepsQuality = true })
    #expect(kept.estimate.cost == nil && kept.estimate.leastBytes > budget && kept.export.export.excess != nil)
    let impossible = try fitted(exporter, variant(timeline, bytes: 60))
    #expect(impossible.estimate.cost == nil && impossible.export.export.excess?.rule == .budgetExceeded)
  }

  @Test func gif() throws { try expectBudgetsAreKept(GIFExporter()) }

  @Test func apng() throws { try expectBudgetsAreKept(APNGExporter()) }

  /// A palette for all frames: every frame that is shown is the exact one in other colours, and unchanged pixels stay.
  @Test func framesOfAnAPNGShowTheirOwnColours() throws {
    let timeline = try PictureSamples.gradient()
    let budget = try exported(APNGExporter(), timeline).files[0].bytes.count / 2
    let file = try fitted(APNGExporter(), variant(timeline, bytes: budget)).export.export.files[0].bytes
    let shown = try APNGFile(file)
    #expect(shown.colorType == 3)
    let frames = try shown.frames()
    let exact = try APNGFile(exported(APNGExporter(), timeline).files[0].bytes).frames()
    #expect(frames.map(\.milliseconds) == exact.map(\.milliseconds))
    for (a, b) in zip(frames, exact) { #expect(StructuralSimilarity.ofContent(a.pixmap, b.pixmap) > 0.8) }
  }

  /// Neither a dither nor a number of colours is raised above what is asked for.
  @Test func aGIFNeverHasMoreColoursThanAskedFor() throws {
    var options = GIFExporter.Options()
    options.colors = 40
    let exporter = GIFExporter(options: options)
    let timeline = try PictureSamples.fade(frames: 8)
    let budget = try exported(exporter, timeline).files[0].bytes.count * 8 / 10
    let part = try fitted(exporter, variant(timeline, bytes: budget))
    let colors = part.export.reductions.first { $0.setting == "colors" }
    #expect(colors?.asked == "40" && Int(colors?.given ?? "") ?? 99 < 40)
  }
}

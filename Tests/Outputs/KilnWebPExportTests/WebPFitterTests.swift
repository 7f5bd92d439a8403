import KilnBudgets
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnImages
import KilnRendering
import KilnTestSupport
import KilnTimeline
import KilnWebPExport
import Testing

/// What a fitter makes of budgets.
@Suite struct WebPFitterTests {
  private static let lossyExporter: WebPExporter = {
    var options = WebPExporter.Options()
    options.budgetMayTurnLossy = true
    return WebPExporter(options: options)
  }()

  private func variant(
    _ timeline: Timeline, bytes: Int, threads: Int = 1, _ change: (inout ReductionBounds) -> Void = { _ in }
  ) -> ExportVariant {
    var context = ExportContext()
    context.budget = ExportBudget(bytes: bytes)
    context.threads = threads
    change(&context.bounds)
    return ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
  }

  private func plain(_ timeline: Timeline) throws -> [UInt8] {
    try #require(try Self.lossyExporter.files(of: timeline).first)
  }

  @Test func whatFitsIsWrittenAsAskedFor() throws {
    let timeline = try SampleTimelines.varied()
    let plain = try plain(timeline)
    var fitter = Self.lossyExporter.fitter()
    let variant = variant(timeline, bytes: plain.count * 5 / 4)
    #expect(try fitter.estimate(variant).cost == 0)
    var log = DiagnosticLog()
    let fitted = try fitter.export(variant, log: &log)
    #expect(fitted.export.files.first?.bytes == plain)
    #expect(fitted.reductions.isEmpty && fitted.loss == 0 && fitted.export.excess == nil)
  }

  @Test(arguments: [0.9, 0.75, 0.6]) func budgetsAreKeptAndLossesSaid(part: Double) throws {
    let timeline = try SampleTimelines.varied()
    let budget = Int(Double(try plain(timeline).count) * part)
    var fitter = Self.lossyExporter.fitter()
    let variant = variant(timeline, bytes: budget)
    let estimate = try fitter.estimate(variant)
    guard let loss = estimate.cost else {
      #expect(estimate.leastBytes > budget)
      return
    }
    #expect(loss > 0)
    var log = DiagnosticLog()
    let fitted = try fitter.export(variant, log: &log)
    if fitted.export.excess == nil {
      let file = try #require(fitted.export.files.first).bytes
      #expect(file.count <= budget && !fitted.reductions.isEmpty)
      #expect(try AnimatedWebPReader(file, limits: Limits()).decodeFrames().last?.endMilliseconds == 1600)
    }
  }

  @Test func bytesDoNotDependOnTheNumberOfThreads() throws {
    let timeline = try SampleTimelines.varied()
    let budget = try plain(timeline).count * 3 / 4
    let files = try [1, 4].map { threads in
      var fitter = Self.lossyExporter.fitter()
      var log = DiagnosticLog()
      return try fitter.export(variant(timeline, bytes: budget, threads: threads), log: &log).export.files
    }
    #expect(files[0] == files[1])
  }

  /// Neither a quality that was asked for nor one that is the lowest is undercut.
  @Test func qualitiesThatAreAskedForStay() throws {
    let timeline = try SampleTimelines.varied()
    var options = WebPExporter.Options()
    options.codec = .lossy
    options.quality = 80
    let exporter = WebPExporter(options: options)
    let budget = try #require(try exporter.files(of: timeline).first).count * 3 / 4
    var fitter = exporter.fitter()
    let kept = variant(timeline, bytes: budget) { $0.keepsQuality = true }
    #expect(try fitter.estimate(kept).cost == nil)
    fitter = exporter.fitter()
    let bounded = variant(timeline, bytes: budget) { $0.minimumQuality = 79 }
    var log = DiagnosticLog()
    let fitted = try fitter.export(bounded, log: &log)
    for reduction in fitted.reductions where reduction.setting == "quality" {
      #expect(Double(reduction.given) ?? 0 >= 79)
    }
  }

  @Test func layersThatChangeMostAreNamed() throws {
    let timeline = try SampleTimelines.varied()
    var log = DiagnosticLog()
    let shares = LayerShare.ofChanges(in: try FrameSource(timeline, in: ExportContext(), log: &log))
    #expect(Set(shares.map(\.layer)) == ["Ground", "Box", "Disc"])
    #expect(abs(shares.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    #expect(shares.map(\.share) == shares.map(\.share).sorted(by: >))
  }
}

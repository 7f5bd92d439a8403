import KilnDiagnostics
import KilnExporting
import KilnPictureExport
import KilnTestSupport
import KilnTimeline
import Synchronization
import Testing

/// Budgets, limits and cancellation, which all exporters of this module keep to alike.
@Suite struct PictureBudgetTests {
  @Test func apng() throws { try expectBounds(APNGExporter(options: APNGExporter.Options()), memory: 61 * 45 * 4) }

  @Test func gif() throws { try expectBounds(GIFExporter(options: GIFExporter.Options()), memory: 61 * 45 * 4) }

  @Test func frameSequence() throws {
    try expectBounds(FrameSequenceExporter(options: FrameSequenceExporter.Options()), memory: 61 * 45 * 4 * 40)
  }

  private func expectBounds<Exporter: AnimationExporter>(_ exporter: Exporter, memory: Int) throws {
    let timeline = try SampleTimelines.varied()
    let free = try exported(exporter, timeline)
    let bytes = free.files.reduce(0) { $0 + $1.bytes.count }
    #expect(free.decodedBytes == memory)

    var context = ExportContext()
    context.budget = ExportBudget(bytes: bytes, memory: memory)
    #expect(try exported(exporter, timeline, context).files == free.files)
    context.budget = ExportBudget(bytes: bytes - 1)
    #expect(rule(exporter, timeline, context) == .budgetExceeded)
    context.budget = ExportBudget(memory: memory - 1)
    #expect(rule(exporter, timeline, context) == .budgetExceeded)
    #expect(Rule.budgetExceeded.fault == .policy)

    // It stops long before the last frame.
    context.budget = ExportBudget(bytes: bytes / 4)
    let reports = Reports()
    context.progress = ProgressReporter { reports.add($0) }
    #expect(rule(exporter, timeline, context) == .budgetExceeded)
    let last = try #require(reports.all.last)
    #expect(last.activity == "encoding frames" && last.completed < last.total)

    context = ExportContext()
    context.limits.side = 60
    #expect(rule(exporter, timeline, context) == .limitExceeded)
    context = ExportContext()
    context.progress = ProgressReporter(isCancelled: { true }) { _ in }
    #expect(rule(exporter, timeline, context) == .workCancelled)
  }

  private func rule<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ timeline: Timeline, _ context: ExportContext
  ) -> Rule? {
    thrownRule { () throws(Diagnostic) in try exported(exporter, timeline, context) }
  }
}

/// Collects progress reports.
private final class Reports: Sendable {
  private let updates = Mutex<[ProgressReporter.Update]>([])

  var all: [ProgressReporter.Update] { updates.withLock { $0 } }

  func add(_ update: ProgressReporter.Update) { updates.withLock { $0.append(update) } }
}

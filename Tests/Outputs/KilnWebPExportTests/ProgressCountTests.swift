import KilnDiagnostics
import KilnExporting
import KilnTestSupport
import KilnTimeline
import KilnWebPExport
import Synchronization
import Testing

/// Reports of an export: from 0 on, and for each frame, however many threads work.
@Suite struct ProgressCountTests {
  @Test(arguments: [1, 3], [nil, 2000]) func eachFrameIsCounted(_ threads: Int, _ bytes: Int?) throws {
    let timeline = try SampleTimelines.varied()
    let updates = Reports()
    var context = ExportContext()
    context.threads = threads
    context.budget = ExportBudget(bytes: bytes)
    context.progress = ProgressReporter { updates.add($0) }
    var log = DiagnosticLog()
    // A budget that is exceeded ends the work early.
    _ = try? WebPExporter().export(timeline, in: context, log: &log)
    let counts = updates.all.filter { $0.activity == "encoding frames" }
    #expect(counts.map(\.completed) == Array(0..<counts.count) && counts.count > 1)
    #expect(counts.allSatisfy { $0.total == timeline.frameCount })
    if bytes == nil { #expect(counts.last?.completed == timeline.frameCount) }
  }
}

/// Collects progress reports.
private final class Reports: Sendable {
  private let updates = Mutex<[ProgressReporter.Update]>([])

  var all: [ProgressReporter.Update] { updates.withLock { $0 } }

  func add(_ update: ProgressReporter.Update) { updates.withLock { $0.append(update) } }
}

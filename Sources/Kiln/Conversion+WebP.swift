internal import Diagnostics
internal import TimelineModel
internal import TimelineRendering
internal import WebPExport

extension Conversion {
  /// The rate that viewers play, with a finding if that is lower.
  func webpFrameRate(_ asked: Double, log: inout DiagnosticLog) -> Double {
    let compatibility = options.webp.compatibility
    let rate = compatibility.frameRate(atMost: asked)
    if rate < asked && options.poster == nil {
      log.add(
        .webpFrameRate,
        "viewers slow down frames below \(compatibility.leastMilliseconds) ms; \(asked.words) frames per second become \(rate.words)"
      )
    }
    return rate
  }

  /// Animated WebP, or the poster, within the budget.
  func webp(_ source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Result {
    let before = log
    let timeline = try silentTimeline(of: source, log: &log)
    let asked = WebPInput(timeline: timeline, log: log)
    if let bytes = try webpBytes(of: timeline, options.webp, progress, log: &log) {
      return webpResult(bytes, timeline)
    }
    let found = try WebPBudgetSearch(conversion: self, source: source, asked: asked, before: before).run()
    log = found.log
    var result = webpResult(found.bytes, found.timeline)
    result.reductions = found.reductions(from: timeline, options.webp)
    if let budget = options.webpBudget {
      let words = result.reductions.map(\.webpWords).joined(separator: ", ")
      log.add(.webpBytesReduced, "to stay within \(budget.bytes) bytes: \(words)")
    }
    return result
  }

  /// The file; nil if it is above the budget.
  func webpBytes(
    of timeline: Timeline, _ webp: WebPExporter.Options, _ progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8]? {
    var webp = webp
    webp.threads = options.threads
    webp.maximumBytes = options.webpBudget?.bytes
    let exporter = WebPExporter(options: webp, limits: limits, progress: progress)
    do throws(Diagnostic) {
      return options.poster == nil
        ? try exporter.encode(timeline, log: &log) : try exporter.encodePoster(timeline, log: &log)
    } catch {
      guard error.rule == .webpBytesUnreachable else { throw error }
      return nil
    }
  }

  private func webpResult(_ bytes: [UInt8], _ timeline: Timeline) -> Result {
    Result(
      files: [File(fileExtension: "webp", bytes: bytes)], timeline: timeline,
      decodedBytes: CanvasFit(canvas: timeline.canvas).decodedBytes)
  }
}

/// What is encoded: a timeline, and all that was found before and while it was made.
struct WebPInput {
  var timeline: Timeline
  var log: DiagnosticLog
}

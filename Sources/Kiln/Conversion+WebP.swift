internal import Diagnostics
internal import Geometry
internal import TimelineModel
internal import TimelineRendering
internal import WebPExport

extension Conversion {
  /// A WebP file, and what led to it.
  private struct Attempt {
    var bytes: [UInt8]
    var timeline: Timeline
    var log: DiagnosticLog
    var options: WebPExporter.Options
  }

  /// The rate that viewers play, with a finding if that is lower.
  func webpFrameRate(_ asked: Double, log: inout DiagnosticLog) -> Double {
    let compatibility = options.webp.compatibility
    let rate = compatibility.frameRate(atMost: asked)
    if rate < asked && options.poster == nil {
      log.add(
        .webpFrameRate,
        "viewers slow down frames below \(compatibility.leastMilliseconds) ms; \(number(asked)) frames per second become \(number(rate))"
      )
    }
    return rate
  }

  /// Animated WebP, or the poster, within the budget.
  func webp(_ source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Result {
    var attempt: Attempt
    var found = DiagnosticLog()
    do throws(Diagnostic) {
      attempt = try self.attempt(source, options.webp, Reduction(), log: &found)
    } catch {
      log.add(contentsOf: found)
      throw error
    }
    if let budget = options.webpBudget, attempt.bytes.count > budget.bytes {
      let asked = attempt
      attempt = try self.attempt(source, within: budget)
      attempt.log.add(.webpBytesReduced, "to stay within \(budget.bytes) bytes: \(changes(from: asked, to: attempt))")
    }
    log.add(contentsOf: attempt.log)
    return Result(
      files: [File(fileExtension: "webp", bytes: attempt.bytes)], timeline: attempt.timeline,
      decodedBytes: CanvasFit(canvas: attempt.timeline.canvas).decodedBytes)
  }

  private func attempt(
    _ source: any AnimationSource, _ webp: WebPExporter.Options, _ reduction: Reduction
  ) throws(Diagnostic) -> Attempt {
    var log = DiagnosticLog()
    return try attempt(source, webp, reduction, log: &log)
  }

  /// - Parameter log: Empty at first; gets what is found, also when there is no file in the end.
  private func attempt(
    _ source: any AnimationSource, _ webp: WebPExporter.Options, _ reduction: Reduction, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Attempt {
    let timeline = try silentTimeline(of: source, reduction, log: &log)
    var webp = webp
    webp.threads = options.threads
    let exporter = WebPExporter(options: webp, limits: limits, progress: progress)
    let bytes =
      if options.poster == nil {
        try exporter.encode(timeline, log: &log)
      } else {
        try exporter.encodePoster(timeline, log: &log)
      }
    return Attempt(bytes: bytes, timeline: timeline, log: log, options: webp)
  }

  /// The first reduction that fits at the lowest quality, at the highest quality that fits.
  private func attempt(
    _ source: any AnimationSource, within budget: WebPBudget
  ) throws(Diagnostic) -> Attempt {
    var webp = options.webp
    if budget.mayTurnLossy && webp.codec == .lossless { webp.codec = .mixed }
    let best = webp.quality
    let hasQuality = webp.codec != .lossless && best > WebPBudget.lowestQuality
    for reduction in WebPBudget.reductions {
      if hasQuality { webp.quality = WebPBudget.lowestQuality }
      var fitting = try attempt(source, webp, reduction)
      guard fitting.bytes.count <= budget.bytes else { continue }
      guard hasQuality else { return fitting }
      var (low, high) = (WebPBudget.lowestQuality, best)
      for _ in 0..<WebPBudget.qualitySteps {
        webp.quality = ((low + high) / 2).rounded()
        let attempt = try attempt(source, webp, reduction)
        if attempt.bytes.count <= budget.bytes {
          (fitting, low) = (attempt, webp.quality)
        } else {
          high = webp.quality
        }
      }
      return fitting
    }
    throw Diagnostic(
      .webpBytesUnreachable, "no quality, frame rate or size that is tried makes at most \(budget.bytes) bytes",
      advice: "allow more bytes, or choose a smaller --scale or --fps")
  }

  /// What differs, in words.
  private func changes(from asked: Attempt, to attempt: Attempt) -> String {
    var changes: [String] = []
    if attempt.options.codec != .lossless {
      let before = asked.options.codec == .lossless ? "lossless" : number(asked.options.quality)
      changes.append("quality \(number(attempt.options.quality)) instead of \(before)")
    }
    if attempt.timeline.frameRate != asked.timeline.frameRate {
      changes.append(
        "\(number(attempt.timeline.frameRate)) instead of \(number(asked.timeline.frameRate)) frames per second")
    }
    let (size, before) = (attempt.timeline.canvas, asked.timeline.canvas)
    if size != before {
      changes.append(
        "\(number(size.width)) × \(number(size.height)) instead of \(number(before.width)) × \(number(before.height)) pixels"
      )
    }
    return changes.joined(separator: ", ")
  }
}

/// A number as people write it: at most two decimals.
private func number(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  return Int(exactly: rounded).map(String.init) ?? String(rounded)
}

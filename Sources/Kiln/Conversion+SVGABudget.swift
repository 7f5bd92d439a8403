internal import Diagnostics
internal import SVGAExport
internal import SVGAFormat
internal import SVGAImport
internal import SVGALowering
internal import TimelineModel

extension Conversion {
  /// What came of an attempt to keep to bounds.
  private enum Attempt {
    case kept(Result)
    case exceeded(Excess)
  }

  /// Why an attempt does not keep to its bounds.
  private struct Excess {
    /// What is too large, and what takes most of it.
    var diagnostic: Diagnostic
    /// What the attempt takes. Of one that was stopped it is known only that it is too much memory.
    var use: SVGAUse
  }

  /// An SVGA file within the budget: as it should be if that fits, else with ever more given up. What no budget is set
  /// for is refused above the limits.
  func affordableSVGA(
    _ source: any AnimationSource, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let bounds = bounds(for: source)
    let frameRate = Double(SVGAExporter.legalFrameRate(for: options.frameRate ?? source.info.frameRate))
    var steps = options.svgaBudget == SVGABudget() ? [] : BudgetStep.all(frameRate: frameRate)
    var attempt = options
    var tries = 0
    while true {
      var trial = log
      tries += 1
      let progress = tries > 1 ? progress.part("fitting, try \(tries)") : progress
      let conversion = Conversion(to: .svga, options: attempt, limits: limits, progress: progress)
      let outcome: Attempt
      do throws(Diagnostic) {
        outcome = try conversion.attempt(source, bounds, log: &trial)
      } catch {
        log = trial
        throw error
      }
      switch outcome {
      case .kept(var result):
        log = trial
        result.reductions = attempt.reductions(from: options, frameRate: frameRate)
        if !result.reductions.isEmpty {
          let words = result.reductions.map(\.svgaWords).joined(separator: ", ")
          log.add(.svgaBudgetReduced, "given up to keep to the budget: \(words)")
        }
        return result
      case .exceeded(let excess):
        guard let next = steps.firstIndex(where: { $0.helps(bounds, excess.use, attempt) }) else {
          log = trial
          throw refusal(excess, bounds)
        }
        steps.remove(at: next).apply(to: &attempt)
      }
    }
  }

  /// The budget, and where it is open the limits. A source that is above the limits may stay as large as it is.
  private func bounds(for source: any AnimationSource) -> SVGABudget {
    var limits = options.svgaLimits
    if let source = source as? SVGASource {
      limits.bytes = limits.bytes.map { max($0, source.bytes.count) }
      limits.memory = limits.memory.map { max($0, source.decodedImageBytes) }
    }
    return SVGABudget(
      bytes: options.svgaBudget.bytes ?? limits.bytes, memory: options.svgaBudget.memory ?? limits.memory)
  }

  private func attempt(
    _ source: any AnimationSource, _ bounds: SVGABudget, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Attempt {
    do throws(Diagnostic) {
      let result = try svga(source, memory: bounds.memory, log: &log)
      let use = SVGAUse(
        bytes: result.files.reduce(0) { $0 + $1.bytes.count }, memory: result.decodedBytes)
      if !bounds.holds(bytes: use.bytes) {
        let excess = try costs(of: result, source).excess(bytes: use.bytes, limit: bounds.bytes ?? 0)
        return .exceeded(Excess(diagnostic: excess, use: use))
      }
      if !bounds.holds(memory: use.memory) {
        let excess = LayerCosts(images: result.timeline).excess(memory: use.memory, limit: bounds.memory ?? 0)
        return .exceeded(Excess(diagnostic: excess, use: use))
      }
      warnOfMemory(of: result.timeline, log: &log)
      try warnOfBytes(use.bytes, of: result, source, log: &log)
      return .kept(result)
    } catch {
      guard error.rule == .loweringMemory || error.rule == .svgaBudgetExceeded else { throw error }
      return .exceeded(Excess(diagnostic: error, use: SVGAUse(bytes: 0, memory: .max)))
    }
  }

  /// What the layers take of a file that is too large.
  private func costs(of result: Result, _ source: any AnimationSource) throws(Diagnostic) -> LayerCosts {
    let file = result.files[0].bytes
    // What was written may be read.
    var generous = limits
    generous.inputBytes = .max
    generous.inflatedBytes = .max
    generous.frameStates = .max
    let movie = try SVGAContainer.read(file, limits: generous)
    let layers = unchanged(source) == nil ? SVGAExporter(options: svgaOptions).layersByKey(of: result.timeline) : [:]
    return LayerCosts(movie, bytes: file.count, layers: layers)
  }

  /// The finding when nothing more can be given up.
  private func refusal(_ excess: Excess, _ bounds: SVGABudget) -> Diagnostic {
    let isMemory = bounds.holds(bytes: excess.use.bytes)
    let isBudget = (isMemory ? options.svgaBudget.memory : options.svgaBudget.bytes) != nil
    let option = isMemory ? "--max-memory" : "--max-bytes"
    let advice = isBudget ? "or allow more with \(option)" : "or set another limit with \(option), none for no limit"
    return Diagnostic(
      isBudget ? .svgaBudgetExceeded : .svgaTooLarge, excess.diagnostic.message,
      advice: [excess.diagnostic.advice, advice].compactMap(\.self).joined(separator: ", "))
  }

  /// Warns of bitmaps that phones may have no memory for, unless the user has set the limit.
  private func warnOfMemory(of timeline: Timeline, log: inout DiagnosticLog) {
    let memory = timeline.decodedBytes
    let threshold = options.svgaLimits.memoryWarning
    guard options.svgaBudget.memory == nil, options.svgaLimits.memory != nil, memory > threshold else { return }
    log.add(
      .svgaLarge,
      "the bitmaps take \(ByteCount(memory)) of a player's memory, more than the \(ByteCount(threshold)) above which "
        + "SVGA's own converter warns; most are needed for " + LayerCosts(images: timeline).largestInMemory,
      advice: "choose a smaller --bitmap-scale or --scale, or simplify these")
  }

  /// Warns of a file that is larger than apps commonly accept, unless the user has set the limit.
  private func warnOfBytes(
    _ bytes: Int, of result: Result, _ source: any AnimationSource, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let threshold = options.svgaLimits.bytesWarning
    guard options.svgaBudget.bytes == nil, options.svgaLimits.bytes != nil, bytes > threshold else { return }
    log.add(
      .svgaLarge,
      "the file has \(ByteCount(bytes)), more than the \(ByteCount(threshold)) that apps commonly accept; most are spent "
        + "on " + (try costs(of: result, source)).largestInFile,
      advice: "choose a lower --fps, a smaller --scale or --bitmap-scale, or simplify these")
  }
}

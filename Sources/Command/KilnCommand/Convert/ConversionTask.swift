internal import KilnComparison
internal import KilnDiagnostics
internal import Kiln
internal import KilnExporting
internal import KilnSVGALowering
internal import KilnTimeline

/// One input to one output, as `convert` and each worker of `batch` do it.
struct ConversionTask {
  /// The animation's path; `-` for standard input.
  let input: String
  /// The path to write to; `-` for standard output.
  let output: String
  let format: OutputFormat
  let options: ConversionOptions
  /// Number of threads of this conversion.
  let threads: Int

  /// The state of the input that is shown; nil for all of it.
  var state: AnimationStateMachine.State?
  /// Whether it is one of many: files that are right already keep their time stamps.
  var isOfBatch = false
  /// Whether what lies at the output's place may be replaced.
  var replaces = false
  /// The folder in which all files must lie; nil for any.
  var boundary: PathBoundary?

  /// Location of the result; nil for standard output.
  var location: OutputLocation? {
    guard !StandardStreams.isOutput(output) else { return nil }
    let layout = (try? options.formatOptions.group(of: format))?.layout ?? format.layout
    return OutputLocation(output, layout: layout)
  }

  /// Opens the input, converts it, checks findings, and writes the result.
  ///
  /// - Parameter show: Called with what was converted when it is written; nil if nobody looks.
  /// - Throws: Errors of reading, converting and writing, and findings that the options refuse.
  func run(
    _ commandRun: inout CommandRun, show: ((Timeline) -> Void)? = nil
  ) throws(Diagnostic) -> ConversionReport {
    let targets = try options.targets(for: format)
    if let location { try location.checkFree(location.expectedPaths, input: input, overwrite: overwrites) }
    if location == nil, let name = options.posterOut, name.contains("{") {
      throw Diagnostic(
        .usageInvalid, "--poster-out: {dir} and {stem} are those of the result\u{2019}s file, and there is none",
        advice: "name the still")
    }
    if let stillLocation { try checkFree(stillLocation, beside: location?.expectedPaths ?? []) }
    let clock = ContinuousClock()
    let start = clock.now
    commandRun.pictureFrameRate = options.time.fps
    let source = try commandRun.open()
    let opened = clock.now
    let conversion = try conversion(of: source, &commandRun)
    let result = try conversion.run(
      source, name: location?.name ?? (input == "-" ? "animation" : Files.stem(of: input)),
      fileName: location?.fileName, log: &commandRun.log)
    // Of a Lottie document the exporter has said already what its players lack.
    if ![.lottie, .dotLottie, .sticker].contains(format) {
      for finding in result.playerFindings(for: targets) { commandRun.log.add(finding) }
    }
    let shown = try show.map { show throws(Diagnostic) in
      (show, try timeline(of: source, result, conversion))
    }
    let still = try still(of: source, result, conversion, &commandRun)
    let converted = clock.now
    let verification = try options.verify.map { least throws(Diagnostic) in
      try verify(result, of: conversion, from: source, least, &commandRun.log)
    }
    let cost = try playerCost(of: result, &commandRun.log)
    try commandRun.checkFindings(whenImagesAreMissing: .error)
    WorkWatch.enter("writing files")
    // First what is smaller and may have a folder of its own: without it there is no animation either.
    if let still { try write(still, beside: location?.paths(of: result.files) ?? [], commandRun.uses) }
    try write(result, commandRun.uses)
    let timings = ConversionReport.Timings(
      reading: opened - start, converting: converted - opened, writing: clock.now - converted)
    if let (show, timeline) = shown { show(timeline) }
    var files = zip(location?.paths(of: result.files) ?? [], result.files).map { (path: $0, bytes: $1.bytes.count) }
    if let still { files.append((still.path, still.bytes.count)) }
    return ConversionReport(files, result: result, verification: verification, playerCost: cost, timings: timings)
  }

  /// Compares a result with the drawn source, and reports one that is less similar than asked for.
  private func verify(
    _ result: Conversion.Result, of conversion: Conversion, from source: any AnimationSource, _ least: Double,
    _ log: inout DiagnosticLog
  ) throws(Diagnostic) -> ConversionReport.Verification {
    let comparison = try conversion.verification(of: result, from: source)
    let verification = ConversionReport.Verification(comparison)
    if verification.fg < least {
      let worst = comparison.worst.first.map { comparison.frames[$0] }
      let place = worst.map {
        "; frame \($0.moment.second), at \(ComparisonReport.time($0.moment.milliseconds)) ms, is alike to "
          + ComparisonReport.short($0.difference.contentSimilarity)
      }
      log.add(
        .comparisonUnlike,
        "the result is similar to its source by \(ComparisonReport.short(verification.fg)), below \(least)\(place ?? "")"
      )
    }
    return verification
  }

  /// Milliseconds that a player takes to draw a frame of the result, with `--max-cost`; reports more than that allows.
  private func playerCost(of result: Conversion.Result, _ log: inout DiagnosticLog) throws(Diagnostic) -> Double? {
    guard let most = options.svga.maximumCost?.milliseconds, let file = result.files.first else { return nil }
    var ignored = DiagnosticLog()
    let movie = try AnimationFile.open(file.bytes, format: .svga, log: &ignored)
    let cost = PlayerCost(try movie.timeline(movie.info.nativeSampling, progress: .silent, log: &ignored))
    if cost.milliseconds > most {
      // Rounded up, so that it is never what is allowed.
      let needed = ((cost.milliseconds * 1000).rounded(.up) / 1000).shortDescription
      let largest = cost.layers.isEmpty ? "" : "; most for \(cost.largest)"
      log.add(
        .playerCostExceeded,
        "the official web player takes about \(needed) ms to draw a frame, more than \(most.shortDescription)\(largest)"
      )
    }
    return cost.milliseconds
  }

  /// Opens the input and returns what a conversion would show. Nothing is converted or written.
  ///
  /// - Throws: Errors of reading.
  func timeline(_ commandRun: inout CommandRun) throws(Diagnostic) -> Timeline {
    commandRun.pictureFrameRate = options.time.fps
    let source = try commandRun.open()
    return try conversion(of: source, &commandRun).timeline(of: source, log: &commandRun.log)
  }

  /// Timeline that a result shows; that of an edited document is baked now.
  ///
  /// - Throws: Errors of the source.
  func timeline(
    of source: any AnimationSource, _ result: Conversion.Result, _ conversion: Conversion
  ) throws(Diagnostic) -> Timeline {
    if let timeline = result.timeline { return timeline }
    var ignored = DiagnosticLog()
    return try conversion.timeline(of: source, log: &ignored)
  }

  /// The conversion of a source by the options.
  ///
  /// - Throws: `usage.invalid` for options that do not fit the source.
  func conversion(
    of source: any AnimationSource, _ commandRun: inout CommandRun
  ) throws(Diagnostic) -> Conversion {
    let group = try options.formatOptions.group(of: format)
    let settings = try options.options(
      for: source.info, state: state, stillFrame: group.stillFrame, threads: threads, log: &commandRun.log)
    var common = options.common
    if let state, group.accepts.contains(.loopCount) { common.loop = common.loop ?? state.loopCount }
    if let plays = try common.preset?.plays(asked: common.loop ?? 0, settings, source.info) { common.loop = plays }
    return Conversion(
      to: group.exporter(common), options: settings, limits: commandRun.limits, progress: commandRun.progress)
  }

  private var overwrites: Bool { options.overwrite || replaces }

  private func write(_ result: Conversion.Result, _ uses: FileAccessRecord?) throws(Diagnostic) {
    if let location {
      let paths = location.paths(of: result.files)
      // The files may have come into being while we worked.
      try location.checkFree(paths, input: input, overwrite: overwrites)
      try boundary?.check(paths)
      guard !options.dryRun else { return }
      try Files.makeFolder(around: location.path)
      try location.write(result.files, isOfBatch: isOfBatch)
      for (path, file) in zip(paths, result.files) { uses?.wrote(path, file.bytes) }
      return
    }
    guard !options.dryRun else { return }
    guard !StandardStreams.isOutputTerminal else {
      throw Diagnostic(.usageInvalid, "an animation cannot be printed on a terminal", advice: "name a file")
    }
    for file in result.files { try StandardStreams.writeOutput(file.bytes) }
  }
}

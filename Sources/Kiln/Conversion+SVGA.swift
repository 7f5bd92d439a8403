internal import Diagnostics
internal import Geometry
internal import SVGAExport
internal import SVGAFormat
internal import SVGAImport
internal import SVGALowering
internal import TimelineModel
internal import TimelineRendering

extension Conversion {
  /// An SVGA file. One that is made from another, and shows all of it as it is, stays what it was but for its size.
  ///
  /// - Parameter memory: Bytes that its decoded bitmaps may take, unless it stays what it was; nil for any number.
  /// - Throws: `svga.budget.exceeded` as soon as the bitmaps are known to take more.
  func svga(
    _ source: any AnimationSource, memory: Int?, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    if let source = unchanged(source) {
      let bytes = try optimized(source.bytes, log: &log)
      let timeline = try source.timeline(source.info.nativeSampling, progress: progress, log: &log)
      checkVisible(timeline, log: &log)
      return Result(
        files: [File(fileExtension: "svga", bytes: bytes)], timeline: timeline, decodedBytes: timeline.decodedBytes)
    }
    let lowered = try lowered(try renamed(timeline(of: source, log: &log)), memory: memory, log: &log)
    let used = lowered.decodedBytes
    if let memory, used > memory { throw LayerCosts(images: lowered).excess(memory: used, limit: memory) }
    let bytes = try SVGAExporter(options: svgaOptions, progress: progress).encode(lowered, log: &log)
    return Result(files: [File(fileExtension: "svga", bytes: bytes)], timeline: lowered, decodedBytes: used)
  }

  /// The source, if it is an SVGA file of which every frame is asked for as it is.
  func unchanged(_ source: any AnimationSource) -> SVGASource? {
    guard let source = source as? SVGASource, options.keepsPicture(of: source.info) else { return nil }
    return source
  }

  /// The timeline with the keys that are asked for.
  private func renamed(_ timeline: Timeline) throws(Diagnostic) -> Timeline {
    guard !options.keys.isEmpty else { return timeline }
    try options.checkKeys(known: timeline.replacementKeys)
    return timeline.renamingKeys(options.keys)
  }

  /// The timeline as SVGA can say it, with bitmaps of the resolution that is asked for.
  private func lowered(
    _ timeline: Timeline, memory: Int?, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var loweringOptions = SVGALowerer.Options()
    loweringOptions.target = LoweringTarget(options.profile)
    loweringOptions.bitmapScale = options.bitmapScale
    loweringOptions.bitmapMemory = memory
    loweringOptions.threads = options.threads
    let lowered = try SVGALowerer(timeline, options: loweringOptions, limits: limits, progress: progress).lowered(
      log: &log)
    guard options.bitmapScale < 1 else { return lowered }
    return ImageShrinker(lowered, scale: options.bitmapScale, limits: limits).shrunk()
  }

  /// The same file, smaller; itself if that cannot be.
  private func optimized(_ file: [UInt8], log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    var movie = try SVGAContainer.read(file, limits: limits)
    if !options.keys.isEmpty {
      try options.checkKeys(known: movie.pictureKeys, sounds: movie.soundKeys)
      movie.renameKeys(options.keys)
    }
    let smaller = try MovieOptimizer(options: svgaOptions, limits: limits, progress: progress)
      .optimized(movie, log: &log).file(svgaOptions, log: &log)
    guard file.count <= smaller.count else { return smaller }
    let isAsAsked = options.keys.isEmpty && options.svgaVersion == .stream && SVGAContainer.isStream(file)
    if isAsAsked { return file }
    guard file.count < smaller.count else { return smaller }
    log.add(
      .svgaFileGrown, "the file has \(smaller.count) bytes, more than the \(file.count) of its source",
      advice: SVGAContainer.isStream(file) || options.svgaVersion == .archive
        ? nil
        : "SVGA 2.x stores a bitmap for each of its keys, SVGA 1.x once: use fewer keys, or --svga-version 1")
    return smaller
  }

  var svgaOptions: SVGAExporter.Options {
    var exportOptions = SVGAExporter.Options()
    exportOptions.profile = options.profile
    exportOptions.version = options.svgaVersion
    exportOptions.effort = options.effort
    exportOptions.quantizer = options.quantizer
    exportOptions.threads = options.threads
    return exportOptions
  }
}

extension Conversion.Options {
  /// Whether every frame is asked for as it is.
  fileprivate func keepsPicture(of info: AnimationInfo) -> Bool {
    range == nil && (frameRate == nil || frameRate == info.frameRate) && speed == 1 && !isReversed
      && (width == nil || width.map(Double.init) == info.canvas.width)
      && (height == nil || height.map(Double.init) == info.canvas.height)
      && scale == 1 && background == nil && bitmapScale == 1
  }
}

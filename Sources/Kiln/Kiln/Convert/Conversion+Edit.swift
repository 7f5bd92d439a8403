internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnTimeline

extension Conversion {
  /// The document of a source of the same format, edited; nil if a timeline has to do.
  ///
  /// - Throws: As the exporter, and for overrides that cannot be read.
  func edit<Exporter: AnimationExporter>(
    _ exporter: Exporter, _ source: any AnimationSource, _ context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result? {
    var context = context
    context.change = try change(of: source.info)
    let sampling = try sampling(of: source.info)
    // What no timeline can be made of is refused, as for any other format.
    _ = try TimelineBuilder(
      canvas: source.info.canvas, frameRate: sampling.frameRate, frameCount: sampling.times.count, limits: limits)
    if let placement = placement(of: source.info) {
      try limits.check(width: placement.width, height: placement.height, "the canvas")
    }
    let document = try (source as? OverriddenSource)?.editingDocument() ?? source
    guard let export = try exporter.edit(document, in: context, log: &log) else { return nil }
    if let excess = export.excess { throw excess }
    try checkVisible(source, sampling, log: &log)
    let extent = AnimationExtent(
      canvas: canvas(of: source.info), frameRate: sampling.frameRate, frameCount: sampling.times.count)
    return Result(files: export.files, timeline: nil, extent: extent, decodedBytes: export.decodedBytes)
  }

  /// Adds a finding when no frame of an edited document shows anything.
  ///
  /// Mostly one frame is enough to know, so that not all are baked.
  private func checkVisible(
    _ source: any AnimationSource, _ sampling: FrameSampling, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    guard !options.allowsEmpty else { return }
    var probe = sampling
    probe.hasSound = false
    // Losses on the way to a timeline are none of the document.
    var ignored = DiagnosticLog()
    if sampling.times.count > 1 {
      probe.times = [sampling.times[sampling.times.count / 2]]
      if try source.timeline(probe, progress: progress, log: &ignored).isVisible { return }
      probe.times = sampling.times
    }
    checkVisible(try source.timeline(probe, progress: progress, log: &ignored), log: &log)
  }

  private func canvas(of info: AnimationInfo) -> Size {
    placement(of: info).map { Size(Double($0.width), Double($0.height)) } ?? info.canvas
  }

  /// Changes of time and size that the options ask for; nil for none.
  private func change(of info: AnimationInfo) throws(Diagnostic) -> DocumentChange? {
    let rate = try frameRate(of: info)
    let canvas = canvas(of: info)
    guard options.range != nil || rate != info.frameRate || options.speed != 1 || canvas != info.canvas else {
      return nil
    }
    // 29.97 frames per second become 30, and each frame stays one.
    let ratio = NominalFrameRate.isSame(rate, info.frameRate) ? 1 : rate / info.frameRate
    return DocumentChange(
      range: options.range ?? info.times.lowerBound..<info.times.upperBound, frameRate: rate,
      frameFactor: ratio / options.speed, speed: options.speed, canvas: canvas,
      transform: placement(of: info)?.transform ?? .identity)
  }
}

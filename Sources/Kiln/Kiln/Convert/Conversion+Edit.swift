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
    let document = try (source as? OverriddenSource)?.editingDocument() ?? source
    guard let export = try exporter.edit(document, in: context, log: &log) else { return nil }
    if let excess = export.excess { throw excess }
    // Losses on the way to a timeline are none of the document.
    var ignored = DiagnosticLog()
    let timeline = try self.timeline(of: source, log: &ignored)
    checkVisible(timeline, log: &log)
    return Result(
      files: export.files, timeline: timeline, decodedBytes: max(export.decodedBytes, timeline.decodedBytes))
  }

  /// Changes of time and size that the options ask for; nil for none.
  private func change(of info: AnimationInfo) throws(Diagnostic) -> DocumentChange? {
    let rate = try frameRate(of: info)
    let placement = placement(of: info)
    let canvas = placement.map { Size(Double($0.width), Double($0.height)) } ?? info.canvas
    guard options.range != nil || rate != info.frameRate || options.speed != 1 || canvas != info.canvas else {
      return nil
    }
    // 29.97 frames per second become 30, and each frame stays one.
    let ratio = NominalFrameRate.isSame(rate, info.frameRate) ? 1 : rate / info.frameRate
    return DocumentChange(
      range: options.range ?? info.times.lowerBound..<info.times.upperBound, frameRate: rate,
      frameFactor: ratio / options.speed, speed: options.speed, canvas: canvas,
      transform: placement?.transform ?? .identity)
  }
}

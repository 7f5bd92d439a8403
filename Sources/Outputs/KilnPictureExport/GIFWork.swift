internal import KilnDiagnostics
internal import KilnGIF
internal import KilnPalettes
internal import KilnExporting
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// The frames of a GIF, which may have more or fewer colours.
struct GIFWork: PaletteWork {
  let source: FrameSource
  let deltas: [FrameDelta]
  private let painter: FramePainter
  private let histogram: ColorHistogram
  private let translucent: Int
  private let options: GIFExporter.Options

  /// Draws all frames.
  ///
  /// - Throws: `limit.exceeded`, `work.cancelled`.
  init(
    _ options: GIFExporter.Options, _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    self.options = options
    let source = try FrameSource(timeline, in: context, memory: Self.memory, log: &log)
    try source.context.budget.check(memory: source.fit.decodedBytes)
    let matte = BinaryAlpha(background: options.background, colors: Unpremultiplier(of: timeline))
    var histogram = ColorHistogram()
    var translucent = 0
    painter = source.painter { matte.applied(to: $0) }
    deltas = try source.deltas(
      painter, rules: .gif, longest: Double(GIFWriter.maximumCentiseconds) * 10, countsTranslucent: true
    ) {
      histogram.add($0.part)
      translucent += $0.translucent
    }
    self.source = source
    self.histogram = histogram
    self.translucent = translucent
  }

  /// The canvas, what it was before, and frames in different states; in each thread the rectangle of a delta before and after
  /// with their indices.
  private static let memory = MemoryPerPixel(shared: 28, perThread: 32)

  var asked: PaletteForm { PaletteForm(colors: options.colors, dither: options.dither) }

  func encoder(for form: PaletteForm) -> GIFDeltaEncoder {
    GIFDeltaEncoder(painter: FrameDeltaPainter(painter), plan: plan(form))
  }

  func headerBytes(_ form: PaletteForm) -> Int {
    let colors = min(form.colors ?? 256, histogram.colorCount + 1)
    // The palette has a power of two of entries.
    return 32 + (3 << (Int.bitWidth - max(1, colors - 1).leadingZeroBitCount))
  }

  func measure(_ delta: FrameDelta, _ encoder: inout GIFDeltaEncoder) throws(Diagnostic) -> PaletteMeasure {
    let (data, shown, whole) = encoder.encodeShowing(delta)
    return PaletteMeasure(
      bytes: Double(data.byteCount), loss: 1 - StructuralSimilarity.ofContent(whole, shown, step: 2))
  }

  func file(_ form: PaletteForm, log: inout DiagnosticLog) throws(Diagnostic) -> NamedFile {
    if translucent > 0 { report(translucent: translucent, log: &log) }
    let plan = plan(form)
    if !plan.isExact { report(plan, log: &log) }
    return NamedFile(
      name: source.context.fileName ?? source.context.name + ".gif", mediaType: "image/gif", bytes: try encode(plan))
  }

  private func plan(_ form: PaletteForm) -> GIFColorPlan {
    GIFColorPlan(histogram, colors: form.colors ?? 256, dither: form.dither)
  }

  private func encode(_ plan: GIFColorPlan) throws(Diagnostic) -> [UInt8] {
    var writer = try GIFWriter(
      width: source.fit.width, height: source.fit.height, palette: plan.table, loopCount: options.loopCount)
    let encoder = GIFDeltaEncoder(painter: FrameDeltaPainter(painter), plan: plan)
    try source.context.progress.report("encoding frames", 0, of: deltas.count)
    try OrderedWork.run(count: deltas.count, threads: source.context.threads, worker: encoder) { encoder, index in
      encoder.encode(deltas[index])
    } consume: { index, data throws(Diagnostic) in
      try source.context.progress.report("encoding frames", index + 1, of: deltas.count)
      let delta = deltas[index]
      let next = index + 1 < deltas.count ? deltas[index + 1].disposal : .none
      writer.append(
        GIFWriter.Frame(
          x: delta.rect.minX, y: delta.rect.minY, centiseconds: source.timeline.centiseconds(of: delta.frames),
          disposal: GIFWriter.Disposal(next), data: data))
      try source.context.budget.check(bytes: writer.byteCount)
    }
    return writer.finish()
  }

  private func report(translucent: Int, log: inout DiagnosticLog) {
    let result =
      options.background == nil
      ? "opaque from one half on, and transparent below" : "opaque, over the background colour"
    log.add(.gifAlpha, "\(translucent) translucent pixels of all frames are stored as \(result)")
  }

  private func report(_ plan: GIFColorPlan, log: inout DiagnosticLog) {
    let number = histogram.isExact ? "\(histogram.colorCount)" : "more than \(ColorHistogram.limit)"
    let kept = plan.isLocal ? "at most \(plan.count) in each frame" : "\(plan.count)"
    log.add(.gifColors, "of \(number) colours, \(kept) are kept")
  }
}

extension GIFWriter.Disposal {
  fileprivate init(_ disposal: SubframeDisposal) {
    self =
      switch disposal {
      case .none: .none
      case .background: .background
      case .previous: .previous
      }
  }
}

extension Timeline {
  /// Duration of some frames in hundredths of a second.
  fileprivate func centiseconds(of frames: Range<Int>) -> Int {
    func start(_ frame: Int) -> Int { Int(min(Double(frame) * 100 / frameRate, 1e15).rounded()) }
    return start(frames.upperBound) - start(frames.lowerBound)
  }
}

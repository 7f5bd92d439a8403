internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGIF
internal import KilnPNG
internal import KilnPalettes
internal import KilnExporting
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// The frames of an animated PNG, with all their colours or with few.
struct APNGWork: PaletteWork {
  let source: FrameSource
  let deltas: [FrameDelta]
  private let options: APNGExporter.Options
  /// Pixel format for all colours.
  private let format: APNGPixelFormat
  /// The colours of all frames; nil if only all of them are asked for.
  private let histogram: ColorHistogram?

  /// Draws all frames.
  ///
  /// - Parameter countsColors: Whether fewer colours may be asked for.
  /// - Throws: `limit.exceeded`, `work.cancelled`.
  init(
    _ options: APNGExporter.Options, _ timeline: Timeline, countsColors: Bool, in context: ExportContext,
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    self.options = options
    let source = try FrameSource(timeline, in: context, memory: Self.memory, log: &log)
    try source.context.budget.check(memory: source.fit.decodedBytes)
    var statistics = APNGColorStatistics(colors: Unpremultiplier(of: timeline))
    var histogram = countsColors ? ColorHistogram() : nil
    deltas = try source.deltas(source.painter(), rules: .apng, longest: Double(APNGWriter.maximumMilliseconds)) {
      statistics.add($0.part)
      histogram?.add($0.part)
    }
    format = statistics.finish()
    self.histogram = histogram
    self.source = source
  }

  var asked: PaletteForm { PaletteForm(colors: nil, dither: .none) }

  /// The canvas and two frames in different states; in each thread the rectangle of a delta before and after, its straight
  /// colours, rows and filtered rows.
  private static let memory = MemoryPerPixel(shared: 20, perThread: 36)

  /// Draws and encodes deltas.
  struct Encoder: Sendable {
    fileprivate var painter: FrameDeltaPainter
    fileprivate let format: APNGPixelFormat
    fileprivate let encoder: APNGFrameEncoder
    /// Draws what the deltas are with all colours; nil if those are encoded.
    fileprivate var exact: FrameDeltaPainter?
  }

  func encoder(for form: PaletteForm) -> Encoder {
    guard let count = form.colors, let histogram else { return encoder(source.painter(), format) }
    let palette = SharedPalette(histogram, count: count - 1, isDithered: form.dither != .none)
    // A pixel depends on its own colour and place only, so that the rectangles that change are the same, or smaller.
    let painter = source.painter { palette.applied(to: $0) }
    var encoder = encoder(painter, APNGPixelFormat(palette: palette.colors, Unpremultiplier(of: source.timeline)))
    encoder.exact = FrameDeltaPainter(source.painter())
    return encoder
  }

  private func encoder(_ painter: FramePainter, _ format: APNGPixelFormat) -> Encoder {
    let pixelCount = deltas.reduce(0) { $0 + $1.rect.width * $1.rect.height }
    return Encoder(
      painter: FrameDeltaPainter(painter), format: format,
      encoder: APNGFrameEncoder(format: format, effort: options.effort, totalPixels: pixelCount))
  }

  func headerBytes(_ form: PaletteForm) -> Int { 65 + (form.colors.map { 24 + 4 * $0 } ?? 0) }

  func measure(_ delta: FrameDelta, _ encoder: inout Encoder) throws(Diagnostic) -> PaletteMeasure {
    let (after, before) = encoder.painter.pixels(of: delta)
    let result = try encoder.encoder.encode(after, addition: after.addition(to: before))
    let whole = encoder.exact?.pixels(of: delta).after
    let loss = whole.map { 1 - StructuralSimilarity.ofContent($0, after, step: 2) } ?? 0
    return PaletteMeasure(bytes: Double(result.data.count + Self.chunkBytes), loss: loss)
  }

  /// Bytes of the chunks around the pixels of a frame.
  private static let chunkBytes = 54

  func file(_ form: PaletteForm, log: inout DiagnosticLog) throws(Diagnostic) -> NamedFile {
    let encoder = encoder(for: form)
    var writer = APNGWriter(
      width: source.fit.width, height: source.fit.height, loopCount: options.loopCount, format: encoder.format)
    try source.context.progress.report("encoding frames", 0, of: deltas.count)
    try OrderedWork.run(count: deltas.count, threads: source.context.threads, worker: encoder) {
      worker, index throws(Diagnostic) in
      let (after, before) = worker.painter.pixels(of: deltas[index])
      return try worker.encoder.encode(after, addition: after.addition(to: before))
    } consume: { index, result throws(Diagnostic) in
      try source.context.progress.report("encoding frames", index + 1, of: deltas.count)
      let delta = deltas[index]
      writer.append(
        APNGWriter.Frame(
          x: delta.rect.minX, y: delta.rect.minY, width: delta.rect.width, height: delta.rect.height,
          milliseconds: source.timeline.milliseconds(of: delta.frames), disposal: disposal(after: index),
          isBlended: result.isBlended, data: result.data))
      try source.context.budget.check(bytes: writer.byteCount)
    }
    return NamedFile(
      name: source.context.fileName ?? source.context.name + ".png", mediaType: "image/apng", bytes: writer.finish())
  }

  /// Disposal of a delta's rectangle, which the next delta states and the format stores here.
  private func disposal(after index: Int) -> APNGWriter.Disposal {
    guard index + 1 < deltas.count else { return .none }
    switch deltas[index + 1].disposal {
    case .none: return .none
    case .background: return .background
    case .previous: return .previous
    }
  }
}

extension Timeline {
  /// Duration of some frames in whole milliseconds.
  fileprivate func milliseconds(of frames: Range<Int>) -> Int {
    startMilliseconds(ofFrame: frames.upperBound) - startMilliseconds(ofFrame: frames.lowerBound)
  }
}

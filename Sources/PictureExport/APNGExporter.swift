public import Compression
public import Diagnostics
internal import ImageCodecs
internal import Pixels
public import TimelineModel
internal import TimelineRendering

/// Writes a timeline as animated PNG.
///
/// Every pixel of every frame is exact. Each frame stores the rectangle that changed since the one before; frames
/// without change lengthen it. The sum of all durations is the animation's length, rounded to a millisecond once and not
/// at every frame.
public struct APNGExporter: AnimationExporter {
  /// Settings of APNG files.
  public struct Options: Sendable, Hashable {
    /// Number of plays, 0 for infinite.
    public var loopCount = 0
    /// Compression effort. It does not change the pixels.
    public var effort = CompressionEffort.normal

    /// The default of each property.
    public init() {}
  }

  /// `APNG`.
  public static let formatName = "APNG"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Browsers show a frame of up to 10 ms for 100 ms.
  public var capabilities: ExportCapabilities { ExportCapabilities(frameRates: .atMost(1000 / 11)) }

  /// One APNG file.
  ///
  /// - Throws: `work.cancelled`, `limit.exceeded` if the canvas is too large, `budget.exceeded`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, log: &log)
    try source.context.budget.check(memory: source.fit.decodedBytes)
    let colors = Unpremultiplier(of: timeline)
    var census = APNGColorCensus(colors: colors)
    let longest = Double(APNGWriter.maximumMilliseconds)
    let deltas = try source.deltas(source.painter(), rules: .apng, longest: longest) { census.add($0.part) }
    let file = try encode(deltas, of: source, format: census.finish())
    try source.context.budget.check(bytes: file.count)
    return ExportedAnimation(
      files: [NamedFile(name: context.fileName ?? context.name + ".png", mediaType: "image/apng", bytes: file)],
      decodedBytes: source.fit.decodedBytes)
  }

  private func encode(
    _ deltas: [FrameDelta], of source: FrameSource, format: APNGPixelFormat
  ) throws(Diagnostic) -> [UInt8] {
    let pixelCount = deltas.reduce(0) { $0 + $1.rect.width * $1.rect.height }
    let encoder = APNGFrameEncoder(format: format, effort: options.effort, totalPixels: pixelCount)
    var writer = APNGWriter(
      width: source.fit.width, height: source.fit.height, loopCount: options.loopCount, format: format)
    let painter = FrameDeltaPainter(source.painter())
    try OrderedWork.run(count: deltas.count, threads: source.context.threads, worker: painter) {
      painter, index throws(Diagnostic) in
      let (after, before) = painter.pixels(of: deltas[index])
      return try encoder.encode(after, addition: after.addition(to: before))
    } consume: { index, result throws(Diagnostic) in
      try source.context.progress.report("encoding frames", index + 1, of: deltas.count)
      let delta = deltas[index]
      writer.append(
        APNGWriter.Frame(
          x: delta.rect.minX, y: delta.rect.minY, width: delta.rect.width, height: delta.rect.height,
          milliseconds: source.timeline.milliseconds(of: delta.frames), disposal: disposal(after: index, deltas),
          isBlended: result.isBlended, data: result.data))
      try source.context.budget.check(bytes: writer.byteCount)
    }
    return writer.finish()
  }

  /// Disposal of a delta's rectangle, which the next delta states and the format stores here.
  private func disposal(after index: Int, _ deltas: [FrameDelta]) -> APNGWriter.Disposal {
    guard index + 1 < deltas.count else { return .none }
    switch deltas[index + 1].disposal {
    case .none: return .none
    case .background: return .background
    case .previous: return .previous
    }
  }
}

extension Timeline {
  /// How long some frames are shown, in whole milliseconds.
  fileprivate func milliseconds(of frames: Range<Int>) -> Int {
    startMilliseconds(ofFrame: frames.upperBound) - startMilliseconds(ofFrame: frames.lowerBound)
  }
}

public import Diagnostics
public import ImageCodecs
internal import Pixels
public import TimelineModel
internal import TimelineRendering

/// Writes a timeline as animated GIF.
///
/// Each frame stores the rectangle that changed since the one before, with transparent pixels where nothing did; what
/// does not change on the canvas does not change in the file either. Frames without change lengthen the one before.
/// Times are hundredths of a second, rounded so that errors do not add up.
public struct GIFExporter: AnimationExporter {
  /// Settings of GIF files.
  public struct Options: Sendable, Hashable {
    /// Number of plays, 0 for infinite.
    public var loopCount = 0
    /// Maximum number of colours of a frame, transparent included: 2…256.
    public var colors = 256
    /// How colours that the palette lacks are approximated.
    public var dither = GIFDither.none
    /// Opaque colour of the page that the animation will be shown on, of which translucent pixels become a part;
    /// transparent ones stay so. nil: pixels become opaque from one half on, and transparent below.
    public var background: StraightColor?

    /// The default of each property.
    public init() {}
  }

  /// `GIF`.
  public static let formatName = "GIF"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Browsers slow down frames of less than 20 ms.
  public var capabilities: ExportCapabilities { ExportCapabilities(frameRates: .atMost(50)) }

  /// One GIF file.
  ///
  /// Reports `gif.colors` and `gif.alpha`.
  ///
  /// - Throws: `work.cancelled`, `limit.exceeded` if the canvas is too large, `image.encode.failed` if it has more than
  ///   65535 pixels along a side, `budget.exceeded`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, log: &log)
    try source.context.budget.check(memory: source.fit.decodedBytes)
    let matte = BinaryAlpha(background: options.background, colors: Unpremultiplier(of: timeline))
    var histogram = ColorHistogram()
    var translucent = 0
    let painter = source.painter { matte.applied(to: $0) }
    let deltas = try source.deltas(painter, rules: .gif, longest: Double(GIFWriter.maximumCentiseconds) * 10) {
      histogram.add($0.part)
      translucent += $0.translucent
    }
    if translucent > 0 { report(translucent: translucent, log: &log) }
    let plan = GIFColorPlan(histogram, colors: options.colors, dither: options.dither)
    if !plan.isExact { report(histogram, plan, log: &log) }
    let file = try encode(deltas, painter, plan, of: source)
    try source.context.budget.check(bytes: file.count)
    return ExportedAnimation(
      files: [NamedFile(name: context.fileName ?? context.name + ".gif", mediaType: "image/gif", bytes: file)],
      decodedBytes: source.fit.decodedBytes)
  }

  private func encode(
    _ deltas: [FrameDelta], _ painter: FramePainter, _ plan: GIFColorPlan, of source: FrameSource
  ) throws(Diagnostic) -> [UInt8] {
    var writer = try GIFWriter(
      width: source.fit.width, height: source.fit.height, palette: plan.table, loopCount: options.loopCount)
    let encoder = GIFDeltaEncoder(painter: FrameDeltaPainter(painter), plan: plan)
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

  private func report(_ histogram: ColorHistogram, _ plan: GIFColorPlan, log: inout DiagnosticLog) {
    let number = histogram.isExact ? "\(histogram.colorCount)" : "more than \(ColorHistogram.limit)"
    let kept = plan.isLocal ? "at most \(plan.count) in each frame" : "\(plan.count)"
    log.add(.gifColors, "of \(number) colours, \(kept) are kept")
  }
}

extension GIFWriter.Disposal {
  fileprivate init(_ disposal: PatchDisposal) {
    self =
      switch disposal {
      case .none: .none
      case .background: .background
      case .previous: .previous
      }
  }
}

extension Timeline {
  /// How long some frames are shown, in hundredths of a second.
  fileprivate func centiseconds(of frames: Range<Int>) -> Int {
    func start(_ frame: Int) -> Int { Int(min(Double(frame) * 100 / frameRate, 1e15).rounded()) }
    return start(frames.upperBound) - start(frames.lowerBound)
  }
}

public import KilnCompression
public import KilnDiagnostics
public import KilnExporting
public import KilnTimeline
internal import KilnRendering

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
    let work = try APNGWork(options, timeline, countsColors: false, in: context, log: &log)
    let file = try work.file(work.asked, log: &log)
    try context.budget.check(bytes: file.bytes.count)
    return ExportedAnimation(files: [file], decodedBytes: work.source.fit.decodedBytes)
  }

  /// A fitter that gives up colours.
  public func fitter() -> PaletteFitter {
    PaletteFitter { [options] timeline, context, log throws(Diagnostic) in
      try APNGWork(options, timeline, countsColors: true, in: context, log: &log)
    }
  }
}

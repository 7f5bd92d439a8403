public import KilnDiagnostics
public import KilnGIF
public import KilnExporting
public import KilnTimeline
internal import KilnRendering

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
    /// Dithering: approximation of colours that the palette lacks.
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
    let work = try GIFWork(options, timeline, in: context, log: &log)
    let file = try work.file(work.asked, log: &log)
    try context.budget.check(bytes: file.bytes.count)
    return ExportedAnimation(files: [file], decodedBytes: work.source.fit.decodedBytes)
  }

  /// A fitter that gives up colours.
  public func fitter() -> PaletteFitter {
    PaletteFitter { [options] timeline, context, log throws(Diagnostic) in
      try GIFWork(options, timeline, in: context, log: &log)
    }
  }
}

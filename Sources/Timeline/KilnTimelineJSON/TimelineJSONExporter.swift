public import KilnDiagnostics
public import KilnExporting
public import KilnTimeline

/// Writes a timeline as JSON, sounds and images included.
public struct TimelineJSONExporter: AnimationExporter {
  /// Settings of timeline files.
  public struct Options: Sendable, Hashable {
    /// Decimals of lengths in pixels, 0…9; three more for the other coefficients of transforms. Nil for all digits, with
    /// which a file reads back as the same timeline.
    public var decimals: Int?

    /// The default of each property.
    public init() {}
  }

  /// `timeline`.
  public static let formatName = "timeline"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// A timeline has any rate, and sounds.
  public var capabilities: ExportCapabilities { ExportCapabilities(hasSound: true) }

  /// One file.
  ///
  /// - Throws: `work.cancelled`, `budget.exceeded`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    try context.budget.check(memory: timeline.decodedBytes)
    try context.progress.report("writing the timeline")
    let bytes = TimelineJSON.bytes(of: timeline, decimals: options.decimals)
    try context.budget.check(bytes: bytes.count)
    let file = NamedFile(
      name: context.fileName ?? "\(context.name).timeline.json", mediaType: TimelineJSON.mediaType, bytes: bytes)
    return ExportedAnimation(files: [file], decodedBytes: timeline.decodedBytes)
  }
}

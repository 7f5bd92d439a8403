public import KilnDiagnostics
public import KilnTimeline

/// Writes timelines as files of one format. The counterpart of `AnimationSource`.
///
/// A new format is one type that conforms to this protocol, and one line in Kiln's registry of formats. Callers never ask
/// which format they have: everything that differs is a capability or a requirement here.
public protocol AnimationExporter: Sendable {
  /// Settings that only this format has.
  associatedtype Options: Sendable, Hashable

  /// Name of the format in messages, for example `WebP`.
  static var formatName: String { get }

  /// The settings of this exporter.
  var options: Options { get }

  /// Capabilities of the format with these settings.
  var capabilities: ExportCapabilities { get }

  /// An exporter with the given settings.
  init(options: Options)

  /// Encodes a timeline. Nothing is written to disk.
  ///
  /// Everything lossy that does not stop the work is added to `log`.
  ///
  /// - Returns: The files; or, when they do not keep to `context.budget`, what is known of them and why.
  /// - Throws: `work.cancelled` when the caller cancels; `limit.exceeded`; `budget.exceeded` as an alternative to
  ///   returning an export with an `excess`; or a rule of the exporter when there can be no file.
  func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation

  /// Rewrites `context.source`, a file of this format, without changing what it shows; nil if that is not possible.
  ///
  /// Called instead of `export` when every frame is asked for as it is in the source.
  ///
  /// - Throws: As `export` does.
  func repack(in context: ExportContext, log: inout DiagnosticLog) throws(Diagnostic) -> ExportedAnimation?

  /// Writes the document of a source whose format is `capabilities.editedFormat` with the edits that the format's players
  /// need; nil if the source is made of more than a document.
  ///
  /// - Throws: As `export` does.
  func edit(
    _ source: any AnimationSource, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation?

  /// Makes exports that keep to a budget.
  associatedtype Fitter: ExportFitter = FixedExportFitter<Self>

  /// A new fitter, for one animation and one search.
  func fitter() -> Fitter
}

extension AnimationExporter {
  /// Returns nil: most formats are no sources.
  ///
  /// - Throws: Nothing.
  public func repack(in context: ExportContext, log: inout DiagnosticLog) throws(Diagnostic) -> ExportedAnimation? {
    nil
  }

  /// Returns nil: most formats are no sources.
  ///
  /// - Throws: Nothing.
  public func edit(
    _ source: any AnimationSource, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation? {
    nil
  }
}

extension AnimationExporter where Fitter == FixedExportFitter<Self> {
  /// A fitter that gives up nothing.
  public func fitter() -> FixedExportFitter<Self> { FixedExportFitter(self) }
}

extension AnimationExporter {
  /// An export, in which `budget.exceeded` is no error but an excess.
  ///
  /// - Throws: The other errors of `export`.
  public func attempt(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    do throws(Diagnostic) {
      return try export(timeline, in: context, log: &log)
    } catch {
      guard error.rule == .budgetExceeded else { throw error }
      return ExportedAnimation(files: [], decodedBytes: 0, excess: error)
    }
  }
}

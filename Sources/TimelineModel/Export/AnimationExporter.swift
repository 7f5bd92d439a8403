public import Diagnostics

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

  /// What the format can store with these settings.
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

  /// What may be given up to keep to a budget, in the order in which that is tried.
  ///
  /// - Parameters:
  ///   - plan: What is asked for.
  ///   - keepsSize: Whether the caller asked for a size in pixels, which is then given up last.
  static func reductions(from plan: ExportPlan<Options>, keepsSize: Bool) -> [ExportReduction<Options>]

  /// The options that were lowered, of those that matter in the files. Frame rate and size are the caller's.
  static func reducedSettings(
    from asked: Options, to given: Options, in export: ExportedAnimation
  ) -> [ReducedSetting]
}

extension AnimationExporter {
  /// Returns nil: most formats are no sources.
  ///
  /// - Throws: Nothing.
  public func repack(in context: ExportContext, log: inout DiagnosticLog) throws(Diagnostic) -> ExportedAnimation? {
    nil
  }

  /// Frame rate and size.
  public static func reductions(
    from plan: ExportPlan<Options>, keepsSize: Bool
  ) -> [ExportReduction<Options>] {
    ExportReduction.frameRates(of: plan, keepsSize: keepsSize) + ExportReduction.sizes()
  }

  /// No settings.
  public static func reducedSettings(
    from asked: Options, to given: Options, in export: ExportedAnimation
  ) -> [ReducedSetting] { [] }
}

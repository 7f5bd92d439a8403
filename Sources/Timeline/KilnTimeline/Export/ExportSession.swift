public import KilnDiagnostics

/// Makes exports of one animation that keep to a budget, for a search that chooses frame rate and size.
///
/// The search asks for estimates of several variants and then for an export of the one with the least loss; if that does
/// not fit, for the next. For one variant the session itself chooses everything else: qualities, colours, resolutions of
/// bitmaps, as `variant.context.budget` and `variant.context.bounds` allow. What one call computes and another needs, a
/// session keeps: a lowered timeline, drawn frames, compressed pictures. Variants with the same frame rate and scale have
/// the same timeline.
///
/// Losses are 1 − SSIM of the content (`StructuralSimilarity`), averaged over the frames, against the unreduced frames of
/// the variant's timeline. The search adds the losses by the frame rate and by the size. A cost is a loss weighted by
/// `variant.context.bounds.preference`: costs are compared, losses are reported.
public protocol ExportSession {
  /// Estimates the cost of an export of a variant. Adds no findings; cheaper than an export.
  ///
  /// - Throws: `limit.exceeded`, `work.cancelled`, or a rule of the exporter when there can be no file. Not
  ///   `budget.exceeded`: an estimate without a `cost` says that.
  mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate

  /// The export of a variant with the least loss that fits; one with an `excess` if none does.
  ///
  /// With the settings that were asked for, if that fits. Adds all findings of the export to `log`.
  ///
  /// - Throws: As `AnimationExporter.export` does.
  mutating func export(_ variant: ExportVariant, log: inout DiagnosticLog) throws(Diagnostic) -> FittedExport

  /// Shares of the layers in the smallest file, largest first. Asked for once, when nothing fits.
  ///
  /// - Returns: Nil where layers have no parts of a file: then those count that change most pixels.
  /// - Throws: As `estimate` does.
  mutating func spenders(
    _ variant: ExportVariant, of resource: ExportResource
  ) throws(Diagnostic) -> [LayerShare]?
}

extension ExportSession {
  /// Nil.
  ///
  /// - Throws: Nothing.
  public mutating func spenders(
    _ variant: ExportVariant, of resource: ExportResource
  ) throws(Diagnostic) -> [LayerShare]? {
    nil
  }
}

/// Resource that a budget limits.
public enum ExportResource: Sendable, Hashable {
  /// Bytes of all files.
  case bytes
  /// Bytes of all decoded pictures.
  case memory
}

/// The animation at one of the frame rates and sizes that a search considers.
public struct ExportVariant: Sendable {
  /// Frames per second.
  public var frameRate: Double
  /// Factor on the width and height that are asked for.
  public var scale: Double
  /// The frames at that rate and size.
  public var timeline: Timeline
  /// Whether every frame is asked for as it is in the source, so that an exporter may `repack` its file.
  public var keepsSource: Bool
  /// Names, budget, bounds, threads and progress.
  public var context: ExportContext

  /// A variant.
  public init(
    frameRate: Double, scale: Double, timeline: Timeline, keepsSource: Bool = false, context: ExportContext
  ) {
    self.frameRate = frameRate
    self.scale = scale
    self.timeline = timeline
    self.keepsSource = keepsSource
    self.context = context
  }
}

/// Estimated bytes, memory and cost of an export of a variant.
public struct ExportEstimate: Sendable, Hashable {
  /// Bytes of the smallest files, with all given up that may be; 0 if that is not known.
  public var leastBytes: Int
  /// Bytes of decoded pictures of the same; 0 if that is not known.
  public var leastMemory: Int
  /// Part of `leastBytes` that does not depend on the frame rate.
  public var steadyBytes: Int
  /// Part of `leastMemory` that does not depend on the frame rate.
  public var steadyMemory: Int
  /// Whether the least was not looked at closely: more may be needed, so no budget is known to be enough.
  public var isRough = false
  /// Cost of the best export that fits: 0 if that is the one that was asked for, nil if none fits.
  public var cost: Double?
  /// Costs if the budget were larger, from which the search tells whether another frame rate may be better; may be empty.
  public var relaxed: [RelaxedCost] = []

  /// The cost with a larger budget.
  public struct RelaxedCost: Sendable, Hashable {
    /// Factor on the budget's bytes, above 1.
    public var factor: Double
    /// Cost of the best export that fits, at least.
    public var cost: Double

    /// A cost.
    public init(factor: Double, cost: Double) {
      self.factor = factor
      self.cost = cost
    }
  }

  /// An estimate; by default of nothing known, and of one canvas that is decoded whatever the frame rate is.
  public init(
    leastBytes: Int = 0, leastMemory: Int = 0, cost: Double? = 0, steadyBytes: Int = 0, steadyMemory: Int? = nil
  ) {
    self.leastBytes = leastBytes
    self.leastMemory = leastMemory
    self.cost = cost
    self.steadyBytes = steadyBytes
    self.steadyMemory = steadyMemory ?? leastMemory
  }
}

/// An export, and what was given up for it.
public struct FittedExport: Sendable {
  /// The files; with an `excess` if they do not fit.
  public var export: ExportedAnimation
  /// The settings that were lowered. Frame rate and size are the search's.
  public var reductions: [ReducedSetting]
  /// Mean loss of the frames by these, measured or estimated; 0 for none, nil if that is not known.
  public var loss: Double?
  /// Whether it is the source's file, repacked, with the source's frames and not the variant's.
  public var isRepacked: Bool

  /// An export, as asked for by default.
  public init(
    _ export: ExportedAnimation, reductions: [ReducedSetting] = [], loss: Double? = 0, isRepacked: Bool = false
  ) {
    self.export = export
    self.reductions = reductions
    self.loss = loss
    self.isRepacked = isRepacked
  }
}

/// Share of a layer in a file.
public struct LayerShare: Sendable, Hashable {
  /// Name of the layer with those around it, outermost first, joined by ` › `.
  public var layer: String
  /// Part of the file's bytes, 0…1.
  public var share: Double

  /// A share.
  public init(layer: String, share: Double) {
    self.layer = layer
    self.share = share
  }
}

/// A session of an exporter that has nothing of its own to give up: frame rate and size are all there is.
public struct FixedExportSession<Exporter: AnimationExporter>: ExportSession {
  private let exporter: Exporter

  /// A session of exports as asked for.
  public init(_ exporter: Exporter) {
    self.exporter = exporter
  }

  /// Nothing is known before the export.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate { ExportEstimate() }

  /// The export as asked for, whether it fits or not. How much too large it is tells the search which variants may fit.
  ///
  /// - Throws: As `AnimationExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    var context = variant.context
    context.budget = ExportBudget()
    var export = try exporter.attempt(variant.timeline, in: context, log: &log)
    guard export.excess == nil else { return FittedExport(export) }
    do throws(Diagnostic) {
      try variant.context.budget.check(memory: export.decodedBytes)
      try variant.context.budget.check(bytes: export.fileBytes)
    } catch {
      export.excess = error
    }
    return FittedExport(export)
  }
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

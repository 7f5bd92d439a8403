public import KilnDiagnostics

/// Makes exports of one animation that keep to a budget, for a search that chooses frame rate and size.
///
/// The search asks for estimates of several variants and then for an export of the one with the least loss; if that does
/// not fit, for the next. For one variant the fitter itself chooses everything else: qualities, colours, resolutions of
/// bitmaps, as `variant.context.budget` and `variant.context.bounds` allow. What one call computes and another needs, a
/// fitter keeps: a lowered timeline, drawn frames, compressed pictures. Variants with the same frame rate and scale have
/// the same timeline.
///
/// Losses are 1 − SSIM of the content (`StructuralSimilarity`), averaged over the frames, against the unreduced frames of
/// the variant's timeline. The search adds the losses by the frame rate and by the size. A cost is a loss weighted by
/// `variant.context.bounds.preference`: costs are compared, losses are reported.
public protocol ExportFitter {
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
  mutating func layerShares(
    _ variant: ExportVariant, of resource: ExportResource
  ) throws(Diagnostic) -> [LayerShare]?
}

extension ExportFitter {
  /// Nil.
  ///
  /// - Throws: Nothing.
  public mutating func layerShares(
    _ variant: ExportVariant, of resource: ExportResource
  ) throws(Diagnostic) -> [LayerShare]? {
    nil
  }
}

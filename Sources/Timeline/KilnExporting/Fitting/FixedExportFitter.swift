public import KilnDiagnostics

/// A fitter for an exporter that has nothing of its own to give up: frame rate and size are all there is.
public struct FixedExportFitter<Exporter: AnimationExporter>: ExportFitter {
  private let exporter: Exporter

  /// A fitter of exports as asked for.
  public init(_ exporter: Exporter) {
    self.exporter = exporter
  }

  /// An estimate without information: the export has to be tried.
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

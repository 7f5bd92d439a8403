public import Diagnostics
internal import ImageCodecs
public import TimelineModel

extension WebPExporter {
  /// A session that lowers the quality of pictures.
  public func session() -> WebPSession { WebPSession(self) }
}

/// Makes WebP files that keep to a budget.
public struct WebPSession: ExportSession {
  private let exporter: WebPExporter

  init(_ exporter: WebPExporter) {
    self.exporter = exporter
  }

  /// Nothing is known before the export.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate { ExportEstimate() }

  /// The export with the highest quality that fits.
  ///
  /// - Throws: As `WebPExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    let before = log
    var export = try exporter.attempt(variant.timeline, in: variant.context, log: &log)
    var options = exporter.options
    if options.budgetMayTurnLossy, options.codec == .lossless { options.codec = .mixed }
    guard export.excess != nil, options.codec != .lossless, !variant.context.bounds.keepsQuality else {
      return FittedExport(export)
    }
    for alphaQuality in [100, 50, 20] {
      options.alphaQuality = min(options.alphaQuality, alphaQuality)
      var (low, high) = (variant.context.bounds.minimumQuality ?? 0, options.quality)
      var best: (WebPExporter.Options, ExportedAnimation, DiagnosticLog)?
      while high - low >= 1 || best == nil {
        var trial = options
        trial.quality = best == nil ? low : ((low + high) / 2).rounded()
        log = before
        export = try WebPExporter(options: trial).attempt(variant.timeline, in: variant.context, log: &log)
        if export.excess == nil {
          best = (trial, export, log)
          low = trial.quality
        } else if best == nil {
          break
        } else {
          high = trial.quality
        }
        if high - low <= 1 { break }
      }
      if let best {
        log = best.2
        return FittedExport(best.1, reductions: reductions(to: best.0, in: best.1), loss: nil)
      }
    }
    return FittedExport(export)
  }

  private func reductions(to given: WebPExporter.Options, in export: ExportedAnimation) -> [ReducedSetting] {
    let asked = exporter.options
    guard let file = export.files.first, WebPCoding.hasLossyPicture(file.bytes) else { return [] }
    return [
      ReducedSetting(
        "quality", asked: asked.codec == .lossless ? "lossless" : asked.quality.shortDescription,
        given: given.quality.shortDescription
      ) { "quality \($0) instead of \($1)" },
      ReducedSetting("alphaQuality", asked: String(asked.alphaQuality), given: String(given.alphaQuality)) {
        "alpha quality \($0) instead of \($1)"
      },
    ].compactMap(\.self)
  }
}

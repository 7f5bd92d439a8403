public import Diagnostics
internal import ImageCodecs
internal import SVGAFormat
public import TimelineModel

extension SVGAExporter {
  /// A session that lowers colours and resolution of bitmaps.
  public func session() -> SVGASession { SVGASession(self) }
}

/// Makes SVGA files that keep to a budget: 256 colours a bitmap, bitmaps down to a quarter of their resolution, 64 colours.
public struct SVGASession: ExportSession {
  private let exporter: SVGAExporter

  init(_ exporter: SVGAExporter) {
    self.exporter = exporter
  }

  /// Nothing is known before the export.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate { ExportEstimate() }

  /// The first export that fits.
  ///
  /// - Throws: As `SVGAExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    let before = log
    var options = exporter.options
    var found = try attempt(options, variant, log: &log)
    for step in steps(variant.context.bounds) {
      guard let excess = found.excess else { break }
      guard found.decodedBytes > 0, step.scale < options.bitmapScale || step.colors != nil && !found.files.isEmpty
      else {
        continue
      }
      options.bitmapScale = min(options.bitmapScale, step.scale)
      options.quantizer = step.colors ?? options.quantizer ?? .mild
      log = before
      found = try attempt(options, variant, log: &log)
      if found.files.isEmpty, found.excess == nil { found.excess = excess }
    }
    let reductions = [
      ReducedSetting(
        "bitmapScale", asked: exporter.options.bitmapScale.shortDescription,
        given: options.bitmapScale.shortDescription
      ) { given, _ in "bitmaps at \(given) of their resolution" },
      ReducedSetting("colors", asked: colors(exporter.options), given: colors(options)) { given, _ in
        "at most \(given) colours a bitmap"
      },
    ].compactMap(\.self)
    return FittedExport(
      found, reductions: reductions, loss: reductions.isEmpty ? 0 : nil,
      isRepacked: variant.keepsSource && options.bitmapScale == 1
        && variant.context.source?.mediaType == SVGAContainer.mediaType)
  }

  private func colors(_ options: SVGAExporter.Options) -> String {
    options.quantizer.map { String($0.colors) } ?? "all"
  }

  private func steps(_ bounds: ReductionBounds) -> [(scale: Double, colors: ColorQuantizer?)] {
    let scales: [Double] = bounds.keepsResolution ? [] : [0.75, 0.5, 0.35, 0.25].filter { $0 >= bounds.leastScale }
    let least = scales.last ?? 1
    let steps: [(scale: Double, colors: ColorQuantizer?)] =
      [(1, .mild)] + scales.map { ($0, nil) } + [(least, .strong)]
    return bounds.keepsQuality ? scales.map { ($0, nil) } : steps
  }

  private func attempt(
    _ options: SVGAExporter.Options, _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let exporter = SVGAExporter(options: options)
    if variant.keepsSource, let export = try exporter.repack(in: variant.context, log: &log) { return export }
    return try exporter.attempt(variant.timeline, in: variant.context, log: &log)
  }
}

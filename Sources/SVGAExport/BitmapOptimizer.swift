internal import Diagnostics
internal import ImageCodecs
internal import SVGAFormat
internal import TimelineRendering

/// Packs the bitmaps of a movie into fewer bytes: with the same pixels, unless fewer colours are asked for.
struct BitmapOptimizer {
  /// A smaller file, and how far its pixels are from those of the larger one.
  private struct Packed {
    var file: [UInt8]
    var error: Double
  }

  private let options: SVGAExporter.Options
  private let limits: Limits
  private let progress: ProgressReporter

  init(_ options: SVGAExporter.Options, limits: Limits = Limits(), progress: ProgressReporter) {
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// Replaces every PNG image that can be smaller. All else stays as it is.
  func optimize(_ movie: inout SVGAMovieEntity, log: inout DiagnosticLog) throws(Diagnostic) {
    let keys = movie.images.keys.sorted()
    let files = keys.compactMap { movie.imageBytes(forKey: $0) }
    var smaller: [(key: String, packed: Packed)] = []
    try OrderedWork.run(count: files.count, threads: options.threads, worker: (options, limits)) { settings, index in
      Self.smaller(files[index], settings.0, settings.1)
    } consume: { index, packed throws(Diagnostic) in
      try progress.report("packing bitmaps", index + 1, of: files.count)
      if let packed { smaller.append((keys[index], packed)) }
    }
    for (key, packed) in smaller { movie.setImageBytes(packed.file, forKey: key) }
    report(smaller.map(\.packed).filter { $0.error > 0 }, to: &log)
  }

  private func report(_ changed: [Packed], to log: inout DiagnosticLog) {
    guard let colors = options.quantizer?.colors, let error = changed.map(\.error).max() else { return }
    let rounded = (error * 10).rounded(.up) / 10
    log.add(
      .svgaBitmapColors,
      "\(changed.count) bitmap\(changed.count == 1 ? " has" : "s have") at most \(colors) colours, "
        + "with a root mean square error of at most \(rounded) of 255")
  }

  /// A smaller file; nil if there is none.
  private static func smaller(_ file: [UInt8], _ options: SVGAExporter.Options, _ limits: Limits) -> Packed? {
    guard ImageFormat.sniff(file) == .png, PNGColorSpace.isStandard(file) else { return nil }
    do throws(Diagnostic) {
      let pixmap = try ImageDecoder.decode(file, limits: limits)
      var best = Packed(file: try PNGEncoder.encode(pixmap, effort: options.effort), error: 0)
      if let reduced = options.quantizer?.quantized(pixmap) {
        let packed = try PNGEncoder.encode(reduced.picture, effort: options.effort)
        if packed.count < min(best.file.count, file.count) { best = Packed(file: packed, error: reduced.error) }
      }
      return best.file.count < file.count ? best : nil
    } catch {
      // Players may read what we cannot.
      return nil
    }
  }
}

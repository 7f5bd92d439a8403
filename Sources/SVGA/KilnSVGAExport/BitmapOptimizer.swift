internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPNG
internal import KilnPalettes
internal import KilnPixels
internal import KilnRendering
internal import KilnSVGAFormat
internal import KilnTimeline

/// Encodes the bitmaps of a movie in fewer bytes, with the same pixels unless the options have a quantizer.
///
/// Players use only the alpha of bitmaps of mattes, so their colours become black.
struct BitmapOptimizer {
  /// A file of a movie, to be encoded.
  private struct Job: Hashable {
    var file: [UInt8]
    var isMatte: Bool

    /// Number of pixels by the file's header, limited so that the sum over all files cannot overflow.
    var pixelCount: Int { min(1 << 40, ImageHeader(file)?.decodedBytes ?? 0) / 4 }
  }

  /// A smaller file, and the root mean square error of its pixels, 0…255.
  private struct Packed {
    var file: [UInt8]
    var error: Double
  }

  /// What became of a file.
  private struct Outcome {
    /// Nil if none is smaller.
    var packed: Packed?
    /// Why it has no fewer colours though that is asked for; nil if it has, or need not.
    var keepsColors: KeptColors?
  }

  /// Why a bitmap keeps its colours.
  private enum KeptColors {
    /// The difference would be too large.
    case differs
    /// The file would not be smaller.
    case isSmallest
    /// It has another format than PNG, or cannot be decoded.
    case isForeign
  }

  private let options: SVGAExporter.Options
  private let context: ExportContext

  init(_ options: SVGAExporter.Options, in context: ExportContext) {
    self.options = options
    self.context = context
  }

  /// Replaces every PNG image that can be smaller.
  ///
  /// - Parameter packed: Keys of files that stay as they are.
  /// - Throws: `work.cancelled` from the progress reporter, `memory.exhausted`.
  func optimize(
    _ movie: inout SVGAMovieEntity, except packed: Set<String> = [], log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let keys = movie.images.keys.sorted().filter { !packed.contains($0) }
    let (jobs, positions) = Self.jobs(of: keys, in: movie)
    let packing = Packing(
      totalPixels: jobs.reduce(0) { $0 + $1.pixelCount }, options: options, limits: context.limits)
    var outcomes: [Outcome] = []
    try OrderedWork.run(count: jobs.count, threads: context.threads, worker: packing) {
      packing, index throws(Diagnostic) in
      try packing.smaller(jobs[index])
    } consume: { index, outcome throws(Diagnostic) in
      try context.progress.report("packing bitmaps", index + 1, of: jobs.count)
      outcomes.append(outcome)
    }
    let packed = positions.map { outcomes[$0].packed }
    for (key, packed) in zip(keys, packed) {
      if let packed { movie.setImageBytes(packed.file, forKey: key) }
    }
    report(packed.compactMap(\.self).filter { $0.error > 0 }, to: &log)
    reportKeptColors(positions.map { outcomes[$0].keepsColors }, to: &log)
    BitmapCopies(movie).report(to: &log)
  }

  /// The distinct files under some keys, and which of them each key has.
  private static func jobs(of keys: [String], in movie: SVGAMovieEntity) -> (jobs: [Job], positions: [Int]) {
    let uses = FileReferences(movie)
    var known: [Job: Int] = [:]
    var jobs: [Job] = []
    let positions = keys.map { key in
      let job = Job(file: movie.imageBytes(forKey: key) ?? [], isMatte: uses.isOnlyMatte(key))
      if let position = known[job] { return position }
      known[job] = jobs.count
      jobs.append(job)
      return jobs.count - 1
    }
    return (jobs, positions)
  }

  private func report(_ changed: [Packed], to log: inout DiagnosticLog) {
    guard let colors = options.quantizer?.colors, let error = changed.map(\.error).max() else { return }
    let rounded = (error * 10).rounded(.up) / 10
    log.add(
      .svgaBitmapColors,
      "\(changed.count) bitmap\(changed.count == 1 ? " has" : "s have") at most \(colors) colours, "
        + "with a root mean square error of at most \(rounded) of 255")
  }
}

extension BitmapOptimizer {
  /// Says why fewer colours are nowhere to be had.
  private func reportKeptColors(_ kept: [KeptColors?], to log: inout DiagnosticLog) {
    guard let quantizer = options.quantizer, !kept.isEmpty, !kept.contains(nil) else { return }
    let reasons: [(KeptColors, String)] = [
      (.differs, "would differ by more than \(quantizer.maximumError.shortDescription) of 255"),
      (.isSmallest, "would have no smaller file"), (.isForeign, "cannot be read as PNG"),
    ]
    let counts = reasons.compactMap { reason, text in
      let count = kept.count { $0 == reason }
      return count > 0 ? "\(count) \(text)" : nil
    }
    log.add(
      .svgaBitmapKept,
      "fewer colours make none of \(kept.count) bitmaps smaller: \(counts.joined(separator: ", "))",
      advice: "choose \(Choice.bytes), which takes as many colours as it must, or leave \(Choice.quantizer) out")
  }

  /// Parameters for packing the bitmaps of one movie.
  private struct Packing: Sendable {
    var totalPixels: Int
    var options: SVGAExporter.Options
    var limits: Limits

    /// Divisors of the number of colours that is asked for: those of a bitmap that has no more are reduced further, as long
    /// as its error stays as small.
    private static let fewerColors = [2, 4, 8]

    /// A smaller file, if there is one.
    ///
    /// - Throws: `memory.exhausted`, `work.cancelled`.
    func smaller(_ job: Job) throws(Diagnostic) -> Outcome {
      let foreign = Outcome(keepsColors: options.quantizer == nil ? nil : .isForeign)
      guard ImageFormat.sniff(job.file) == .png else { return foreign }
      // Decoding converts colours that are not sRGB, and the encoder writes no profile: their pixels stay as they are.
      let keepsPixels = !job.isMatte && !PNGColorSpace.isStandard(job.file)
      if keepsPixels, options.quantizer == nil { return Outcome() }
      do throws(Diagnostic) {
        var pixmap = try ImageDecoder.decode(job.file, limits: limits)
        if job.isMatte { pixmap = pixmap.alphaInBlack }
        var best = Packed(file: job.file, error: 0)
        func add(_ picture: Pixmap, error: Double) throws(Diagnostic) {
          if let file = try PNGEncoder.encode(
            picture, shorterThan: best.file.count, effort: options.effort, totalPixels: totalPixels)
          {
            best = Packed(file: file, error: error)
          }
        }
        if !keepsPixels { try add(pixmap, error: 0) }
        let reduced = quantized(pixmap)
        for candidate in reduced { try add(candidate.picture, error: candidate.error) }
        let kept: KeptColors? =
          options.quantizer == nil || best.error > 0 ? nil : reduced.isEmpty ? .differs : .isSmallest
        return Outcome(packed: best.file.count < job.file.count ? best : nil, keepsColors: kept)
      } catch {
        if error.endsWork { throw error }
        // Players may read what we cannot.
        return foreign
      }
    }

    /// The picture in fewer colours, if that is asked for and hardly seen.
    private func quantized(_ picture: Pixmap) -> [(picture: Pixmap, error: Double)] {
      guard var quantizer = options.quantizer else { return [] }
      if let reduced = quantizer.quantized(picture) { return [reduced] }
      let colors = quantizer.colors
      guard Set(picture.pixels).count <= colors else { return [] }
      var result: [(picture: Pixmap, error: Double)] = []
      for divisor in Self.fewerColors where colors / divisor >= 2 {
        quantizer.colors = colors / divisor
        if let reduced = quantizer.quantized(picture) { result.append(reduced) }
      }
      return result
    }
  }
}

public import KilnDiagnostics
public import KilnExporting
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnSVGALowering
internal import KilnTimeline

/// Makes SVGA files that keep to a budget.
///
/// The timeline is lowered once, at full resolution. Bitmaps then lose pixels and colours, and sprites lose the number
/// and precision of their outlines, where that is least visible (`MovieFitter`).
public struct SVGAFitter: ExportFitter {
  /// Results of preparing the animation at one frame rate.
  private struct Prepared {
    var frameRate: Double
    /// The export with nothing given up; nil if that does not fit.
    var plain: FittedExport?
    var fitter: MovieFitter?
    /// Report of trimmed margins of bitmaps; nil if none were trimmed.
    var margins: ReducedSetting?
    /// The smallest movie after trimming; nil if even without trimming it is not far above the budget.
    var smallest: SmallestMovie?
    var log = DiagnosticLog()
  }

  /// Memory for bitmaps of a movie before it is reduced.
  private static let workingMemory = 64 << 20
  /// Resolution of bitmaps where that is not enough.
  private static let coarseScale = 0.5

  private let exporter: SVGAExporter
  private var prepared: [Prepared] = []

  init(_ exporter: SVGAExporter) {
    self.exporter = exporter
  }

  /// Lowers and models the first variant. Other frame rates are estimated by scaling the parts that depend on the
  /// number of frames.
  ///
  /// - Throws: As `SVGAExporter.export` does.
  public mutating func estimate(_ variant: ExportVariant) throws(Diagnostic) -> ExportEstimate {
    guard variant.context.budget != ExportBudget() else { return ExportEstimate() }
    if let first = prepared.first, first.frameRate != variant.frameRate, let fitter = first.fitter {
      return fitter.estimate(
        within: variant.context.budget, variant.context.bounds,
        frames: min(1, variant.frameRate / max(1, first.frameRate)))
    }
    if let smallest = smallestOfFirst(for: variant) { return smallest.estimate }
    let index = try prepare(variant)
    guard prepared[index].plain == nil else { return ExportEstimate() }
    return prepared[index].fitter?.estimate(within: variant.context.budget, variant.context.bounds)
      ?? prepared[index].smallest?.estimate ?? ExportEstimate(cost: nil)
  }

  /// The export with the least loss that fits.
  ///
  /// - Throws: As `SVGAExporter.export` does.
  public mutating func export(
    _ variant: ExportVariant, log: inout DiagnosticLog
  ) throws(Diagnostic) -> FittedExport {
    let context = variant.context
    guard context.budget != ExportBudget() else { return try plain(variant, log: &log) }
    let index = try prepare(variant)
    log.add(contentsOf: prepared[index].log)
    if let plain = prepared[index].plain { return plain }
    var found = try prepared[index].fitter?.fitted(to: context.budget, context.bounds, log: &log)
    if variant.isLast, found == nil {
      found = try prepared[index].fitter?.smallest(context.bounds, log: &log)
    }
    guard let fitter = prepared[index].fitter, let found else {
      return FittedExport(excess(prepared[index], context), loss: nil)
    }
    let export = try exporter.checked(found.movie, in: context, log: &log)
    let reductions = [prepared[index].margins].compactMap(\.self) + fitter.reductions(of: found.choice)
    return FittedExport(export, reductions: reductions, loss: fitter.loss(of: found.choice))
  }

  /// Bytes or memory of each layer in the smallest file, largest first.
  ///
  /// - Throws: As `estimate` does.
  public mutating func layerShares(
    _ variant: ExportVariant, of resource: ExportResource
  ) throws(Diagnostic) -> [LayerShare]? {
    // The largest layers are nearly the same at every frame rate.
    if let smallest = smallestOfFirst(for: variant) { return smallest.layerShares(of: resource) }
    let index = try prepare(variant)
    return prepared[index].fitter?.layerShares(of: resource, variant.context.bounds)
      ?? prepared[index].smallest?.layerShares(of: resource) ?? []
  }

  /// The smallest movie at a frame rate that is not prepared, where that of the first one says that nothing fits.
  private func smallestOfFirst(for variant: ExportVariant) -> SmallestMovie? {
    guard let first = prepared.first, first.plain == nil, first.fitter == nil, let smallest = first.smallest,
      !prepared.contains(where: { $0.frameRate == variant.frameRate })
    else { return nil }
    let scaled = smallest.scaled(frames: min(1, variant.frameRate / max(1, first.frameRate)))
    return scaled.isAbove(variant.context.budget) ? scaled : nil
  }

  /// Result for a movie that cannot fit: no files, and the limit that it exceeds.
  private func excess(_ prepared: Prepared, _ context: ExportContext) -> ExportedAnimation {
    let smallest =
      prepared.fitter?.estimate(within: context.budget, context.bounds, frames: 1) ?? prepared.smallest?.estimate
      ?? ExportEstimate()
    var result = ExportedAnimation(files: [], decodedBytes: smallest.leastMemory)
    if let limit = context.budget.memory, smallest.leastMemory > limit {
      result.excess = Diagnostic(
        .budgetExceeded,
        "the bitmaps take \(ByteCount(smallest.leastMemory)) of a player's memory at least, above the limit of "
          + "\(ByteCount(limit))",
        advice: "allow more with \(Choice.memory), choose a lower \(Choice.frameRate), or simplify the layers that are "
          + "bitmaps")
    } else {
      result.excess = context.budget.excess(bytes: max(smallest.leastBytes, (context.budget.bytes ?? 0) + 1))
    }
    return result
  }

  // MARK: - Preparation

  /// The export of a variant without a budget.
  private func plain(_ variant: ExportVariant, log: inout DiagnosticLog) throws(Diagnostic) -> FittedExport {
    if variant.keepsSource, let export = try exporter.repack(in: variant.context, log: &log) {
      return FittedExport(export, isRepacked: true)
    }
    return FittedExport(try exporter.attempt(variant.timeline, in: variant.context, log: &log))
  }

  /// Lowers and models a variant, unless that is done; returns its index in `prepared`.
  private mutating func prepare(_ variant: ExportVariant) throws(Diagnostic) -> Int {
    if let known = prepared.firstIndex(where: { $0.frameRate == variant.frameRate }) {
      guard variant.isLast, prepared[known].plain == nil, prepared[known].fitter == nil else { return known }
      prepared.remove(at: known)
    }
    var result = Prepared(frameRate: variant.frameRate)
    var log = DiagnosticLog()
    if mayFitRepacked(variant), let export = try exporter.repack(in: variant.context, log: &log) {
      if export.excess == nil {
        result.plain = FittedExport(export, isRepacked: true)
        result.log = log
      } else {
        try model(variant, try exporter.bitmaps(of: export, limits: variant.context.limits), into: &result)
      }
    } else {
      try model(variant, [:], into: &result)
    }
    prepared.append(result)
    return prepared.count - 1
  }

  /// Whether the source's file, with each part packed anew, may keep to the budget.
  private func mayFitRepacked(_ variant: ExportVariant) -> Bool {
    guard variant.keepsSource, let source = variant.context.source else { return false }
    let budget = variant.context.budget
    return source.decodedBytes <= budget.memory ?? .max
      && Double(source.bytes.count) * SVGACosts.Packed.leastShareOfRepacked <= Double(budget.bytes ?? .max)
  }

  /// - Parameter repacked: Packed bitmaps of the source, by key.
  private func model(
    _ variant: ExportVariant, _ repacked: [String: [UInt8]], into result: inout Prepared
  ) throws(Diagnostic) {
    let (context, budget) = (variant.context, variant.context.budget)
    var subject = try subject(try lowered(variant, log: &result.log), in: context, log: result.log)
    var files = packedFiles(repacked, for: subject)
    let smallest = try smallest(of: subject, files, in: context)
    // The estimate of the smallest movie may be too high. So the movie is tried as it is, unless the estimate is far
    // above the budget.
    let isWorthATry = repacked.isEmpty && !(smallest?.isFarAbove(budget) ?? false)
    if isWorthATry, mayFit(subject, budget), try pack(&subject, &files, in: context, &result) { return }
    // Less than with margins may be possible.
    try trim(&subject, in: context, &result)
    // Trimmed bitmaps are packed anew.
    if result.margins != nil { files = packedFiles(repacked, for: subject) }
    if smallest?.isAbove(budget) ?? false { result.smallest = try self.smallest(of: subject, files, in: context) }
    if result.margins != nil, !(result.smallest?.isFarAbove(budget) ?? false), mayFit(subject, budget),
      try pack(&subject, &files, in: context, &result)
    {
      return
    }
    if !variant.isLast, result.smallest?.isAbove(budget) ?? false { return }
    result.fitter = try MovieFitter(
      subject.timeline, subject.draft, files: files, like: prepared.lazy.compactMap(\.fitter).first,
      sharing: subject.sharing, exporter.options, in: context)
  }

  /// A lowered timeline, and what is known of its movie.
  private struct Subject {
    var timeline: Timeline
    /// The movie, its bitmaps as they are.
    var draft: MovieDraft
    /// Bytes of its sprites, each deflated alone.
    var costs: [Int]
    /// Bytes of all sprites, deflated together.
    var packed: Int

    var sharing: Double { Double(packed) / Double(max(1, costs.reduce(0, +))) }
  }

  private func subject(
    _ lowered: Timeline, in context: ExportContext, log: DiagnosticLog
  ) throws(Diagnostic) -> Subject {
    let encoder = SVGAEncoder(exporter.options, in: context)
    var log = log
    let draft = try encoder.draft(of: lowered, packsBitmaps: false, log: &log)
    return Subject(
      timeline: lowered, draft: draft, costs: draft.movie.spriteCosts,
      packed: try encoder.packedSprites(of: draft.movie))
  }

  private func smallest(
    of subject: Subject, _ files: [ImageID: [UInt8]], in context: ExportContext
  ) throws(Diagnostic) -> SmallestMovie? {
    try SmallestMovie(
      subject.timeline, subject.draft, files: files, costs: subject.costs, sharing: subject.sharing, exporter.options,
      in: context)
  }

  /// Takes the margins off bitmaps, if they have wide ones, and bitmaps may be changed.
  private func trim(
    _ subject: inout Subject, in context: ExportContext, _ result: inout Prepared
  ) throws(Diagnostic) {
    guard !context.bounds.keepsResolution, let trimming = try MarginTrimming(subject.timeline, in: context) else {
      return
    }
    result.margins = trimming.reduction
    subject = try self.subject(trimming.timeline, in: context, log: result.log)
  }

  /// Files of bitmaps that are packed already.
  private func packedFiles(_ repacked: [String: [UInt8]], for subject: Subject) -> [ImageID: [UInt8]] {
    var files: [ImageID: [UInt8]] = [:]
    // A bitmap that is drawn and a matte has several files: the drawn one has the colours.
    let uses = FileReferences(subject.draft.movie)
    for (key, id) in subject.draft.images.sorted(by: { $0.key < $1.key })
    where files[id] == nil || !uses.isOnlyMatte(key) {
      if let file = repacked[key], ImageHeader(file)?.isAsLarge(as: subject.timeline[id]) ?? false { files[id] = file }
    }
    return files
  }

  /// Whether the movie may keep to a budget with nothing given up.
  private func mayFit(_ subject: Subject, _ budget: ExportBudget) -> Bool {
    subject.timeline.decodedBytes <= budget.memory ?? .max
      && Int(Double(subject.packed) * SVGACosts.Packed.leastShareOfSprites) <= budget.bytes ?? .max
  }

  /// Packs all bitmaps. Returns whether the movie fits, which then is in `result`.
  private func pack(
    _ subject: inout Subject, _ files: inout [ImageID: [UInt8]], in context: ExportContext, _ result: inout Prepared
  ) throws(Diagnostic) -> Bool {
    let encoder = SVGAEncoder(exporter.options, in: context)
    var log = result.log
    let draft = try encoder.draft(of: subject.timeline, bitmaps: files, log: &log)
    let file = try draft.movie.file(exporter.options, log: &log)
    if file.count <= context.budget.bytes ?? .max {
      let movie = PackedMovie(
        bytes: file, decodedBytes: subject.timeline.decodedBytes, origin: (subject.timeline, encoder, draft.movie))
      let export = try exporter.checked(movie, in: context, log: &log)
      result.plain = FittedExport(export, reductions: [result.margins].compactMap(\.self))
      result.log = log
      return true
    }
    var packed: [String: [UInt8]] = [:]
    for key in draft.images.keys { packed[key] = draft.movie.imageBytes(forKey: key) }
    files = packedFiles(packed, for: subject)
    subject.packed = max(1, file.count - draft.movie.fileBytes)
    return false
  }

  /// The timeline as SVGA can draw it; with coarser bitmaps if they would take too much memory.
  private func lowered(_ variant: ExportVariant, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    let memory = max(Self.workingMemory, variant.context.budget.memory ?? 0)
    var attempt = log
    do throws(Diagnostic) {
      let result = try exporter.lower(variant.timeline, memory: memory, variant.context, log: &attempt)
      log = attempt
      return result
    } catch {
      guard error.rule == .loweringMemory, !variant.context.bounds.keepsResolution else { throw error }
      var options = exporter.options
      options.bitmapScale *= Self.coarseScale
      log.add(
        .loweringResolution,
        "bitmaps are drawn at \(options.bitmapScale.shortDescription) of their resolution: \(error.message)")
      return try SVGAExporter(options: options).lower(variant.timeline, memory: memory, variant.context, log: &log)
    }
  }
}

extension SVGAExporter {
  /// The bitmaps of an export, by key.
  func bitmaps(of export: ExportedAnimation, limits: Limits) throws(Diagnostic) -> [String: [UInt8]] {
    guard let file = export.files.first else { return [:] }
    let movie = try SVGAContainer.read(file.bytes, limits: limits)
    var files: [String: [UInt8]] = [:]
    for key in movie.pictureKeys { files[key] = movie.imageBytes(forKey: key) }
    return files
  }
}

extension ImageHeader {
  fileprivate func isAsLarge(as image: ImageAsset) -> Bool { width == image.width && height == image.height }
}

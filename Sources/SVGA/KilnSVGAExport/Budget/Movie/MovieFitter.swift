internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnSVGAFormat
internal import KilnTimeline
internal import KilnRendering

/// Makes the movie of one lowered timeline that keeps to a budget with the least loss.
///
/// Each part of the movie has many forms (`MovieReductionModel`) with estimated bytes (`ByteModel`), of which one is
/// chosen (`MovieForms`). The movie is written, and where the estimates were wrong they are corrected, and the choice
/// is made again.
struct MovieFitter {
  /// A movie in the forms of a choice.
  struct Fitted {
    var choice: MovieChoice
    var movie: PackedMovie
    /// Approximate loss, as a share of the visible content, weighted by the preference of the caller.
    var cost: Double
  }

  /// Maximum number of choices that are written: each takes about as long as an export without a budget.
  private static let corrections = 6
  /// Number of choices whose losses are measured, the first ones: later ones differ little from them. And maximum number
  /// of measurements for each of them.
  private static let measuredCorrections = 2
  private static let measurements = 3
  /// Part of the limit that a movie leaves unused where estimates were far off, so that even a small gain is worth a try.
  private static let enoughBytes = 0.88
  /// Part of the cost of a movie that fits, below which another choice is written: for a gain that may be seen, and for
  /// nearly any gain if the movie has not enough bytes.
  private static let visibleGain = 0.94
  private static let anyGain = 0.995

  private let model: MovieReductionModel
  private let encoder: SVGAEncoder
  private let options: SVGAExporter.Options
  private let context: ExportContext
  private var bytes: ByteModel
  /// What was known of the bytes before any movie was written.
  private let firstBytes: ByteModel
  private var holds = HoldLossModel()

  /// Models a timeline.
  ///
  /// - Parameters:
  ///   - draft: Its movie with nothing given up; its bitmaps need not be packed.
  ///   - files: Files of bitmaps that are packed already.
  ///   - other: A fitter of the animation at another frame rate, which studied most of the bitmaps.
  ///   - sharing: Ratio of the bytes of sprites in the file to their bytes when each is deflated alone.
  /// - Throws: `work.cancelled`, or what the encoder throws.
  init(
    _ timeline: Timeline, _ draft: MovieDraft, files: [ImageID: [UInt8]], like other: MovieFitter?, sharing: Double,
    _ options: SVGAExporter.Options, in context: ExportContext
  ) throws(Diagnostic) {
    self.options = options
    self.context = context
    encoder = SVGAEncoder(options, in: context)
    model = try MovieReductionModel(
      timeline, draft, files: files, known: other?.model, tolerance: options.tolerance, in: context)
    bytes = ByteModel(model, files: files, sharing: sharing)
    firstBytes = bytes
  }

  private func forms(_ bounds: ReductionBounds) -> MovieForms {
    MovieForms(model, bytes, holdLossRatio: holds.trust, bounds)
  }

  // MARK: - Estimates and reports

  /// Estimated cost of an export. The loss of held outlines is measured where it matters.
  mutating func estimate(within budget: ExportBudget, _ bounds: ReductionBounds) -> ExportEstimate {
    _ = measuredChoice(within: budget, bounds)
    return estimate(within: budget, bounds, frames: 1)
  }

  /// Estimated cost of an export of which only a part of the frames is left.
  func estimate(within budget: ExportBudget, _ bounds: ReductionBounds, frames share: Double) -> ExportEstimate {
    forms(bounds).estimate(within: budget, frames: share)
  }

  /// Bytes or memory of each layer in the smallest movie, largest first.
  func layerShares(of resource: ExportResource, _ bounds: ReductionBounds) -> [LayerShare] {
    let owners = MovieLayerNames(model.timeline)
    var amounts: [String: Int] = [:]
    let names = model.groups.map(owners.name) + model.places.map(owners.name)
    for (owner, part) in zip(names, forms(bounds).parts) {
      let least = part.lazy.map { resource == .bytes ? $0.cost.bytes : $0.cost.memory }.min()
      amounts[owner, default: 0] += least ?? 0
    }
    return MovieLayerNames.shares(of: amounts)
  }

  /// Share of what is seen that a choice loses, about.
  func loss(of choice: MovieChoice) -> Double { model.loss(of: choice, holdLossRatio: holds.trust) }

  /// Settings that a choice has lowered.
  func reductions(of choice: MovieChoice) -> [ReducedSetting] {
    model.reductions(of: choice, tolerance: options.tolerance)
  }

  // MARK: - Search

  /// The movie with the least loss that keeps to the budget; nil if none does.
  ///
  /// - Throws: `work.cancelled`, or what the encoder throws.
  mutating func fitted(
    to budget: ExportBudget, _ bounds: ReductionBounds, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Fitted? {
    var best: Fitted?
    var tried: Set<MovieChoice> = []
    var target = budget
    var misses = 0
    var found = log
    for correction in 0..<Self.corrections {
      let next =
        correction < Self.measuredCorrections
        ? measuredChoice(within: target, bounds) : forms(bounds).choice(within: target)
      guard let (choice, cost) = next, tried.insert(choice).inserted,
        cost < (best?.cost ?? .infinity) * worthwhileGain(after: best, budget)
      else { break }
      var attempt = log
      let movie = try write(choice, log: &attempt)
      guard movie.bytes.count <= budget.bytes ?? .max else {
        // Estimates still have a small error.
        misses += 1
        target.bytes = (target.bytes ?? 0) - (budget.bytes ?? 0) * misses / 100
        continue
      }
      best = Fitted(choice: choice, movie: movie, cost: cost)
      found = attempt
    }
    log = found
    return best
  }

  /// The movie with all given up that may be, for a budget that nothing else keeps to. It depends neither on the budget nor on
  /// what was written before, so that a budget of its size is enough for it.
  ///
  /// - Throws: `work.cancelled`, or what the encoder throws.
  func smallest(_ bounds: ReductionBounds, log: inout DiagnosticLog) throws(Diagnostic) -> Fitted {
    var fitter = self
    fitter.bytes = firstBytes
    let choices = model.smallestChoices(bounds)
    for choice in choices { try fitter.pack(choice) }
    var best = choices[0]
    for choice in choices.dropFirst() {
      for (index, group) in model.groups.enumerated() {
        func size(_ form: BitmapLadder.Form) -> Int {
          group.images.reduce(0) { $0 + (fitter.bytes.files[$1]?[form]?.count ?? 0) }
        }
        if size(choice.bitmaps[index]) < size(best.bitmaps[index]) { best.bitmaps[index] = choice.bitmaps[index] }
      }
    }
    return Fitted(choice: best, movie: try fitter.write(best, log: &log), cost: loss(of: best))
  }

  /// Factor on the cost of the best movie so far that another choice must stay below to be written.
  private func worthwhileGain(after best: Fitted?, _ budget: ExportBudget) -> Double {
    guard let best, let limit = budget.bytes else { return Self.visibleGain }
    return Double(best.movie.bytes.count) < Self.enoughBytes * Double(limit) ? Self.anyGain : Self.visibleGain
  }

  /// Chooses, with a measured loss of held outlines: at least as large as for any earlier choice.
  private mutating func measuredChoice(
    within budget: ExportBudget, _ bounds: ReductionBounds
  ) -> (choice: MovieChoice, cost: Double)? {
    var last: MovieChoice?
    var trust = 0.0
    for _ in 0..<Self.measurements {
      guard let found = forms(bounds).choice(within: budget) else { return nil }
      if found.choice == last { return found }
      last = found.choice
      holds.measure(found.choice, model, options)
      trust = max(trust, holds.trust)
      holds.trust = trust
    }
    return forms(bounds).choice(within: budget)
  }

  // MARK: - Writing

  private mutating func write(_ choice: MovieChoice, log: inout DiagnosticLog) throws(Diagnostic) -> PackedMovie {
    try pack(choice)
    let timeline = model.timeline
    let omittedPictures = model.omittedPictures(choice)
    var replaced: [ImageID: ImageAsset] = [:]
    var packed: [ImageID: [UInt8]] = [:]
    for (group, form) in zip(model.groups, choice.bitmaps) {
      for id in group.images where omittedPictures[id] == nil {
        guard let file = bytes.files[id]?[form] else { continue }
        packed[id] = file
        if form.scale > 0, let asset = ImageAsset(name: timeline[id].name, bytes: file) { replaced[id] = asset }
      }
    }
    var reduced = model.applying(choice, omittedPictures: omittedPictures, options)
    if !replaced.isEmpty { reduced = reduced.replacingImages(replaced) }
    let roundings = choice.outlines.map { options.tolerance * OutlineLadder.roundings[$0.rounding] }
    let tolerances = Dictionary(uniqueKeysWithValues: zip(model.places, roundings))
    let draft = try encoder.draft(of: reduced, bitmaps: packed, tolerances: tolerances, log: &log)
    let file = try draft.movie.file(options, log: &log)
    bytes.learn(from: draft, choice, model, bytes: file.count)
    let unused = omittedPictures.keys.reduce(0) { $0 + min(timeline[$1].decodedBytes, 1 << 40) }
    return PackedMovie(
      bytes: file, decodedBytes: reduced.decodedBytes - unused, origin: (reduced, encoder, draft.movie))
  }

  /// Packs the bitmaps that a choice needs.
  private mutating func pack(_ choice: MovieChoice) throws(Diagnostic) {
    var work: [(id: ImageID, form: BitmapLadder.Form, subject: BitmapLadder.Subject)] = []
    var totalPixels = 0
    let omittedPictures = model.omittedPictures(choice)
    for (group, form) in zip(model.groups, choice.bitmaps) {
      for id in group.images where omittedPictures[id] == nil {
        guard let bitmap = model.bitmaps[id] else { continue }
        let size = bitmap.size(of: form)
        totalPixels += size.width * size.height
        if bytes.files[id]?[form] == nil { work.append((id, form, bitmap.subject)) }
      }
    }
    let (effort, limits, pixels) = (options.effort, context.limits, totalPixels)
    let jobs = work
    var found: [[UInt8]] = []
    try OrderedWork.run(count: jobs.count, threads: context.threads, worker: ()) { _, index throws(Diagnostic) in
      try BitmapLadder.file(
        of: jobs[index].form, jobs[index].subject, effort: effort, totalPixels: pixels, limits: limits)
    } consume: { index, file throws(Diagnostic) in
      try context.progress.report("packing bitmaps", index + 1, of: jobs.count)
      found.append(file)
    }
    for (job, file) in zip(jobs, found) { bytes.files[job.id, default: [:]][job.form] = file }
  }
}

internal import KilnCompression
internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnSVGALowering
internal import KilnTimeline
internal import KilnRendering

/// Makes the movie of one lowered timeline that keeps to a budget with the least loss.
///
/// Bitmaps and outlines are studied once, which gives each of them many forms with estimated bytes; `Allocation` chooses.
/// The movie is written, and where the estimates were wrong they are corrected, and the choice is made again.
struct MovieFitter {
  /// One choice for every part.
  struct Choice: Hashable {
    /// By group.
    var bitmaps: [BitmapStudy.Form] = []
    /// By group: which pictures of a sequence are shown, an index in `SequenceStudy.holds`.
    var holds: [Int] = []
    var outlines: [OutlineStudy.Form] = []
  }

  /// A movie in the forms of a choice.
  struct Fitted {
    var choice: Choice
    var movie: PackedMovie
    /// Share of what is seen that is lost, about, weighted by what is preferred.
    var cost: Double
  }

  /// Maximum number of choices that are written.
  private static let corrections = 6
  /// Number of choices whose losses are measured, the first ones, and maximum number of measurements for each of them.
  private static let measuredCorrections = 2
  private static let measurements = 3
  /// Part of the bytes below which a movie is worth more tries.
  private static let enoughBytes = 0.88

  let timeline: Timeline
  private let encoder: SVGAEncoder
  let options: SVGAExporter.Options
  private let context: ExportContext
  let groups: [BitmapGroup]
  let images: DecodedImages
  /// By group; with one hold for what is no sequence.
  var sequences: [SequenceStudy] = []
  var studies: [ImageID: BitmapStudy] = [:]
  var weights: [ImageID: Double] = [:]
  var places: [SpritePlace] = []
  var outlines: [OutlineStudy] = []
  /// Files of bitmaps that were packed.
  private var files: [ImageID: [BitmapStudy.Form: [UInt8]]] = [:]
  /// Bytes of sprites as they are, deflated alone, by form.
  private var packedOutlines: [[OutlineStudy.Form: Int]] = []
  /// Correction factors of byte estimates: per group and coloring, and per coloring for groups without their own.
  private var bitmapFactors: [[Int: Double]] = []
  private var coloringFactors: [Int: Double] = [:]
  private var outlineFactors: [Double] = []
  /// Ratio of the bytes of sprites in the file to their bytes when each is deflated alone.
  private var sharing: Double
  /// Ratio of the measured to the estimated loss of held outlines; 1 until it is measured.
  var holdTrust = 1.0
  /// Frames with which others are compared; empty before the first time.
  var comparedPictures: [Pixmap] = []

  /// Studies a timeline.
  ///
  /// - Parameters:
  ///   - draft: Its movie with nothing given up; its bitmaps need not be packed.
  ///   - files: Files of bitmaps that are packed already.
  ///   - sharing: Ratio of the bytes of sprites in the file to their bytes when each is deflated alone.
  /// - Throws: `work.cancelled`, or what the encoder throws.
  init(
    _ timeline: Timeline, _ draft: MovieDraft, files: [ImageID: [UInt8]], sharing: Double,
    _ options: SVGAExporter.Options, in context: ExportContext
  ) throws(Diagnostic) {
    self.timeline = timeline
    self.options = options
    self.context = context
    encoder = SVGAEncoder(options, in: context)
    groups = BitmapGroup.groups(of: timeline)
    self.sharing = sharing
    self.files = files.mapValues { [BitmapStudy.Form(): $0] }
    // Images that cannot be decoded were reported when the timeline was lowered.
    var ignored = DiagnosticLog()
    images = DecodedImages(timeline, limits: context.limits, log: &ignored)
    let areas = VisibleAreas(timeline, TimelineRenderer(timeline, images: images))
    try studyBitmaps(areas)
    studyOutlines(areas, draft)
  }

  // MARK: - Studies

  private mutating func studyBitmaps(_ areas: VisibleAreas) throws(Diagnostic) {
    timeline.forEachPart { place, sprite in
      guard case .image(let id) = sprite.content else { return }
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        weights[id, default: 0] += areas.share(of: sprite, at: place, in: frame, of: timeline)
      }
    }
    let ids = groups.flatMap(\.images)
    let subjects = BitmapStudy.Subject.subjects(of: groups, in: timeline)
    let work = ids.compactMap { id in
      subjects[id].map { subject in
        var subject = subject
        subject.plainBytes = files[id]?[BitmapStudy.Form()]?.count
        subject.hidden = areas.hiddenParts[id]
        return subject
      }
    }
    let limits = context.limits
    var found: [ImageID: BitmapStudy] = [:]
    try OrderedWork.run(count: work.count, threads: context.threads, worker: ()) { _, index in
      BitmapStudy(work[index], limits: limits)
    } consume: { index, study throws(Diagnostic) in
      try context.progress.report("studying bitmaps", index + 1, of: work.count)
      found[ids[index]] = study
    }
    studies = found
    self.sequences = groups.map { SequenceStudy($0.images.map { found[$0]?.small }) }
    bitmapFactors = groups.map { _ in [:] }
  }

  private mutating func studyOutlines(_ areas: VisibleAreas, _ draft: MovieDraft) {
    let sizes = draft.movie.spriteCosts
    var bytes: [SpritePlace: Int] = [:]
    for (place, size) in zip(draft.places, sizes) { bytes[place] = size }
    let studies = studies
    var cache = OutlineCache()
    var places: [SpritePlace] = []
    var outlines: [OutlineStudy] = []
    timeline.forEachPart { place, sprite in
      guard let bytes = bytes[place] else { return }
      places.append(place)
      var bitmap: BitmapStudy?
      if let id = sprite.imageID { bitmap = studies[id] }
      outlines.append(
        OutlineStudy(
          sprite, at: place, bytes: bytes, of: timeline, areas, tolerance: options.tolerance,
          bitmap: bitmap, &cache))
    }
    self.places = places
    self.outlines = outlines
    packedOutlines = outlines.map { [OutlineStudy.Form(): $0.plainBytes] }
    outlineFactors = outlines.map { _ in 1 }
  }

  private mutating func learnSharing(bytes: Int, bitmaps: Int, packed: Int) {
    guard packed > 0, bytes > bitmaps else { return }
    sharing = max(0.2, min(1.5, Double(bytes - bitmaps) / Double(packed)))
  }

  // MARK: - Choice

  /// The forms of every part: those of the bitmaps, then those of the outlines.
  func forms(_ bounds: ReductionBounds) -> [[(form: PartForm, cost: Allocation.Form)]] {
    groups.indices.map { bitmapForms($0, bounds) } + outlines.indices.map { outlineForms($0, bounds) }
  }

  /// By part, whether it is smaller where there are fewer frames.
  private var dependsOnFrames: [Bool] { groups.map { $0.images.count > 1 } + outlines.map { _ in true } }

  /// The costs of all forms if only a part of the frames were left.
  private func costs(_ bounds: ReductionBounds, frames share: Double) -> [[Allocation.Form]] {
    zip(forms(bounds), dependsOnFrames).map { part, dependsOnFrames in
      part.map { form in
        guard dependsOnFrames, share < 1 else { return form.cost }
        var cost = form.cost
        cost.bytes = Int(Double(cost.bytes) * share)
        cost.memory = Int(Double(cost.memory) * share)
        return cost
      }
    }
  }

  /// Estimated cost of an export. The loss of held outlines is measured where it matters.
  mutating func estimate(within budget: ExportBudget, _ bounds: ReductionBounds) -> ExportEstimate {
    _ = chooseMeasured(within: budget, bounds)
    return estimate(within: budget, bounds, frames: 1)
  }

  /// Estimated cost of an export of which only a part of the frames is left.
  func estimate(within budget: ExportBudget, _ bounds: ReductionBounds, frames share: Double) -> ExportEstimate {
    let costs = costs(bounds, frames: share)
    let floor = Allocation.floor(of: costs)
    let steady = Allocation.floor(of: zip(costs, dependsOnFrames).filter { !$0.1 }.map(\.0))
    let allocation = Allocation(of: costs, within: budget)
    return ExportEstimate(
      leastBytes: floor.bytes, leastMemory: floor.memory, cost: allocation?.loss, steadyBytes: steady.bytes,
      steadyMemory: steady.memory)
  }

  enum PartForm {
    case bitmap(BitmapStudy.Form, hold: Int)
    case outline(OutlineStudy.Form)
  }

  private func bitmapForms(
    _ group: Int, _ bounds: ReductionBounds
  ) -> [(form: PartForm, cost: Allocation.Form)] {
    var result: [(form: PartForm, cost: Allocation.Form)] = []
    for hold in sequences[group].holds.indices {
      for scale in BitmapStudy.scales.indices {
        for coloring in BitmapStudy.colorings.indices {
          let form = BitmapStudy.Form(scale: scale, coloring: coloring)
          guard bounds.allows(form), let cost = cost(of: form, hold: hold, group, bounds.preference) else { continue }
          result.append((.bitmap(form, hold: hold), cost))
        }
      }
    }
    return result.useful(by: \.cost)
  }

  /// Cost of a group in a form; nil if one of its bitmaps does not have that form.
  private func cost(
    of form: BitmapStudy.Form, hold: Int, _ group: Int, _ preference: ReductionPreference
  ) -> Allocation.Form? {
    let (images, hold) = (groups[group].images, sequences[group].holds[hold])
    var cost = Allocation.Form(bytes: 0)
    for (position, id) in images.enumerated() {
      let source = images[hold.sources[position]]
      guard let study = studies[source] else {
        // A bitmap that cannot be decoded stays as it is.
        guard form == BitmapStudy.Form() else { return nil }
        cost.bytes += timeline[id].bytes.count
        cost.memory += min(timeline[id].decodedBytes, 1 << 40)
        continue
      }
      guard let loss = study.loss(of: form) else { return nil }
      cost.loss +=
        (weights[id] ?? 0)
        * (loss.resolution * preference.sizeWeight + loss.colors * preference.sharpnessWeight
          + hold.losses[position] * preference.smoothnessWeight)
      guard source == id else { continue }
      let size = study.size(of: form)
      cost.memory += SVGACosts.Memory.pixel * size.width * size.height
      let known = files[id]?[form]?.count
      cost.bytes += known ?? Int(Double(study.bytes(of: form)) * factor(of: form, group))
    }
    return cost
  }

  private func factor(of form: BitmapStudy.Form, _ group: Int) -> Double {
    bitmapFactors[group].nearest(to: form.coloring) ?? coloringFactors.nearest(to: form.coloring) ?? 1
  }

  /// The pictures of sequences that a choice leaves out, with those that are shown instead.
  func leftOut(_ choice: Choice) -> [ImageID: ImageID] {
    var result: [ImageID: ImageID] = [:]
    for (index, hold) in choice.holds.enumerated() where hold > 0 {
      let images = groups[index].images
      for (position, source) in sequences[index].holds[hold].sources.enumerated() where position != source {
        result[images[position]] = images[source]
      }
    }
    return result
  }

  private func outlineForms(
    _ index: Int, _ bounds: ReductionBounds
  ) -> [(form: PartForm, cost: Allocation.Form)] {
    let study = outlines[index]
    return study.forms.compactMap { form in
      if form.rounding > 0, bounds.keepsQuality { return nil }
      let packed = packedOutlines[index][form].map(Double.init)
      let bytes = packed ?? Double(study.bytes(of: form)) * outlineFactors[index]
      let weight = form.hold > 0 ? bounds.preference.smoothnessWeight : 1
      return (
        .outline(form),
        Allocation.Form(bytes: Int(bytes * sharing), loss: study.loss(of: form, holdTrust: holdTrust) * weight)
      )
    }
  }

  /// The movie with the least loss that keeps to the budget; nil if none does.
  ///
  /// - Throws: `work.cancelled`, or what the encoder throws.
  mutating func fitted(to budget: ExportBudget, _ bounds: ReductionBounds, log: inout DiagnosticLog) throws(Diagnostic)
    -> Fitted?
  {
    var best: Fitted?
    var tried: Set<Choice> = []
    var target = budget
    var misses = 0
    var found = log
    for correction in 0..<Self.corrections {
      let next =
        correction < Self.measuredCorrections
        ? chooseMeasured(within: target, bounds) : choose(within: target, bounds)
      guard let (choice, cost) = next, tried.insert(choice).inserted,
        cost < (best?.cost ?? .infinity) * worthwhileGain(after: best, budget)
      else { break }
      var attempt = log
      let movie = try write(choice, log: &attempt)
      guard movie.bytes.count <= budget.bytes ?? .max else {
        // Estimates err by a little still.
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

  /// Part of the cost that may remain where another choice is tried after one that fits.
  private func worthwhileGain(after best: Fitted?, _ budget: ExportBudget) -> Double {
    guard let best, let limit = budget.bytes else { return 0.94 }
    return Double(best.movie.bytes.count) < Self.enoughBytes * Double(limit) ? 0.995 : 0.94
  }

  /// A choice for which it is measured what held outlines lose: at least as much as for any that was looked at before.
  private mutating func chooseMeasured(
    within budget: ExportBudget, _ bounds: ReductionBounds
  ) -> (choice: Choice, cost: Double)? {
    var last: Choice?
    var trust = 0.0
    for _ in 0..<Self.measurements {
      guard let found = choose(within: budget, bounds) else { return nil }
      if found.choice == last { return found }
      last = found.choice
      calibrate(found.choice)
      trust = max(trust, holdTrust)
      holdTrust = trust
    }
    return choose(within: budget, bounds)
  }

  private func choose(within budget: ExportBudget, _ bounds: ReductionBounds) -> (choice: Choice, cost: Double)? {
    let forms = forms(bounds)
    guard let allocation = Allocation(of: forms.map { $0.map(\.cost) }, within: budget) else { return nil }
    var choice = Choice()
    for (part, index) in zip(forms, allocation.choices) {
      switch part[index].form {
      case .bitmap(let form, let hold):
        choice.bitmaps.append(form)
        choice.holds.append(hold)
      case .outline(let form): choice.outlines.append(form)
      }
    }
    return (choice, allocation.loss)
  }

  // MARK: - Writing

  private mutating func write(_ choice: Choice, log: inout DiagnosticLog) throws(Diagnostic) -> PackedMovie {
    try pack(choice)
    var replaced: [ImageID: ImageAsset] = [:]
    var packed: [ImageID: [UInt8]] = [:]
    let leftOut = leftOut(choice)
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images where leftOut[id] == nil {
        guard let file = files[id]?[form] else { continue }
        packed[id] = file
        if form.scale > 0, let asset = ImageAsset(name: timeline[id].name, bytes: file) { replaced[id] = asset }
      }
    }
    let conformance = SVGAConformance(timeline, options.profile.capabilities)
    let forms = Dictionary(uniqueKeysWithValues: zip(places, zip(outlines, choice.outlines)))
    var reduced = timeline.mappingParts { place, sprite in
      var sprite = forms[place].map { study, form in study.applied(form, to: sprite, conformance) } ?? sprite
      if case .image(let id) = sprite.content, let source = leftOut[id] {
        sprite.content = .image(source)
        // The key is that of the picture that is shown.
        sprite.replacementKey = nil
      }
      return sprite
    }
    if !replaced.isEmpty { reduced = reduced.replacingImages(replaced) }
    let tolerances = forms.mapValues { options.tolerance * OutlineStudy.roundings[$1.rounding] }
    let draft = try encoder.draft(of: reduced, bitmaps: packed, tolerances: tolerances, log: &log)
    let bytes = try draft.movie.file(options, log: &log)
    learn(from: draft, choice, bytes: bytes.count)
    let unused = leftOut.keys.reduce(0) { $0 + min(timeline[$1].decodedBytes, 1 << 40) }
    return PackedMovie(
      bytes: bytes, decodedBytes: reduced.decodedBytes - unused, origin: (reduced, encoder, draft.movie))
  }

  /// Packs the bitmaps that a choice needs.
  private mutating func pack(_ choice: Choice) throws(Diagnostic) {
    var work: [(id: ImageID, form: BitmapStudy.Form, subject: BitmapStudy.Subject)] = []
    var totalPixels = 0
    let leftOut = leftOut(choice)
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images where leftOut[id] == nil {
        guard let study = studies[id] else { continue }
        let size = study.size(of: form)
        totalPixels += size.width * size.height
        if files[id]?[form] == nil { work.append((id, form, study.subject)) }
      }
    }
    let (effort, limits, pixels) = (options.effort, context.limits, totalPixels)
    let jobs = work
    var found: [[UInt8]] = []
    try OrderedWork.run(count: jobs.count, threads: context.threads, worker: ()) { _, index throws(Diagnostic) in
      try BitmapStudy.file(
        of: jobs[index].form, jobs[index].subject, effort: effort, totalPixels: pixels, limits: limits)
    } consume: { index, file throws(Diagnostic) in
      try context.progress.report("packing bitmaps", index + 1, of: jobs.count)
      found.append(file)
    }
    for (job, file) in zip(jobs, found) { files[job.id, default: [:]][job.form] = file }
  }

  /// Corrects what is estimated by what was written.
  private mutating func learn(from draft: MovieDraft, _ choice: Choice, bytes: Int) {
    var bitmaps = 0
    var colorings: [Int: (real: Int, estimated: Int)] = [:]
    let leftOut = leftOut(choice)
    for (index, group) in groups.enumerated() {
      let form = choice.bitmaps[index]
      var (real, estimated) = (0, 0)
      for id in group.images where leftOut[id] == nil {
        let file = files[id]?[form]?.count ?? timeline[id].bytes.count
        bitmaps += file
        guard let study = studies[id] else { continue }
        real += file
        estimated += study.bytes(of: form)
      }
      guard estimated > 0, form != BitmapStudy.Form() else { continue }
      bitmapFactors[index][form.coloring] = Double(real) / Double(estimated)
      colorings[form.coloring, default: (0, 0)].real += real
      colorings[form.coloring, default: (0, 0)].estimated += estimated
    }
    for (coloring, sum) in colorings { coloringFactors[coloring] = Double(sum.real) / Double(sum.estimated) }
    let positions = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
    var packed = 0
    for (index, place) in draft.places.enumerated() {
      guard let position = positions[place] else { continue }
      let form = choice.outlines[position]
      let size = packedOutlines[position][form] ?? draft.movie.spriteCost(index)
      packedOutlines[position][form] = size
      packed += size
      let estimate = outlines[position].bytes(of: form)
      if form != OutlineStudy.Form() { outlineFactors[position] = Double(size) / Double(max(1, estimate)) }
    }
    learnSharing(bytes: bytes, bitmaps: bitmaps, packed: packed)
  }
}

extension ReductionBounds {
  /// Whether a bitmap may have a form.
  func allows(_ form: BitmapStudy.Form) -> Bool {
    if form.coloring > 0, keepsQuality { return false }
    return form.scale == 0 || !keepsResolution && BitmapStudy.scales[form.scale] >= leastScale
  }
}

extension [Int: Double] {
  /// The value of a key, or of the one that is nearest; nil if there is none.
  fileprivate func nearest(to key: Int) -> Double? {
    self[key] ?? self.min { (abs($0.key - key), $0.key) < (abs($1.key - key), $1.key) }?.value
  }
}

extension Array {
  /// The elements than which no other one costs less or as much in every respect.
  fileprivate func useful(by cost: (Element) -> Allocation.Form) -> [Element] {
    let costs = map(cost)
    return indices.filter { index in
      let own = costs[index]
      return !indices.contains { other in
        let cost = costs[other]
        guard other != index, cost.bytes <= own.bytes, cost.memory <= own.memory, cost.loss <= own.loss else {
          return false
        }
        return other < index || cost != own
      }
    }.map { self[$0] }
  }
}

internal import Compression
internal import Diagnostics
internal import Geometry
internal import Pixels
internal import SVGAFormat
internal import SVGALowering
internal import TimelineModel
internal import TimelineRendering

/// Makes the movie of one lowered timeline that keeps to a budget with the least loss.
///
/// Bitmaps and outlines are studied once, which gives each of them many forms with estimated bytes; `Allocation` chooses.
/// The movie is written, and where the estimates were wrong they are corrected, and the choice is made again.
struct MovieFitter {
  /// One choice for every part.
  struct Choice: Hashable {
    var bitmaps: [BitmapStudy.Form]
    var outlines: [OutlineStudy.Form]
  }

  /// A movie in the forms of a choice.
  struct Fitted {
    var choice: Choice
    var movie: PackedMovie
    /// Share of what is seen that is lost, about, weighted by what is preferred.
    var cost: Double
  }

  /// How often the choice is corrected.
  private static let corrections = 6
  /// Part of the loss that may remain where another choice is tried after one that fits.
  private static let worthwhileGain = 0.94

  private let timeline: Timeline
  private let encoder: SVGAEncoder
  private let options: SVGAExporter.Options
  private let context: ExportContext
  private let groups: [BitmapGroup]
  private var studies: [ImageID: BitmapStudy] = [:]
  private var weights: [ImageID: Double] = [:]
  private var places: [SpritePlace] = []
  private var outlines: [OutlineStudy] = []
  /// Files of bitmaps that were packed.
  private var files: [ImageID: [BitmapStudy.Form: [UInt8]]] = [:]
  /// Bytes of sprites as they are, deflated alone, by form.
  private var packedOutlines: [[OutlineStudy.Form: Int]] = []
  /// What estimates of bytes are multiplied by: by group and palette, and by palette where a group has none of its own.
  private var bitmapFactors: [[Int: Double]] = []
  private var paletteFactors: [Int: Double] = [:]
  private var outlineFactors: [Double] = []
  /// What sprites take in the file for each byte that they take deflated alone.
  private var sharing: Double

  /// Studies a timeline.
  ///
  /// - Parameters:
  ///   - draft: Its movie with nothing given up; its bitmaps need not be packed.
  ///   - files: Files of bitmaps that are packed already.
  ///   - sharing: What sprites take in the file for each byte that they take deflated alone.
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
    let areas = VisibleAreas(timeline)
    try studyBitmaps(areas)
    studyOutlines(areas, draft)
  }

  // MARK: - Studies

  private mutating func studyBitmaps(_ areas: VisibleAreas) throws(Diagnostic) {
    var subjects: [ImageID: BitmapStudy.Subject] = [:]
    var drawn: Set<ImageID> = []
    timeline.forEachPart { place, sprite in
      guard case .image(let id) = sprite.content else { return }
      var subject = subjects[id] ?? BitmapStudy.Subject(image: timeline[id])
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        subject.drawnScale = max(subject.drawnScale, sprite.frames[frame].transform.stretch.largest)
        weights[id, default: 0] += areas.share(of: sprite, in: frame, of: timeline)
      }
      if case .matte = place.part {} else { drawn.insert(id) }
      subjects[id] = subject
    }
    let ids = groups.flatMap(\.images)
    let work = ids.compactMap { id in
      subjects[id].map { subject in
        var subject = subject
        subject.isMatte = !drawn.contains(id)
        subject.plainBytes = files[id]?[BitmapStudy.Form()]?.count
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
    bitmapFactors = groups.map { _ in [:] }
  }

  private mutating func studyOutlines(_ areas: VisibleAreas, _ draft: MovieDraft) {
    let sizes = draft.movie.spriteCosts
    var bytes: [SpritePlace: Int] = [:]
    for (place, size) in zip(draft.places, sizes) { bytes[place] = size }
    var cache = OutlineCache()
    var places: [SpritePlace] = []
    var outlines: [OutlineStudy] = []
    timeline.forEachPart { place, sprite in
      guard let bytes = bytes[place] else { return }
      places.append(place)
      outlines.append(
        OutlineStudy(sprite, bytes: bytes, of: timeline, areas, tolerance: options.tolerance, &cache))
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
  private func forms(_ bounds: ReductionBounds) -> [[(form: PartForm, cost: Allocation.Form)]] {
    groups.indices.map { bitmapForms($0, bounds) } + outlines.indices.map { outlineForms($0, bounds) }
  }

  /// The costs of all forms if only a part of the frames were left.
  private func costs(_ bounds: ReductionBounds, frames share: Double) -> [[Allocation.Form]] {
    zip(forms(bounds), groups.map { $0.images.count > 1 } + outlines.map { _ in true }).map { part, isSequence in
      part.map { form in
        guard isSequence, share < 1 else { return form.cost }
        var cost = form.cost
        cost.bytes = Int(Double(cost.bytes) * share)
        cost.memory = Int(Double(cost.memory) * share)
        return cost
      }
    }
  }

  /// What an export would cost, if only a part of the frames were left.
  func estimate(within budget: ExportBudget, _ bounds: ReductionBounds, frames share: Double = 1) -> ExportEstimate {
    let costs = costs(bounds, frames: share)
    let floor = Allocation.floor(of: costs)
    let allocation = Allocation(of: costs, within: budget)
    return ExportEstimate(leastBytes: floor.bytes, leastMemory: floor.memory, cost: allocation?.loss)
  }

  /// What the layers take of the smallest movie, largest first.
  func spenders(of resource: ExportResource, _ bounds: ReductionBounds) -> [LayerShare] {
    var names: [ImageID: String] = [:]
    var layers: [SpritePlace: String] = [:]
    timeline.forEachPart { place, sprite in
      let name = sprite.layers.joined(separator: " › ")
      layers[place] = name
      if case .image(let id) = sprite.content { names[id] = names[id] ?? name }
    }
    let owners = groups.map { $0.images.first.flatMap { names[$0] } ?? "" } + places.map { layers[$0] ?? "" }
    var costs: [String: Int] = [:]
    for (owner, part) in zip(owners, forms(bounds)) {
      let least = part.lazy.map { resource == .bytes ? $0.cost.bytes : $0.cost.memory }.min()
      costs[owner, default: 0] += least ?? 0
    }
    let total = Double(max(1, costs.values.reduce(0, +)))
    return costs.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      LayerShare(layer: $0.key, share: Double($0.value) / total)
    }
  }

  private enum PartForm {
    case bitmap(BitmapStudy.Form)
    case outline(OutlineStudy.Form)
  }

  private func bitmapForms(
    _ group: Int, _ bounds: ReductionBounds
  ) -> [(form: PartForm, cost: Allocation.Form)] {
    let preference = bounds.preference
    return BitmapStudy.scales.indices.flatMap { scale in
      BitmapStudy.palettes.indices.compactMap { palette -> (PartForm, Allocation.Form)? in
        let form = BitmapStudy.Form(scale: scale, palette: palette)
        guard bounds.allows(form) else { return nil }
        var cost = Allocation.Form(bytes: 0)
        for id in groups[group].images {
          guard let study = studies[id] else {
            // What cannot be decoded stays as it is.
            guard form == BitmapStudy.Form() else { return nil }
            cost.bytes += timeline[id].bytes.count
            cost.memory += min(timeline[id].decodedBytes, 1 << 40)
            continue
          }
          guard let loss = study.loss(of: form) else { return nil }
          let size = study.size(of: form)
          cost.memory += 4 * size.width * size.height
          let known = files[id]?[form]?.count
          cost.bytes += known ?? Int(Double(study.bytes(of: form)) * factor(of: form, group))
          cost.loss +=
            (weights[id] ?? 0)
            * (loss.resolution * preference.sizeWeight + loss.colors * preference.sharpnessWeight)
        }
        return (.bitmap(form), cost)
      }
    }
  }

  private func factor(of form: BitmapStudy.Form, _ group: Int) -> Double {
    bitmapFactors[group][form.palette] ?? paletteFactors[form.palette] ?? 1
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
      return (.outline(form), Allocation.Form(bytes: Int(bytes * sharing), loss: study.loss(of: form) * weight))
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
    for _ in 0..<Self.corrections {
      guard let (choice, cost) = choose(within: target, bounds), tried.insert(choice).inserted,
        cost < (best?.cost ?? .infinity) * Self.worthwhileGain
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

  private func choose(within budget: ExportBudget, _ bounds: ReductionBounds) -> (choice: Choice, cost: Double)? {
    let forms = forms(bounds)
    guard let allocation = Allocation(of: forms.map { $0.map(\.cost) }, within: budget) else { return nil }
    var choice = Choice(bitmaps: [], outlines: [])
    for (part, index) in zip(forms, allocation.choices) {
      switch part[index].form {
      case .bitmap(let form): choice.bitmaps.append(form)
      case .outline(let form): choice.outlines.append(form)
      }
    }
    return (choice, allocation.loss)
  }

  /// Share of what is seen that a choice loses, about.
  func loss(of choice: Choice) -> Double {
    var loss = 0.0
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images {
        guard let part = studies[id]?.loss(of: form) else { continue }
        loss += (weights[id] ?? 0) * (part.resolution + part.colors)
      }
    }
    for (study, form) in zip(outlines, choice.outlines) { loss += study.loss(of: form) }
    return min(1, loss)
  }

  /// What a choice has given up.
  func reductions(of choice: Choice) -> [ReducedSetting] {
    var report = MovieReductionReport()
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images { report.add(form, subject: studies[id]?.subject) }
    }
    for (study, form) in zip(outlines, choice.outlines) { report.add(form, of: study, tolerance: options.tolerance) }
    return report.settings
  }

  // MARK: - Writing

  private mutating func write(_ choice: Choice, log: inout DiagnosticLog) throws(Diagnostic) -> PackedMovie {
    try pack(choice)
    var replaced: [ImageID: ImageAsset] = [:]
    var packed: [ImageID: [UInt8]] = [:]
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images {
        guard let file = files[id]?[form] else { continue }
        packed[id] = file
        if form.scale > 0, let asset = ImageAsset(name: timeline[id].name, bytes: file) { replaced[id] = asset }
      }
    }
    let conformance = SVGAConformance(timeline, options.profile.capabilities)
    let forms = Dictionary(uniqueKeysWithValues: zip(places, zip(outlines, choice.outlines)))
    var reduced = timeline.mappingParts { place, sprite in
      forms[place].map { study, form in study.applied(form, to: sprite, conformance) } ?? sprite
    }
    if !replaced.isEmpty { reduced = reduced.replacingImages(replaced) }
    let tolerances = forms.mapValues { options.tolerance * OutlineStudy.roundings[$1.rounding] }
    let draft = try encoder.draft(of: reduced, bitmaps: packed, tolerances: tolerances, log: &log)
    let bytes = try draft.movie.file(options, log: &log)
    learn(from: draft, choice, bytes: bytes.count)
    return PackedMovie(bytes: bytes, decodedBytes: reduced.decodedBytes, origin: (reduced, encoder))
  }

  /// Packs the bitmaps that a choice needs.
  private mutating func pack(_ choice: Choice) throws(Diagnostic) {
    var work: [(id: ImageID, form: BitmapStudy.Form, subject: BitmapStudy.Subject)] = []
    var totalPixels = 0
    for (group, form) in zip(groups, choice.bitmaps) {
      for id in group.images {
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
    var palettes: [Int: (real: Int, estimated: Int)] = [:]
    for (index, group) in groups.enumerated() {
      let form = choice.bitmaps[index]
      var (real, estimated) = (0, 0)
      for id in group.images {
        let file = files[id]?[form]?.count ?? timeline[id].bytes.count
        bitmaps += file
        guard let study = studies[id] else { continue }
        real += file
        estimated += study.bytes(of: form)
      }
      guard estimated > 0, form != BitmapStudy.Form() else { continue }
      bitmapFactors[index][form.palette] = Double(real) / Double(estimated)
      palettes[form.palette, default: (0, 0)].real += real
      palettes[form.palette, default: (0, 0)].estimated += estimated
    }
    for (palette, sum) in palettes { paletteFactors[palette] = Double(sum.real) / Double(sum.estimated) }
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
  fileprivate func allows(_ form: BitmapStudy.Form) -> Bool {
    if form.palette > 0, keepsQuality { return false }
    return form.scale == 0 || !keepsResolution && BitmapStudy.scales[form.scale] >= leastScale
  }
}

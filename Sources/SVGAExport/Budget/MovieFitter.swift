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
    /// Share of what is seen that is lost, about.
    var loss: Double
  }

  /// How often the choice is corrected.
  private static let corrections = 4
  /// Part of a limit that is enough to use.
  private static let goodUse = 0.95

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
  /// What estimates of bytes are multiplied by.
  private var bitmapFactors: [Double] = []
  private var outlineFactors: [Double] = []
  /// What sprites take in the file for each byte that they take deflated alone.
  private var sharing = 0.93

  /// Studies a timeline.
  ///
  /// - Parameters:
  ///   - plain: The movie with nothing given up; nil if it was never made.
  /// - Throws: `work.cancelled`, or what the encoder throws.
  init(
    _ timeline: Timeline, plain: (draft: MovieDraft, bytes: Int)?, _ options: SVGAExporter.Options,
    in context: ExportContext
  ) throws(Diagnostic) {
    self.timeline = timeline
    self.options = options
    self.context = context
    encoder = SVGAEncoder(options, in: context)
    groups = BitmapGroup.groups(of: timeline)
    let areas = VisibleAreas(timeline)
    if let plain {
      for (key, id) in plain.draft.images.sorted(by: { $0.key < $1.key }) {
        files[id, default: [:]][BitmapStudy.Form()] = plain.draft.movie.imageBytes(forKey: key)
      }
    }
    try studyBitmaps(areas)
    try studyOutlines(areas, plain?.draft)
    if let plain {
      let bitmaps = studies.keys.reduce(0) { $0 + (files[$1]?[BitmapStudy.Form()]?.count ?? 0) }
      learnSharing(bytes: plain.bytes, bitmaps: bitmaps, packed: outlines.reduce(0) { $0 + $1.plainBytes })
    }
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
    bitmapFactors = groups.map { _ in 1 }
  }

  private mutating func studyOutlines(_ areas: VisibleAreas, _ plain: MovieDraft?) throws(Diagnostic) {
    var log = DiagnosticLog()
    // Only the sprites count, so that no bitmap need be packed.
    let known = Dictionary(uniqueKeysWithValues: studies.keys.map { ($0, timeline[$0].bytes) })
    let draft = if let plain { plain } else { try encoder.draft(of: timeline, bitmaps: known, log: &log) }
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
          cost.bytes += known ?? Int(Double(study.bytes(of: form)) * bitmapFactors[group])
          cost.loss +=
            (weights[id] ?? 0)
            * (loss.resolution * preference.sizeWeight + loss.colors * preference.sharpnessWeight)
        }
        return (.bitmap(form), cost)
      }
    }
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
    for _ in 0..<Self.corrections {
      guard let (choice, loss) = choose(within: target, bounds), tried.insert(choice).inserted else { break }
      var attempt = log
      let movie = try write(choice, log: &attempt)
      let fits = movie.bytes.count <= budget.bytes ?? .max && movie.decodedBytes <= budget.memory ?? .max
      if fits, loss < best?.loss ?? .infinity {
        best = Fitted(choice: choice, movie: movie, loss: loss)
        log = attempt
        if loss == 0 || isUsed(movie, budget) { break }
      }
      // Estimates err by a little still.
      if !fits, let limit = budget.bytes { target.bytes = (target.bytes ?? limit) - limit / 100 }
    }
    return best
  }

  private func isUsed(_ movie: PackedMovie, _ budget: ExportBudget) -> Bool {
    let bytes = budget.bytes.map { Double(movie.bytes.count) / Double(max(1, $0)) } ?? 0
    let memory = budget.memory.map { Double(movie.decodedBytes) / Double(max(1, $0)) } ?? 0
    return max(bytes, memory) >= Self.goodUse
  }

  /// The least that the movie can take.
  func floor(_ bounds: ReductionBounds) -> Allocation.Floor {
    Allocation.floor(of: forms(bounds).map { $0.map(\.cost) })
  }

  private func choose(within budget: ExportBudget, _ bounds: ReductionBounds) -> (choice: Choice, loss: Double)? {
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
      if estimated > 0, form != BitmapStudy.Form() { bitmapFactors[index] = Double(real) / Double(estimated) }
    }
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

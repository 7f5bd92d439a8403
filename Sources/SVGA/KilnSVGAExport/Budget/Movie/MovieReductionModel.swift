internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnExporting
internal import KilnSVGAFormat
internal import KilnSVGALowering
internal import KilnTimeline
internal import KilnRendering

/// Measurements of one lowered timeline: the forms that its bitmaps and outlines have, and what is seen of each of them.
/// Never changes; what exports teach about bytes and losses is in `ByteModel` and `HoldLossModel`.
struct MovieReductionModel {
  let timeline: Timeline
  let images: DecodedImages
  let groups: [BitmapGroup]
  /// Model of each group; a group that is not a sequence has one hold.
  let sequences: [SequenceLadder]
  let bitmaps: [ImageID: BitmapLadder]
  /// Part of what is seen in all frames that each bitmap covers.
  let weights: [ImageID: Double]
  /// Positions of the sprites of the movie.
  let places: [SpritePosition]
  /// By sprite.
  let outlines: [OutlineLadder]

  /// Models a timeline.
  ///
  /// - Parameters:
  ///   - draft: Its movie with nothing given up; its bitmaps need not be packed.
  ///   - files: Files of bitmaps that are packed already.
  ///   - known: A model of the animation at another frame rate, which studied most of the bitmaps.
  ///   - tolerance: Maximum distance by which rounding moves a point, in pixels.
  /// - Throws: `work.cancelled`.
  init(
    _ timeline: Timeline, _ draft: MovieDraft, files: [ImageID: [UInt8]], known: MovieReductionModel?,
    tolerance: Double, in context: ExportContext
  ) throws(Diagnostic) {
    self.timeline = timeline
    groups = BitmapGroup.groups(of: timeline)
    // Images that cannot be decoded were reported when the timeline was lowered.
    var ignored = DiagnosticLog()
    images = DecodedImages(timeline, limits: context.limits, log: &ignored)
    let areas = VisibleAreas(timeline, TimelineRenderer(timeline, images: images))
    weights = Self.weights(timeline, areas)
    let bitmaps = try Self.bitmaps(of: groups, in: timeline, areas, files: files, known: known, in: context)
    self.bitmaps = bitmaps
    sequences = groups.map { SequenceLadder($0.images.map { bitmaps[$0]?.small }) }
    (places, outlines) = Self.outlines(timeline, draft, areas, bitmaps, tolerance: tolerance)
  }

  private static func weights(_ timeline: Timeline, _ areas: VisibleAreas) -> [ImageID: Double] {
    var weights: [ImageID: Double] = [:]
    timeline.forEachPart { place, sprite in
      guard case .image(let id) = sprite.content else { return }
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        weights[id, default: 0] += areas.share(of: sprite, at: place, in: frame, of: timeline)
      }
    }
    return weights
  }

  private static func bitmaps(
    of groups: [BitmapGroup], in timeline: Timeline, _ areas: VisibleAreas, files: [ImageID: [UInt8]],
    known: MovieReductionModel?, in context: ExportContext
  ) throws(Diagnostic) -> [ImageID: BitmapLadder] {
    let ids = groups.flatMap(\.images)
    let subjects = BitmapLadder.Subject.subjects(of: groups, in: timeline)
    let work = ids.compactMap { id in
      subjects[id].map { subject in
        var subject = subject
        subject.plainBytes = files[id]?.count
        subject.hidden = areas.hiddenParts[id]
        return subject
      }
    }
    let limits = context.limits
    let known = known?.laddersByFile ?? [:]
    var found: [ImageID: BitmapLadder] = [:]
    try OrderedWork.run(count: work.count, threads: context.threads, worker: ()) { _, index in
      known[work[index].image.bytes]?.reused(for: work[index]) ?? BitmapLadder(work[index], limits: limits)
    } consume: { index, model throws(Diagnostic) in
      try context.progress.report("studying bitmaps", index + 1, of: work.count)
      found[ids[index]] = model
    }
    return found
  }

  /// Ladders of bitmaps by the content of the file, of equal files the first one.
  private var laddersByFile: [[UInt8]: BitmapLadder] {
    let ladders = groups.flatMap(\.images).compactMap { bitmaps[$0] }
    return Dictionary(ladders.map { ($0.subject.image.bytes, $0) }) { first, _ in first }
  }

  private static func outlines(
    _ timeline: Timeline, _ draft: MovieDraft, _ areas: VisibleAreas, _ bitmaps: [ImageID: BitmapLadder],
    tolerance: Double
  ) -> ([SpritePosition], [OutlineLadder]) {
    var bytes: [SpritePosition: Int] = [:]
    for (place, size) in zip(draft.places, draft.movie.spriteCosts) { bytes[place] = size }
    var cache = DrawnOutlineCache()
    var places: [SpritePosition] = []
    var outlines: [OutlineLadder] = []
    timeline.forEachPart { place, sprite in
      guard let bytes = bytes[place] else { return }
      places.append(place)
      // No `flatMap`, of which Swift 6.3.1 cannot optimize the lifetime of `sprite`.
      var bitmap: BitmapLadder?
      if let id = sprite.imageID { bitmap = bitmaps[id] }
      outlines.append(
        OutlineLadder(
          sprite, at: place, bytes: bytes, of: timeline, areas, tolerance: tolerance, bitmap: bitmap, &cache))
    }
    return (places, outlines)
  }

  // MARK: - Choices

  /// The pictures of sequences that a choice leaves out, with those that are shown instead.
  func omittedPictures(_ choice: MovieChoice) -> [ImageID: ImageID] {
    var result: [ImageID: ImageID] = [:]
    for (index, hold) in choice.holds.enumerated() where hold > 0 {
      let images = groups[index].images
      for (position, source) in sequences[index].holds[hold].sources.enumerated() where position != source {
        result[images[position]] = images[source]
      }
    }
    return result
  }

  /// The timeline with the outlines of a choice, and without the pictures that are left out.
  func applying(_ choice: MovieChoice, omittedPictures: [ImageID: ImageID] = [:], _ options: SVGAExporter.Options)
    -> Timeline
  {
    let conformance = SVGAConformance(timeline, options.profile.capabilities)
    let forms = Dictionary(uniqueKeysWithValues: zip(places, zip(outlines, choice.outlines)))
    return timeline.mappingParts { place, sprite in
      var sprite = forms[place].map { model, form in model.applied(form, to: sprite, conformance) } ?? sprite
      if case .image(let id) = sprite.content, let source = omittedPictures[id] {
        sprite.content = .image(source)
        // The key is that of the picture shown instead.
        sprite.replacementKey = nil
      }
      return sprite
    }
  }

  /// Share of what is seen that a choice loses, about.
  ///
  /// - Parameter holdLossRatio: Ratio of the measured to the estimated loss of held outlines.
  func loss(of choice: MovieChoice, holdLossRatio: Double) -> Double {
    var loss = 0.0
    for (index, group) in groups.enumerated() {
      let (form, hold) = (choice.bitmaps[index], sequences[index].holds[choice.holds[index]])
      for (position, id) in group.images.enumerated() {
        let part = bitmaps[group.images[hold.sources[position]]]?.loss(of: form)
        loss += (weights[id] ?? 0) * ((part?.resolution ?? 0) + (part?.colors ?? 0) + hold.losses[position])
      }
    }
    for (model, form) in zip(outlines, choice.outlines) { loss += model.loss(of: form, holdLossRatio: holdLossRatio) }
    return min(1, loss)
  }

  /// Settings that a choice has lowered.
  func reductions(of choice: MovieChoice, tolerance: Double) -> [ReducedSetting] {
    var report = MovieReductionReport()
    let omittedPictures = omittedPictures(choice)
    for (group, form) in zip(groups, choice.bitmaps) {
      let isThinned = group.images.contains { omittedPictures[$0] != nil }
      for id in group.images {
        if isThinned { report.addPicture(isShown: omittedPictures[id] == nil) }
        if omittedPictures[id] == nil { report.add(form, subject: bitmaps[id]?.subject) }
      }
    }
    for (model, form) in zip(outlines, choice.outlines) { report.add(form, of: model, tolerance: tolerance) }
    return report.settings
  }
}

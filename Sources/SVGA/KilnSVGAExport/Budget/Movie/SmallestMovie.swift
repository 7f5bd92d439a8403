internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnTimeline
internal import KilnRendering

/// About the least that the movie of a lowered timeline can take, without knowing what that loses: far cheaper than the
/// measurements of `MovieReductionModel`.
///
/// Every bitmap is packed in its smallest form, sequences keep the fewest pictures that are ever considered, and
/// sprites hold their outlines for the longest time that is ever considered.
struct SmallestMovie {
  /// Bytes in the file, and of decoded bitmaps.
  private struct Amount {
    var bytes = 0
    var memory = 0

    mutating func add(_ other: Amount) {
      bytes += other.bytes
      memory += other.memory
    }
  }

  /// A bitmap in its smallest form.
  fileprivate struct SmallestBitmap: Sendable {
    var bytes: Int
    /// The bitmap at the resolution at which pictures of sequences are compared; nil if it is not part of a sequence,
    /// or cannot be decoded.
    var picture: Pixmap?
  }

  /// Factor on a limit: a movie whose least is above the product is not studied.
  private static let margin = 1.2
  /// Factor on a limit: a movie whose least is above the product is not tried as it is, either. The least is never too
  /// high by this factor.
  private static let farMargin = 2.0

  private var total = Amount()
  /// Part of the total that does not depend on the number of frames.
  private var steady = Amount()
  private var layers: [String: Amount] = [:]

  /// Whether the lower bound is so far above a limit that nothing can fit.
  func isAbove(_ budget: ExportBudget) -> Bool { isAbove(budget, by: Self.margin) }

  /// Whether the lower bound is so far above a limit that even the unreduced movie need not be tried.
  func isFarAbove(_ budget: ExportBudget) -> Bool { isAbove(budget, by: Self.farMargin) }

  private func isAbove(_ budget: ExportBudget, by margin: Double) -> Bool {
    Double(total.bytes) > Double(budget.bytes ?? .max) * margin
      || Double(total.memory) > Double(budget.memory ?? .max) * margin
  }

  /// Estimate of an export that does not fit: its least bytes and memory, without a cost.
  var estimate: ExportEstimate {
    ExportEstimate(
      leastBytes: total.bytes, leastMemory: total.memory, cost: nil, steadyBytes: steady.bytes,
      steadyMemory: steady.memory)
  }

  /// The same if only a part of the frames were left.
  func scaled(frames share: Double) -> SmallestMovie {
    func part(_ all: Int, _ steady: Int) -> Int { steady + Int(Double(all - steady) * share) }
    var result = self
    result.total.bytes = part(total.bytes, steady.bytes)
    result.total.memory = part(total.memory, steady.memory)
    return result
  }

  /// Bytes or memory of each layer, largest first.
  func layerShares(of resource: ExportResource) -> [LayerShare] {
    MovieLayerNames.shares(of: layers.mapValues { resource == .bytes ? $0.bytes : $0.memory })
  }

  // MARK: - Measuring

  /// The least of a movie; nil if the budget is plainly large enough for it.
  ///
  /// - Parameters:
  ///   - draft: The movie with nothing given up; its bitmaps need not be packed.
  ///   - files: Files of bitmaps that are packed already.
  ///   - costs: Bytes of its sprites, each deflated alone.
  ///   - sharing: Ratio of the bytes of sprites in the file to `costs`.
  /// - Throws: `work.cancelled`.
  init?(
    _ timeline: Timeline, _ draft: MovieDraft, files: [ImageID: [UInt8]], costs: [Int], sharing: Double,
    _ options: SVGAExporter.Options, in context: ExportContext
  ) throws(Diagnostic) {
    let groups = BitmapGroup.groups(of: timeline)
    var subjects = BitmapLadder.Subject.subjects(of: groups, in: timeline)
    for (id, file) in files { subjects[id]?.plainBytes = file.count }
    let forms = subjects.mapValues { context.bounds.smallestForm(of: $0) }
    let sprites = Double(costs.reduce(0, +)) * sharing
    guard Self.mayBeExceeded(subjects, forms, sprites: sprites, context.budget) else { return nil }
    try addBitmaps(groups, subjects, forms, MovieLayerNames(timeline), in: context)
    addSprites(timeline, draft, costs, sharing: sharing, options, context.bounds)
  }

  /// Whether a limit is so small that the lower bound may exceed it. Reducing the pixels of a bitmap is assumed to
  /// reduce its bytes by a smaller factor.
  private static func mayBeExceeded(
    _ subjects: [ImageID: BitmapLadder.Subject], _ forms: [ImageID: BitmapLadder.Form], sprites: Double,
    _ budget: ExportBudget
  ) -> Bool {
    var bytes = sprites / 2
    var memory = 0.0
    for (id, subject) in subjects.sorted(by: { $0.key.index < $1.key.index }) {
      let size = subject.size(of: forms[id] ?? BitmapLadder.Form())
      let pixels = Double(size.width) * Double(size.height)
      let all = Double(subject.image.width) * Double(subject.image.height)
      bytes += Double(subject.image.bytes.count) * min(1, pixels / max(1, all)).squareRoot()
      memory += Double(SVGACosts.Memory.pixel) * pixels
    }
    return bytes > Double(budget.bytes ?? .max) || memory > Double(budget.memory ?? .max)
  }

  private mutating func addBitmaps(
    _ groups: [BitmapGroup], _ subjects: [ImageID: BitmapLadder.Subject], _ forms: [ImageID: BitmapLadder.Form],
    _ owners: MovieLayerNames, in context: ExportContext
  ) throws(Diagnostic) {
    let limits = context.limits
    let colorings = BitmapLadder.smallestColorings.filter { context.bounds.allows(BitmapLadder.Form(coloring: $0)) }
    let work = groups.flatMap(\.images).compactMap { id in
      subjects[id].map { (id: id, subject: $0, form: forms[id] ?? BitmapLadder.Form()) }
    }
    var found: [ImageID: SmallestBitmap] = [:]
    try OrderedWork.run(count: work.count, threads: context.threads, worker: ()) { _, index in
      SmallestBitmap(work[index].subject, work[index].form, colorings, limits: limits)
    } consume: { index, smallest throws(Diagnostic) in
      try context.progress.report("looking for the smallest file", index + 1, of: work.count)
      found[work[index].id] = smallest
    }
    for group in groups {
      let isSequence = group.images.count > 1
      let sequence = SequenceLadder(group.images.map { found[$0]?.picture })
      let amounts = sequence.holds.map { hold in
        var amount = Amount()
        for position in Set(hold.sources) {
          guard let smallest = found[group.images[position]], let subject = subjects[group.images[position]] else {
            continue
          }
          let size = subject.size(of: forms[group.images[position]] ?? BitmapLadder.Form())
          amount.add(
            Amount(bytes: smallest.bytes, memory: min(SVGACosts.Memory.pixel * size.width * size.height, 1 << 40)))
        }
        return amount
      }
      let least = Amount(
        bytes: amounts.map(\.bytes).min() ?? 0, memory: amounts.map(\.memory).min() ?? 0)
      add(least, owners.name(group), isSteady: !isSequence)
    }
  }

  private mutating func addSprites(
    _ timeline: Timeline, _ draft: MovieDraft, _ costs: [Int], sharing: Double, _ options: SVGAExporter.Options,
    _ bounds: ReductionBounds
  ) {
    var bytes: [SpritePosition: Int] = [:]
    for (place, cost) in zip(draft.places, costs) { bytes[place] = cost }
    let owners = MovieLayerNames(timeline)
    var cache = DrawnOutlineCache()
    var amounts: [(place: SpritePosition, bytes: Int)] = []
    timeline.forEachPart { place, sprite in
      guard let plain = bytes[place] else { return }
      let least = OutlineLadder.leastBytes(
        of: sprite, at: place, bytes: plain, rounds: !bounds.keepsQuality, in: timeline, tolerance: options.tolerance,
        &cache)
      amounts.append((place, Int(Double(least) * sharing * SVGACosts.Packed.leastShareOfSprites)))
    }
    for (place, bytes) in amounts { add(Amount(bytes: bytes), owners.name(place), isSteady: false) }
  }

  private mutating func add(_ amount: Amount, _ layer: String, isSteady: Bool) {
    total.add(amount)
    if isSteady { steady.add(amount) }
    layers[layer, default: Amount()].add(amount)
  }
}

extension SmallestMovie.SmallestBitmap {
  /// - Parameter colorings: Indices of those of which one has the smallest file.
  fileprivate init(
    _ subject: BitmapLadder.Subject, _ form: BitmapLadder.Form, _ colorings: [Int], limits: Limits
  ) {
    var least = min(subject.image.bytes.count, subject.plainBytes ?? .max)
    do throws(Diagnostic) {
      let picture = try BitmapLadder.decoded(subject, limits: limits)
      let small = BitmapLadder.resized(picture, subject, to: form)
      for coloring in colorings {
        let colored = BitmapLadder.Form(scale: form.scale, coloring: coloring)
        let file = try BitmapLadder.file(of: colored, subject, resized: small, effort: .light)
        least = min(least, Int(Double(file.count) * SVGACosts.Packed.leastShareOfBitmap))
      }
      self.init(bytes: least, picture: subject.isOfSequence ? BitmapLadder.half(of: picture, subject) : nil)
    } catch {
      // A bitmap that cannot be decoded stays as it is.
      self.init(bytes: subject.image.bytes.count)
    }
  }
}

extension ReductionBounds {
  /// The form of a bitmap with the fewest pixels that may be chosen, in all colours.
  fileprivate func smallestForm(of subject: BitmapLadder.Subject) -> BitmapLadder.Form {
    let scale = BitmapLadder.scales.indices.last { scale in
      let form = BitmapLadder.Form(scale: scale)
      return allows(form) && (scale == 0 || subject.isSmaller(form))
    }
    return BitmapLadder.Form(scale: scale ?? 0)
  }
}

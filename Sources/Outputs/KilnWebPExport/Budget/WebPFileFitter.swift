internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// Encodes all frames of an animation such that the file keeps to a budget and uses it.
struct WebPFileFitter {
  /// A frame as it is stored at the moment.
  private struct Stored {
    var subframe: EncodedSubframe
    var form: FrameForm
  }

  private let frames: PlannedFrames
  private(set) var model: QualityModel
  private let encoder: FormEncoder
  /// Bytes of the file, at most.
  private let budget: Int
  /// Settings of all frames, before single frames are corrected.
  private(set) var settings = FileQuality(
    quality: 100, alpha: 100, exact: .lossless(near: 100), losslessFactor: .infinity)
  private var stored: [Stored?] = []
  /// Encodings that were not chosen, at most one for each frame, kept for reuse.
  private var rejected: [Stored?] = []
  /// Estimated mean of 1 − SSIM.
  private(set) var loss = 0.0

  /// Part of the budget that is enough.
  private static let enough = 0.965
  /// Maximum number of times that all frames are encoded.
  private static let rounds = 3
  /// Maximum number of times that some frames are encoded anew.
  private static let corrections = 6

  init(_ frames: PlannedFrames, _ model: QualityModel, encoder: FormEncoder, budget: Int) {
    self.frames = frames
    self.model = model
    self.encoder = encoder
    self.budget = budget
    stored = Array(repeating: nil, count: frames.estimates.count)
    rejected = stored
  }

  /// The lowest quality of a lossy frame; nil if there is none.
  var lowestQuality: Int? {
    stored.compactMap { stored -> Int? in
      if case .lossy(let quality, _) = stored?.form { quality } else { nil }
    }.min()
  }

  /// The forms in which frames are stored.
  var forms: Set<FrameForm> { Set(stored.compactMap { $0?.form }) }

  private var bytes: Int { 44 + stored.reduce(0) { $0 + ($1?.subframe.fileBytes ?? 0) } }

  /// The file; the smallest one if none fits.
  mutating func run(_ encoding: WebPEncoding) throws(Diagnostic) -> [UInt8] {
    var target = Double(budget) * WebPFitter.aim
    for round in 0..<Self.rounds {
      var best = try model.best(within: target)
      if best == nil, round == 0 || bytes > budget { best = try model.smallest() }
      guard let found = best, round == 0 || found.settings != settings else { break }
      settings = found.settings
      loss = found.loss
      try encodeAll(encoding)
      let ratio = Double(bytes) / target
      // Nothing more can be had.
      if bytes <= budget, ratio >= Self.enough || found.loss == 0 { break }
      if abs(ratio - 1) < 0.12, lowestQuality != nil { break }
      model.calibration *= Double(bytes) / max(1, found.bytes)
      if round == Self.rounds - 2 { target = Double(budget) * 0.96 }
    }
    try correct(encoding)
    guard bytes <= budget else { return try encoding.file(of: stored.map { $0?.subframe }) }
    loss = forms.isSubset(of: [.lossless(near: 100)]) ? 0 : try measuredLoss(encoding.context.limits)
    return try encoding.file(of: stored.map { $0?.subframe })
  }

  /// Mean of 1 − SSIM of what is stored, from the samples.
  private func measuredLoss(_ limits: Limits) throws(Diagnostic) -> Double {
    let (encoder, stored) = (encoder, stored)
    let samples = model.samples.samples
    let wanted = Set(samples.map(\.number))
    let runs = Array(Set(wanted.map { $0 / frames.runs.length })).sorted()
    var losses: [Int: Double] = [:]
    try frames.forEach(runs: runs) { number, frame throws(Diagnostic) -> Double in
      guard wanted.contains(number), let subframe = stored[number]?.subframe else { return 0 }
      return try encoder.loss(of: subframe, frame, limits: limits)
    } consume: { number, loss in
      losses[number] = loss
    }
    return samples.reduce(0) { $0 + $1.visibility * (losses[$1.number] ?? 0) }
  }

  // MARK: All frames

  private mutating func encodeAll(_ encoding: WebPEncoding) throws(Diagnostic) {
    let (settings, encoder) = (settings, encoder)
    let usesBoth = settings.losslessFactor > 0 && settings.losslessFactor < .infinity
    let (known, others) = (stored, rejected)
    let counter = try encoding.counter("encoding frames")
    try frames.forEach(runs: Array(0..<frames.runs.count), counter) {
      number, frame throws(Diagnostic) -> (chosen: Stored, other: Stored?) in
      // Forms that were encoded before are reused.
      func encode(_ form: FrameForm) throws(Diagnostic) -> Stored {
        for stored in [known[number], others[number]] {
          if let stored, stored.form == form { return stored }
        }
        return Stored(subframe: try encoder.encode(frame, as: form), form: form)
      }
      if !usesBoth {
        return (try encode(settings.losslessFactor == 0 ? settings.lossy : settings.exact), known[number])
      }
      let lossless = try encode(settings.exact)
      let lossy = try encode(settings.lossy)
      let isExact = Double(lossless.subframe.fileBytes) <= settings.losslessFactor * Double(lossy.subframe.fileBytes)
      return isExact ? (lossless, lossy) : (lossy, lossless)
    } consume: { number, result throws(Diagnostic) in
      stored[number] = result.chosen
      rejected[number] = result.other
    }
  }

  // MARK: Some frames

  /// Changes the quality of some frames until the file fits and uses its budget.
  private mutating func correct(_ encoding: WebPEncoding) throws(Diagnostic) {
    for round in 0..<Self.corrections {
      let bytes = bytes
      let isTooLarge = bytes > budget
      if !isTooLarge, Double(bytes) >= Self.enough * Double(budget) || loss == 0 { return }
      let target = Double(budget) * WebPFitter.aim
      // Bytes that lossy frames take, and what they take after a step of quality.
      let lossy = stored.indices.filter { stored[$0]?.form.isLossy ?? false }
      let amount = lossy.reduce(0) { $0 + (stored[$1]?.subframe.fileBytes ?? 0) }
      guard amount > 0 else {
        if try !correctExact(encoding, round) { return }
        continue
      }
      let growth = model.growth(at: settings)
      let whole = Scalar.logarithm(max(0.05, 1 + (target - Double(bytes)) / Double(amount))) / Scalar.logarithm(growth)
      // At least so many steps, in as few frames as are needed.
      let least = 6.0
      var step = Int(max(least, abs(whole)).rounded(.up))
      if isTooLarge { step = -step }
      let change = Double(amount) * (Scalar.power(growth, Double(step)) - 1)
      let share = min(1, max(0.02, abs((target - Double(bytes)) / change) * (round > 1 ? 1.3 : 1.05)))
      let chosen = Self.spread(lossy, share: share, round: round)
      if try !shift(chosen, by: step, encoding) { return }
    }
    // The last of all: the lowest quality wherever that is needed.
    guard bytes > budget, lowestQuality != nil else { return }
    let lossy = stored.indices.filter { stored[$0]?.form.isLossy ?? false }
    _ = try shift(lossy, by: -100, encoding)
  }

  /// The same for a file without lossy frames: some frames better, or some lossy. Returns whether anything has changed.
  private mutating func correctExact(_ encoding: WebPEncoding, _ round: Int) throws(Diagnostic) -> Bool {
    let (bytes, range) = (Double(bytes), model.range)
    let target = Double(budget) * WebPFitter.aim
    let isTooLarge = bytes > Double(budget)
    var next = settings
    next.losslessFactor = 0
    next.quality = range.quality.lowerBound
    // Form that some frames get; `whole` are the bytes if all get it.
    var form = range.exact
    if isTooLarge {
      form = model.smaller(than: settings.exact) ?? next.lossy
      // Before frames become lossy, the lowest quality is measured.
      if form.isLossy { _ = try model.smallest() }
    }
    let whole = form.isLossy ? model.predict(next).bytes : model.predict(exact: form).bytes
    guard form != settings.exact, form.isLossy ? range.allowsLossy : (whole > bytes) != isTooLarge else { return false }
    let share = abs((target - bytes) / (whole - bytes)) * 1.1
    let chosen = Self.spread(stored.indices.filter { stored[$0] != nil }, share: min(1, share), round: round)
    return try change(chosen, encoding, isGrowing: !isTooLarge) { [form] _ in form }
  }

  /// Every so many of some numbers, others in each round.
  private static func spread(_ numbers: [Int], share: Double, round: Int) -> [Int] {
    numbers.enumerated().filter { index, _ in
      // Multiples of the golden ratio lie evenly in 0…1.
      let position = (Double(index) * 0.618_033_988_75 + Double(round) * 0.414).truncatingRemainder(dividingBy: 1)
      return position < share
    }.map(\.element)
  }

  /// Encodes some lossy frames with another quality. Returns whether anything has changed.
  private mutating func shift(_ numbers: [Int], by step: Int, _ encoding: WebPEncoding) throws(Diagnostic) -> Bool {
    let range = model.range.quality
    return try change(numbers, encoding, isGrowing: step > 0) { form in
      guard case .lossy(let quality, let alpha) = form else { return form }
      return .lossy(quality: min(range.upperBound, max(range.lowerBound, quality + step)), alpha: alpha)
    }
  }

  /// Encodes some frames in other forms. Those that get larger are kept while the file fits. Returns whether anything has
  /// changed.
  private mutating func change(
    _ numbers: [Int], _ encoding: WebPEncoding, isGrowing: Bool, _ form: @Sendable (FrameForm) -> FrameForm
  ) throws(Diagnostic) -> Bool {
    let encoder = encoder
    let wanted = Set(numbers)
    let known = stored
    let runs = Array(Set(numbers.map { $0 / frames.runs.length })).sorted()
    var size = bytes
    var hasChanged = false
    let budget = budget
    let counter = try encoding.counter("fitting frames", of: runs.reduce(0) { $0 + frames.runs[$1].count })
    try frames.forEach(runs: runs, counter) { number, frame throws(Diagnostic) -> Stored? in
      guard wanted.contains(number), let before = known[number]?.form else { return nil }
      let form = form(before)
      if form == before { return nil }
      return Stored(subframe: try encoder.encode(frame, as: form), form: form)
    } consume: { number, result throws(Diagnostic) in
      guard let result, let before = known[number] else { return }
      let growth = result.subframe.fileBytes - before.subframe.fileBytes
      if isGrowing ? size + growth > budget : growth >= 0 { return }
      size += growth
      stored[number] = result
      hasChanged = true
    }
    return hasChanged
  }
}

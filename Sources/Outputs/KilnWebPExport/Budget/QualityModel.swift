internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Settings of all frames of a file.
struct FileQuality: Sendable, Hashable {
  /// Quality of lossy frames, 0…100.
  var quality: Int
  /// Quality of their alpha channel, 0…100.
  var alpha: Int
  /// Form of frames that are not lossy: lossless, or with few colours.
  var exact: FrameForm
  /// A frame is lossless if that takes at most this many times the bytes of the lossy form: 0 for never, infinity for
  /// always.
  var losslessFactor: Double

  var lossy: FrameForm { .lossy(quality: quality, alpha: alpha) }
}

/// Estimates of bytes and loss of a file for any of the settings, from samples of its frames.
struct QualityModel: ReductionLadder, Sendable {
  typealias Prediction = Reduction<FileQuality>

  /// Settings that may be chosen.
  struct Range: Sendable {
    /// Qualities of lossy frames.
    var quality: ClosedRange<Int>
    /// Highest quality of alpha channels.
    var alpha: Int
    /// Highest near-lossless setting.
    var near: Int
    /// Whether frames may be lossless.
    var allowsLossless: Bool
    /// Whether frames may be lossy.
    var allowsLossy: Bool
    /// Whether the alpha channel and near-lossless may be lowered.
    var isOpen: Bool

    /// Lossless form at the highest near-lossless setting.
    var exact: FrameForm { .lossless(near: near) }
  }

  private static let knots = [0, 8, 20, 35, 50, 65, 78, 90, 97, 100]
  /// Loss below which no better settings are searched.
  private static let invisibleLoss = 0.002
  /// Largest size of a file without lossy frames, relative to the limit, at which some of its frames become lossy.
  private static let exactTolerance = 1.08
  /// Bytes of a file without its frames.
  private static let headerBytes = 44.0

  private(set) var samples: FrameSamples
  let range: Range
  /// Qualities that were measured, ascending.
  private var qualities: [Int] = []
  private var alphas: [Int] = []
  /// Lossless forms that were measured.
  private var exacts: [FrameForm] = []
  /// Bytes of the real file relative to estimates.
  var calibration = 1.0

  init(_ samples: FrameSamples, _ range: Range) {
    self.samples = samples
    self.range = range
  }

  /// The settings with the least loss that are estimated to keep to a number of bytes; nil if none do.
  mutating func best(within bytes: Double) throws(Diagnostic) -> Prediction? {
    if range.allowsLossless {
      try measure(range.exact)
      let exact = predict(exact: range.exact)
      if exact.bytes <= bytes || !range.isOpen && !range.allowsLossy { return exact.bytes <= bytes ? exact : nil }
      if range.isOpen, exact.bytes < 2 * bytes {
        try measureExacts(exact.bytes)
        // Nothing lossy is as good as that.
        if let found = bestMeasured(within: bytes), found.loss < Self.invisibleLoss { return found }
      }
    }
    guard range.allowsLossy else { return bestMeasured(within: bytes) }
    try bracket(bytes)
    try measureAlphas(bytes)
    var found = bestMeasured(within: bytes)
    // If a quality between measured ones is chosen, the knots beside it are measured, too.
    for _ in 0..<3 {
      guard let quality = found?.settings.quality, let knot = unmeasuredKnot(beside: quality) else { break }
      try measure(quality: knot)
      found = bestMeasured(within: bytes)
    }
    return found
  }

  /// Losses at larger budgets, as far as they follow from the measurements.
  func relaxedLosses(_ bytes: Double) -> [(factor: Double, loss: Double)] {
    [4.0 / 3, 1.5, 2, 2.5, 3, 4, 6, 12].map { ($0, bestMeasured(within: bytes * $0)?.loss ?? 0) }
  }

  /// The smallest file that is possible.
  mutating func smallest() throws(Diagnostic) -> Prediction {
    var all: [Prediction] = []
    if range.allowsLossless {
      try measure(range.exact)
      all += exacts.map { predict(exact: $0) }
    }
    if range.allowsLossy {
      let least = range.quality.lowerBound
      try measure(quality: least)
      let alpha = range.isOpen ? min(range.alpha, 10) : range.alpha
      try measure(alpha: alpha, quality: least)
      all.append(predict(FileQuality(quality: least, alpha: alpha, exact: range.exact, losslessFactor: 0)))
      if range.allowsLossless {
        all.append(predict(FileQuality(quality: least, alpha: alpha, exact: range.exact, losslessFactor: 1)))
      }
    }
    return all.min { $0.bytes < $1.bytes } ?? predict(exact: range.exact)
  }

  // MARK: Measuring

  private mutating func measure(_ exact: FrameForm) throws(Diagnostic) {
    guard !exacts.contains(exact) else { return }
    try samples.measure(exact)
    exacts.append(exact)
  }

  /// Measures near-lossless coding and fewer colours: the strongest of each, and milder ones where that saves something.
  private mutating func measureExacts(_ bytes: Double) throws(Diagnostic) {
    try measure(.lossless(near: 0))
    if predict(exact: .lossless(near: 0)).bytes < 0.97 * bytes {
      for near in [60, 30] where near < range.near { try measure(.lossless(near: near)) }
    }
    try measure(.palette(colors: 32))
    if predict(exact: .palette(colors: 32)).bytes < 0.97 * bytes {
      for colors in [256, 96, 12] { try measure(.palette(colors: colors)) }
    }
  }

  private mutating func measure(quality: Int) throws(Diagnostic) {
    guard !qualities.contains(quality) else { return }
    try samples.measure(.lossy(quality: quality, alpha: range.alpha))
    qualities = (qualities + [quality]).sorted()
    if alphas.isEmpty { alphas = [range.alpha] }
  }

  /// Knots of the curve, and the ends of the range.
  private var knots: [Int] {
    let inside = Self.knots.filter { range.quality.lowerBound < $0 && $0 < range.quality.upperBound }
    let ends = [range.quality.lowerBound, range.quality.upperBound]
    return Array(Set(inside + ends)).sorted()
  }

  /// Measures qualities until two neighbours are found of which one fits and the other does not.
  private mutating func bracket(_ bytes: Double) throws(Diagnostic) {
    let knots = knots
    var (low, high) = (-1, knots.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      try measure(quality: knots[middle])
      let settings = FileQuality(
        quality: knots[middle], alpha: range.alpha, exact: range.exact, losslessFactor: range.allowsLossless ? 1 : 0)
      if predict(settings).bytes <= bytes { low = middle } else { high = middle }
    }
  }

  /// Measures lower qualities of the alpha channel, if that is a part of the file that matters.
  private mutating func measureAlphas(_ bytes: Double) throws(Diagnostic) {
    guard range.isOpen, let quality = qualities.first(where: { $0 >= 35 }) ?? qualities.last else { return }
    let form = FrameForm.lossy(quality: quality, alpha: range.alpha)
    let alphaBytes = samples.samples.reduce(0) { $0 + $1.weight * ($1.measures[form]?.alphaBytes ?? 0) }
    guard alphaBytes * calibration > 0.05 * bytes else { return }
    for alpha in [60, 25, 10] where alpha < range.alpha { try measure(alpha: alpha, quality: quality) }
  }

  private mutating func measure(alpha: Int, quality: Int) throws(Diagnostic) {
    guard !alphas.contains(alpha) else { return }
    try samples.measure(.lossy(quality: quality, alpha: alpha))
    alphas = (alphas + [alpha]).sorted()
    alphaQuality[alpha] = quality
  }
  /// The quality of colours with which each lower quality of alpha channels was measured.
  private var alphaQuality: [Int: Int] = [:]

  /// A knot next to a quality that would make its estimate better; nil if it is known well.
  private func unmeasuredKnot(beside quality: Int) -> Int? {
    guard !qualities.contains(quality) else { return nil }
    let knots = knots
    let above = knots.first { $0 >= quality }
    let below = knots.last { $0 <= quality }
    return [above, below].compactMap(\.self).first { !qualities.contains($0) }
  }

  // MARK: Estimating

  private func bestMeasured(within bytes: Double) -> Prediction? {
    var best: Prediction?
    func consider(_ prediction: Prediction) {
      guard prediction.bytes <= bytes, prediction.loss < best?.loss ?? .infinity else { return }
      best = prediction
    }
    for exact in exacts {
      let prediction = predict(exact: exact)
      consider(prediction)
      if let reduced = reduced(prediction, to: bytes) { consider(reduced) }
    }
    guard range.allowsLossy, !qualities.isEmpty else { return best }
    let factors: [Double] = range.allowsLossless ? [0, 1, 1.25, 1.6, 2.2, 3.5] : [0]
    for alpha in alphas {
      for exact in range.allowsLossless ? exacts : [range.exact] {
        for factor in factors {
          var settings = FileQuality(quality: 0, alpha: alpha, exact: exact, losslessFactor: factor)
          // The highest that fits; bytes grow with quality.
          var (low, high) = (range.quality.lowerBound - 1, range.quality.upperBound)
          while low < high {
            settings.quality = (low + high + 1) / 2
            if predict(settings).bytes <= bytes { low = settings.quality } else { high = settings.quality - 1 }
          }
          guard low >= range.quality.lowerBound else { continue }
          settings.quality = low
          consider(predict(settings))
        }
      }
    }
    return best
  }

  /// A file that is a little too large, in which so many frames have the lowest quality that was measured that it fits; nil
  /// if it is not that file.
  private func reduced(_ exact: Prediction, to bytes: Double) -> Prediction? {
    guard let quality = qualities.first, exact.bytes > bytes, exact.bytes <= Self.exactTolerance * bytes else {
      return nil
    }
    let lossy = predict(
      FileQuality(quality: quality, alpha: range.alpha, exact: range.exact, losslessFactor: 0))
    let share = (exact.bytes - bytes) / max(1, exact.bytes - lossy.bytes)
    guard (0...0.5).contains(share) else { return nil }
    var result = exact
    result.bytes = bytes
    result.loss += share * max(0, lossy.loss - exact.loss)
    return result
  }

  /// The best lossless form that takes fewer bytes than another one; nil if none does.
  func smaller(than form: FrameForm) -> FrameForm? {
    let bytes = predict(exact: form).bytes
    return exacts.map { predict(exact: $0) }.filter { $0.bytes < 0.97 * bytes }.min { $0.loss < $1.loss }?.settings
      .exact
  }

  /// The file without lossy frames.
  func predict(exact: FrameForm) -> Prediction {
    predict(
      FileQuality(quality: range.quality.upperBound, alpha: range.alpha, exact: exact, losslessFactor: .infinity))
  }

  /// The file with some settings.
  func predict(_ settings: FileQuality) -> Prediction {
    var (bytes, loss) = (0.0, 0.0)
    for sample in samples.samples {
      let form = measure(of: sample, settings)
      bytes += sample.weight * (form.bytes + form.alphaBytes)
      loss += sample.visibility * form.loss
    }
    return Prediction(settings: settings, bytes: Self.headerBytes + bytes * calibration, loss: loss)
  }

  private func measure(of sample: FrameSamples.Sample, _ settings: FileQuality) -> FrameSamples.Measure {
    let lossless = sample.measures[settings.exact]
    if settings.losslessFactor == .infinity, let lossless { return lossless }
    let lossy = lossyMeasure(of: sample, settings)
    if let lossless, settings.losslessFactor > 0,
      lossless.bytes <= settings.losslessFactor * (lossy.bytes + lossy.alphaBytes)
    {
      return lossless
    }
    return lossy
  }

  /// Between the qualities that were measured: bytes as an exponential, loss as a line.
  private func lossyMeasure(of sample: FrameSamples.Sample, _ settings: FileQuality) -> FrameSamples.Measure {
    func at(_ quality: Int, _ alpha: Int) -> FrameSamples.Measure? {
      sample.measures[.lossy(quality: quality, alpha: alpha)]
    }
    let index = qualities.firstIndex { $0 >= settings.quality } ?? qualities.count
    let (left, right) =
      qualities.count < 2
      ? (0, 0) : index == 0 ? (0, 1) : index == qualities.count ? (index - 2, index - 1) : (index - 1, index)
    guard left < qualities.count, let a = at(qualities[left], range.alpha), let b = at(qualities[right], range.alpha)
    else { return FrameSamples.Measure(bytes: .infinity, loss: 1) }
    let span = Double(qualities[right] - qualities[left])
    let part = span > 0 ? Double(settings.quality - qualities[left]) / span : 0
    var result = a
    result.bytes = a.bytes * Scalar.power(b.bytes / max(1, a.bytes), part)
    result.loss = max(0, a.loss + (b.loss - a.loss) * part)
    if settings.alpha < range.alpha, let measured = alphaQuality[settings.alpha],
      let low = at(measured, settings.alpha), let high = at(measured, range.alpha)
    {
      result.alphaBytes = low.alphaBytes
      result.loss += max(0, low.loss - high.loss)
    }
    return result
  }

  /// Factor on the estimated bytes for one step of quality, near the quality of some settings.
  func growth(at settings: FileQuality) -> Double {
    var (lower, upper) = (settings, settings)
    lower.quality = max(range.quality.lowerBound, settings.quality - 4)
    upper.quality = min(range.quality.upperBound, settings.quality + 4)
    let steps = upper.quality - lower.quality
    guard steps > 0 else { return 1.01 }
    let ratio = predict(upper).bytes / max(1, predict(lower).bytes)
    return max(1.003, Scalar.power(ratio, 1 / Double(steps)))
  }
}

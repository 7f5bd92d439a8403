internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnGIF
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// Estimates of bytes and loss of a file with fewer colours, from some of its frames.
///
/// Losses are against what is asked for.
struct PaletteModel<Work: PaletteWork>: ReductionLadder {
  typealias Prediction = Reduction<PaletteForm>

  /// Numbers of colours that are measured; those between are interpolated.
  private static var steps: [Int] { [256, 128, 64, 32, 16, 8] }
  private static var sampleCount: Int { 6 }

  private let work: Work
  private let sample: SystematicSample
  /// Whether the number of colours may be reduced.
  private let isOpen: Bool
  private var known: [PaletteForm: Prediction] = [:]
  /// Mean of 1 − SSIM of what is asked for against the frames as they are drawn.
  private var askedLoss: Double?
  /// Bytes of the real file relative to estimates.
  private(set) var calibration = 1.0

  init(_ work: Work, isOpen: Bool) {
    self.work = work
    self.isOpen = isOpen
    sample = SystematicSample(of: work.deltas.map { $0.rect.width * $0.rect.height + 64 }, count: Self.sampleCount)
  }

  /// Corrects the model by the measured bytes of a form.
  mutating func learn(_ form: PaletteForm, bytes: Int) throws(Diagnostic) {
    let estimate = try predict(form).bytes
    if estimate > 0 { calibration *= Double(bytes) / estimate }
  }

  /// The form with the least loss that is estimated to keep to a number of bytes; nil if none does.
  mutating func best(within bytes: Double) throws(Diagnostic) -> Prediction? {
    let asked = try predict(work.asked)
    if asked.bytes <= bytes { return asked }
    guard isOpen else { return nil }
    let steps = Self.steps.filter { $0 < work.asked.colors ?? .max }
    // Bytes grow with the number of colours, so the largest that fits is found by bisection.
    var (first, last) = (0, steps.count)
    while first < last {
      let middle = (first + last) / 2
      if try predict(steps[middle]).bytes <= bytes { last = middle } else { first = middle + 1 }
    }
    guard first < steps.count else { return nil }
    let found = try between(steps[first], first > 0 ? steps[first - 1] : nil, bytes)
    guard work.asked.dither == .none else { return found }
    let dithered = try predict(PaletteForm(colors: steps[first], dither: .ordered))
    return dithered.bytes <= bytes && dithered.loss < found.loss ? dithered : found
  }

  /// The smallest file.
  mutating func smallest() throws(Diagnostic) -> Prediction {
    guard isOpen, let least = Self.steps.last, least < work.asked.colors ?? .max else { return try predict(work.asked) }
    return try predict(least)
  }

  /// Losses at larger budgets, as far as they follow from the measurements.
  func relaxedLosses(_ bytes: Double) -> [(factor: Double, loss: Double)] {
    [1.25, 1.5, 2, 3, 4, 6].map { factor in
      let fitting = known.values.filter { $0.bytes * calibration <= bytes * factor }
      return (factor, fitting.map(\.loss).min() ?? 0)
    }
  }

  /// The largest number of colours that fits, between two measured numbers of which the smaller fits: bytes are
  /// interpolated as a power of the number, loss as linear in its logarithm.
  private mutating func between(_ fewer: Int, _ more: Int?, _ bytes: Double) throws(Diagnostic) -> Prediction {
    let low = try predict(fewer)
    guard let more else { return low }
    let high = try predict(more)
    guard high.bytes > low.bytes, low.bytes > 0 else { return low }
    let part = Scalar.logarithm(bytes / low.bytes) / Scalar.logarithm(high.bytes / low.bytes)
    let count = Int(Double(fewer) * Scalar.power(Double(more) / Double(fewer), max(0, min(1, part))))
    guard count > fewer, count < more else { return low }
    let form = PaletteForm(colors: count, dither: work.asked.dither)
    return Prediction(settings: form, bytes: bytes, loss: low.loss + (high.loss - low.loss) * part)
  }

  private mutating func predict(_ colors: Int) throws(Diagnostic) -> Prediction {
    try predict(PaletteForm(colors: colors, dither: work.asked.dither))
  }

  /// The file in a form, measured.
  private mutating func predict(_ form: PaletteForm) throws(Diagnostic) -> Prediction {
    var result: Prediction
    if let found = known[form] { result = found } else { result = try measured(form) }
    known[form] = result
    result.bytes *= calibration
    return result
  }

  private mutating func measured(_ form: PaletteForm) throws(Diagnostic) -> Prediction {
    let (work, members) = (work, sample.members)
    let context = work.source.context
    var (bytes, loss, area) = (Double(work.headerBytes(form)), 0.0, 0.0)
    try OrderedWork.run(count: members.count, threads: context.threads, worker: work.encoder(for: form)) {
      encoder, index throws(Diagnostic) in
      try work.measure(work.deltas[members[index].index], &encoder)
    } consume: { index, measure throws(Diagnostic) in
      try context.progress.report("trying colours")
      let rect = work.deltas[members[index].index].rect
      let weight = members[index].weight * Double(rect.width * rect.height)
      bytes += members[index].weight * measure.bytes
      loss += weight * measure.loss
      area += weight
    }
    loss /= max(1, area)
    if form == work.asked { askedLoss = loss }
    return Prediction(settings: form, bytes: bytes, loss: max(0, loss - (askedLoss ?? 0)))
  }
}

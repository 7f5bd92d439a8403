internal import KilnBudgets
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline
internal import KilnRendering

/// Some frames of an animation in several forms, from which the bytes and the loss of all frames are estimated.
///
/// The first frame, of which much may be seen all the time, stands for itself; of the others each stands for the same part
/// of the file (`SystematicSample`).
struct FrameSamples: Sendable {
  /// Cost of one form of a frame: bytes and loss.
  struct Measure: Sendable {
    /// Bytes in the file, without those of the alpha channel of lossy frames.
    var bytes: Double
    /// Bytes of the alpha channel of lossy frames.
    var alphaBytes = 0.0
    /// 1 − SSIM.
    var loss: Double
  }

  /// A frame, with the number of frames of the animation that it stands for.
  struct Sample: Sendable {
    let number: Int
    let frame: PlannedFrame
    let weight: Double
    /// Share of the visible content of all frames, 0…1, for which this sample's loss stands. The shares of all samples
    /// add up to 1.
    fileprivate(set) var visibility = 0.0
    var measures: [FrameForm: Measure] = [:]
  }

  private(set) var samples: [Sample] = []
  private let encoder: FormEncoder
  private let context: ExportContext

  /// Chooses the samples, and draws them.
  ///
  /// - Parameter still: The only frame of a still.
  /// - Throws: `work.cancelled`.
  init(
    _ estimates: [FrameEstimate], _ planner: RunEncoder, _ encoder: FormEncoder, still: PlannedFrame?,
    in context: ExportContext
  ) throws(Diagnostic) {
    self.encoder = encoder
    self.context = context
    if let still {
      samples = [Sample(number: 0, frame: still, weight: 1, visibility: 1)]
      return
    }
    let extents = estimates.map(\.extent)
    let count = max(5, min(8, extents.count { $0 > 0 } / 8))
    let members = SystematicSample(of: extents, count: count + 1, isFirstCertain: true).members
    try OrderedWork.run(count: members.count, threads: context.threads, worker: planner) { worker, index in
      // After the one before it, whose rectangle it may clear.
      let number = members[index].index
      return worker.plan(max(0, number - 1)..<number + 1).last ?? nil
    } consume: { index, frame throws(Diagnostic) in
      try context.progress.report("drawing frames")
      guard let frame else { return }
      samples.append(Sample(number: members[index].index, frame: frame, weight: members[index].weight))
    }
    weighVisibility(estimates)
  }

  /// Distributes the visible content of all frames over the samples: content stored by later subframes has their mean
  /// loss.
  private mutating func weighVisibility(_ estimates: [FrameEstimate]) {
    var (count, own, earlier, first) = (0.0, 0.0, 0.0, 0.0)
    for sample in samples {
      let firstShare = sample.number == 0 ? 1 : estimates[sample.number].firstShare
      let ownShare = sample.number == 0 ? 0 : sample.frame.share
      count += sample.weight
      own += sample.weight * ownShare
      first += sample.weight * firstShare
      earlier += sample.weight * max(0, 1 - ownShare - firstShare)
    }
    for (index, sample) in samples.enumerated() {
      let seen =
        sample.number == 0
        ? first + (own > 0 ? 0 : earlier) : sample.weight * sample.frame.share * (1 + earlier / max(own, 1e-9))
      samples[index].visibility = seen / max(1, count)
    }
  }

  /// Encodes all samples in a form, unless that was done before.
  mutating func measure(_ form: FrameForm) throws(Diagnostic) {
    guard let first = samples.first, first.measures[form] == nil else { return }
    let (samples, encoder, limits) = (samples, encoder, context.limits)
    var measures: [Measure] = []
    try OrderedWork.run(count: samples.count, threads: context.threads, worker: 0) {
      _, index throws(Diagnostic) in
      let frame = samples[index].frame
      let encoded = try encoder.encode(frame, as: form)
      let alpha = Double(encoded.alphaBytes)
      // Most lossless forms are exact.
      let loss = form == .lossless(near: 100) ? 0 : try encoder.loss(of: encoded, frame, limits: limits)
      return Measure(bytes: Double(encoded.fileBytes) - alpha, alphaBytes: alpha, loss: loss)
    } consume: { _, measure throws(Diagnostic) in
      try context.progress.report("trying qualities")
      measures.append(measure)
    }
    for (index, measure) in measures.enumerated() { self.samples[index].measures[form] = measure }
  }
}

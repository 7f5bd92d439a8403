internal import Diagnostics
internal import TimelineModel
internal import TimelineRendering

/// Some frames of an animation in several forms, from which the bytes and the loss of all frames are estimated.
///
/// Each stands for the same part of the file (`SystematicSample`).
struct FrameSamples: Sendable {
  /// What a form of a frame costs.
  struct Measure: Sendable {
    /// Bytes in the file, without those of the alpha channel of lossy frames.
    var bytes: Double
    /// Bytes of the alpha channel of lossy frames.
    var alphaBytes = 0.0
    /// 1 − SSIM.
    var loss: Double
  }

  /// A frame, and how many of the animation it stands for.
  struct Sample: Sendable {
    let number: Int
    let frame: PlannedFrame
    let weight: Double
    var measures: [FrameForm: Measure] = [:]
  }

  private(set) var samples: [Sample] = []
  private let encoder: FormEncoder
  private let context: ExportContext

  /// Chooses the samples.
  ///
  /// - Throws: `work.cancelled`.
  init(_ frames: PlannedFrames, _ encoder: FormEncoder, in context: ExportContext) throws(Diagnostic) {
    self.encoder = encoder
    self.context = context
    let count = max(4, min(8, frames.extents.count { $0 > 0 } / 10))
    let members = SystematicSample(of: frames.extents, count: count).members
    let chosen = Array(Set(members.map { $0.index / frames.runs.length })).sorted()
    let wanted = Set(members.map(\.index))
    var next = 0
    try frames.forEach(runs: chosen) { number, frame in
      wanted.contains(number) ? frame : nil
    } consume: { number, frame in
      guard let frame, next < members.count, members[next].index == number else { return }
      samples.append(Sample(number: number, frame: frame, weight: members[next].weight))
      next += 1
    }
  }

  /// Mean of 1 − SSIM of what a file stores.
  ///
  /// - Parameter stored: The patch of a frame.
  func loss(_ stored: (Int) -> EncodedPatch?) throws(Diagnostic) -> Double {
    var (loss, area) = (0.0, 0.0)
    for sample in samples {
      guard let patch = stored(sample.number) else { continue }
      let weight = sample.weight * Double(sample.frame.area)
      loss += weight * (try encoder.loss(of: patch, sample.frame, limits: context.limits))
      area += weight
    }
    return loss / max(1, area)
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

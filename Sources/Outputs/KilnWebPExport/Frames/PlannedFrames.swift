internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Subframes that store a frame, before the choice of codec and quality: their rectangle and pixels.
struct PlannedFrame: Sendable {
  /// Ways to store it, in order of their estimated size; all have the same rectangle and disposal.
  var subframes: [Subframe]
  /// Share of the frame's visible content inside of the rectangle, 0…1.
  var share: Double

  /// Quantity to which the encoded size is about proportional.
  var extent: Int {
    guard let subframe = subframes.first else { return 0 }
    return subframe.pixelStatistics.novelty + subframe.rect.width * subframe.rect.height / 64 + 150
  }

  /// Bytes of memory of its pixels.
  fileprivate var memory: Int { subframes.reduce(0) { $0 + $1.pixels.pixels.count * 4 } }
}

/// The frames of an animation as they are stored, drawn once and kept for several tries as far as memory allows.
///
/// Subframes do not depend on qualities, because they are made from the drawn frames and not from decoded ones.
struct PlannedFrames: Sendable {
  /// Bytes of pixels that are kept; the rest is drawn again when it is needed.
  private static let capacity = 256 << 20

  private let planner: RunEncoder
  private let threads: Int
  /// The runs of frames that are planned as a whole.
  let runs: FrameRuns
  /// Frames by run; nil for those that are not kept.
  private var kept: [[PlannedFrame?]?] = []
  /// Estimates about each frame, made before it is encoded.
  private(set) var estimates: [FrameEstimate] = []
  /// The only frame of a still.
  private(set) var still: PlannedFrame?

  /// Draws and plans all frames.
  ///
  /// - Throws: `work.cancelled`.
  init(_ planner: RunEncoder, _ fit: CanvasFit, frameCount: Int, in context: ExportContext) throws(Diagnostic) {
    self.planner = planner
    threads = context.threads
    runs = FrameRuns(frameCount: frameCount)
    var memory = 0
    var area = SubframeCoverage(width: fit.width, height: fit.height)
    let runs = runs
    try OrderedWork.run(count: runs.count, threads: threads, worker: planner) { worker, run throws(Diagnostic) in
      worker.plan(runs[run])
    } consume: { run, frames throws(Diagnostic) in
      try context.progress.report("drawing frames", runs[run].upperBound, of: frameCount)
      estimates += frames.map { frame in
        guard let frame, let rect = frame.subframes.first?.rect else { return FrameEstimate(extent: 0, firstShare: 0) }
        return FrameEstimate(extent: frame.extent, firstShare: area.add(rect, own: frame.share))
      }
      memory += frames.reduce(0) { $0 + ($1?.memory ?? 0) }
      kept.append(memory <= Self.capacity ? frames : nil)
    }
  }

  /// The one frame of a still.
  init(still subframe: Subframe, _ planner: RunEncoder) {
    self.planner = planner
    threads = 1
    runs = FrameRuns(frameCount: 1)
    let frame = PlannedFrame(subframes: [subframe], share: 1)
    kept = [[frame]]
    still = frame
    estimates = [FrameEstimate(extent: frame.extent, firstShare: 1)]
  }

  /// Frames of one run.
  ///
  /// - Parameter worker: Draws those that are not kept.
  func frames(ofRun run: Int, worker: inout RunEncoder) -> [PlannedFrame?] {
    kept[run] ?? worker.plan(runs[run])
  }

  /// Works on all frames of some runs, side by side; results come in order.
  ///
  /// - Parameter counter: Counts the frames; nil if nobody asks.
  /// - Throws: The errors of `work` and `consume`.
  func forEach<Output: Sendable>(
    runs chosen: [Int], _ counter: FrameCounter? = nil,
    work: @Sendable (Int, PlannedFrame) throws(Diagnostic) -> Output,
    consume: (Int, Output) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try OrderedWork.run(count: chosen.count, threads: threads, worker: planner) { worker, index throws(Diagnostic) in
      let run = chosen[index]
      var results: [(Int, Output)] = []
      for (offset, frame) in frames(ofRun: run, worker: &worker).enumerated() {
        let number = runs[run].lowerBound + offset
        if let frame { results.append((number, try work(number, frame))) }
        try counter?.add()
      }
      return results
    } consume: { _, results throws(Diagnostic) in
      for (number, result) in results { try consume(number, result) }
    }
  }
}

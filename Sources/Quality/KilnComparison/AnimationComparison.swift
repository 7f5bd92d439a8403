public import KilnDiagnostics
internal import KilnGeometry
internal import KilnPictureImport
public import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// A comparison of two animations, frame by frame at the same times.
///
/// The times are those of the frames of the second animation, usually the deliverable, those of the first one's frames
/// during which a merged frame of the second is held, and, if the first one plays longer, those of its frames after that.
/// An animation that is over shows its last frame. Pictures have their own size, drawn animations that of the other.
public struct AnimationComparison: Sendable {
  /// Options of a comparison.
  public struct Options: Sendable {
    /// Columns; nil for those of the second animation, or of the first one if only that has a size in pixels.
    public var width: Int?
    /// Rows, likewise.
    public var height: Int?
    /// Longest side in pixels of animations that are both drawn; nil for any.
    public var maximumSide: Int?
    /// Number of frames that are compared at most, evenly spread with the first and the last; nil for all.
    public var maximumFrames: Int?
    /// Upper bounds of sizes and numbers of frames.
    public var limits = Limits()
    /// Number of threads. Never changes the result.
    public var threads = 1
    /// Receives reports of progress.
    public var progress = ProgressReporter.silent

    /// All frames at full size.
    public init() {}
  }

  /// A time at which both animations are compared.
  public struct Moment: Sendable, Hashable {
    /// Time from the start.
    public var milliseconds: Double
    /// Frame of the first animation.
    public var first: Int
    /// Frame of the second animation.
    public var second: Int
  }

  /// Columns of the compared pictures.
  public let width: Int
  /// Rows of the compared pictures.
  public let height: Int
  /// When the animations are compared, ascending.
  public let moments: [Moment]
  /// Durations in milliseconds of both animations; 0 for a still picture.
  public let durations: (first: Double, second: Double)
  private let options: Options
  /// As many of the threads as there is memory for.
  private let threads: Int
  private let first: FrameProvider
  private let second: FrameProvider

  /// Two readers and the pictures that they have read; in each thread two canvases and what measuring takes.
  private static let memory = MemoryPerPixel(shared: 40, perThread: 24)

  /// Prepares a comparison: bakes what is drawn, at the times of the frames.
  ///
  /// - Throws: `limit.exceeded`, or what baking throws.
  public init(
    _ first: ComparedAnimation, _ second: ComparedAnimation, options: Options = Options(), log: inout DiagnosticLog
  ) throws(Diagnostic) {
    var (first, second) = (first, second)
    second.takeTimes(of: first)
    first.takeTimes(of: second)
    self.options = options
    durations = (first.end, second.end)
    let times = Self.times(first, second, atMost: options.maximumFrames)
    try options.limits.check(times.count, atMost: .frames, "the number of compared frames")
    moments = times.map { Moment(milliseconds: $0, first: first.frame(at: $0), second: second.frame(at: $0)) }
    let fit = Self.size(first, second, options)
    threads = try options.limits.threads(
      options.threads, width: fit.width, height: fit.height, Self.memory, "the compared picture")
    (width, height) = (fit.width, fit.height)
    let wanted = second.isStill ? nil : times
    self.first = try FrameProvider(first, at: wanted, moments.map(\.first), fit, options.limits, log: &log)
    self.second = try FrameProvider(second, at: wanted, moments.map(\.second), fit, options.limits, log: &log)
  }

  private static func times(
    _ first: ComparedAnimation, _ second: ComparedAnimation, atMost limit: Int?
  ) -> [Double] {
    var times = second.starts ?? [0]
    if !second.isStill, let last = times.last, let starts = first.starts, times.count > 0 {
      // Half a frame may be missing at the end: other frame rates do not divide every duration.
      let frame = max(2, (second.end - last) / 2)
      if first.end > second.end + frame { times += starts.filter { $0 > second.end - 1 } }
    }
    times = (times + second.heldTimes(of: first)).sorted()
    guard let limit, times.count > limit else { return times }
    guard limit > 1 else { return [times[0]] }
    return (0..<limit).map { times[$0 * (times.count - 1) / (limit - 1)] }
  }

  private static func size(
    _ first: ComparedAnimation, _ second: ComparedAnimation, _ options: Options
  ) -> CanvasFit {
    let usual = second.isPictures || !first.isPictures ? second.canvas ?? first.canvas : first.canvas
    let canvas = usual ?? Size(1, 1)
    if options.width != nil || options.height != nil {
      return CanvasFit(canvas: canvas, width: options.width, height: options.height)
    }
    guard let side = options.maximumSide, !first.isPictures, !second.isPictures else {
      return CanvasFit(canvas: canvas)
    }
    let scale = min(1, Double(side) / max(canvas.width, canvas.height))
    func pixels(_ length: Double) -> Int { Int(clamping: (length * scale).rounded(), to: 1...options.limits.side) }
    return CanvasFit(canvas: canvas, width: pixels(canvas.width), height: pixels(canvas.height))
  }

  /// Compares all frames.
  ///
  /// - Throws: Errors of decoding pictures, or `work.cancelled`.
  public func run() throws(Diagnostic) -> ComparisonResult {
    var result = ComparisonResult()
    // Many at a time, because a thread draws the less the closer its frames are, and not all, so that it can be cancelled.
    try forEachPair(of: Array(moments.indices), waiting: 64) { _, first, second, last in
      last ?? PictureDifference(first, second)
    } consume: {
      result.frames.append(ComparisonResult.Frame(moment: moments[$0], difference: $1))
    }
    return result
  }

  /// Calls `work` with the indices of some moments and the pictures of both animations, and `consume` with each result, in order.
  ///
  /// - Parameters:
  ///   - indices: Indices of moments, ascending.
  ///   - waiting: Maximum number of results for each thread that wait to be consumed.
  ///   - work: Gets also its result for the pair before, if that is known to have been of the same pictures.
  /// - Throws: Errors of decoding pictures, `work.cancelled`, or errors of `consume`.
  public func forEachPair<Output: Sendable>(
    of indices: [Int], waiting: Int = 4,
    work: @Sendable (Int, Pixmap, Pixmap, Output?) throws(Diagnostic) -> Output,
    consume: (Int, Output) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var readers = (first: try first.reader(), second: try second.reader())
    let isStored = readers.first != nil || readers.second != nil
    // Decoded in order, so many at a time, and worked on by all threads.
    let window = isStored ? max(1, min(64, (64 << 20) / max(1, width * height))) : max(1, indices.count)
    for start in stride(from: 0, to: indices.count, by: window) {
      let part = indices[start..<min(start + window, indices.count)]
      var stored = (first: [Pixmap](), second: [Pixmap]())
      for index in part {
        if let picture = try readers.first?.picture(at: index) { stored.first.append(picture) }
        if let picture = try readers.second?.picture(at: index) { stored.second.append(picture) }
      }
      let pictures = stored
      try OrderedWork.run(
        count: part.count, threads: threads, waiting: isStored ? part.count : waiting,
        worker: Worker<Output>(first: first.painter, second: second.painter)
      ) { worker, offset throws(Diagnostic) in
        let index = part[part.startIndex + offset]
        let last = worker.holds(index) ? worker.last : nil
        let first = worker.first?.picture(of: index) ?? pictures.first[offset]
        let second = worker.second?.picture(of: index) ?? pictures.second[offset]
        let output = try work(index, first, second, last)
        worker.last = output
        return output
      } consume: { offset, output throws(Diagnostic) in
        try options.progress.report("comparing frames", start + offset + 1, of: indices.count)
        try consume(part[part.startIndex + offset], output)
      }
    }
  }

  /// Painters of a thread, and its last result, which is reused only for equal pictures.
  private struct Worker<Output: Sendable>: Sendable {
    var first: FramePainter?
    var second: FramePainter?
    var last: Output?

    /// Whether both animations are drawn, and look as they did at the moment before.
    func holds(_ index: Int) -> Bool { first?.holds(index) == true && second?.holds(index) == true }
  }
}

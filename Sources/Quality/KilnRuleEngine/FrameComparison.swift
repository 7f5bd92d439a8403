internal import KilnComparison
public import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
public import KilnTimeline

/// Whether two animations draw the same frames.
public struct FrameComparison: Sendable {
  /// Why two animations are not the same.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// Time of the first frame that differs, in source frames; nil if they differ as a whole.
    public var time: Double?
    /// Description of the difference, such as `size, frame rate or duration`.
    public var description: String

    package init(time: Double? = nil, description: String) { (self.time, self.description) = (time, description) }
  }

  /// Frames that are compared at most; of longer animations these, evenly spread, with the first and the last.
  package static let maximumFrames = 60
  /// Times between frames that are compared, too: players on fast screens draw them.
  private static let betweenFrames = 12
  /// Longer side of the pictures in pixels.
  package static let side = 512
  /// Pixels of the pictures for each pixel of the canvas, at most. Reduced images keep this much.
  private static let largestScale = 2.0
  /// Least structural similarity of the content of a frame, as `PictureDifference` measures it. Two animations count as the
  /// same from 0.9999 on; half of that is left for frames and sizes that are not compared.
  package static let leastSimilarity = 0.99995
  /// Largest difference of a channel of a pixel, 0…255. Similarity is a mean over the content: this finds a small part
  /// that is missing from a large picture. Edges that move by a hundredth of a pixel differ by three.
  package static let largestDifference = 12

  private let first: any AnimationSource
  private let limits: Limits
  /// Largest difference of a channel that is the same; fixes that resample images ask for more.
  private let tolerance: Int

  /// A comparison with an animation.
  public init(with source: any AnimationSource, limits: Limits = Limits()) {
    self.init(with: source, limits: limits, tolerance: Self.largestDifference)
  }

  package init(with source: any AnimationSource, limits: Limits, tolerance: Int) {
    first = source
    self.limits = limits
    self.tolerance = tolerance
  }

  /// The first difference of another animation; nil if both draw the same.
  ///
  /// - Throws: When the first animation cannot be drawn.
  public func difference(of second: any AnimationSource) throws(Diagnostic) -> Difference? {
    let (a, b) = (first.info, second.info)
    guard a.canvas == b.canvas, a.frameRate == b.frameRate, a.frameCount == b.frameCount, a.times == b.times else {
      return Difference(description: "size, frame rate or duration")
    }
    let sampling = FrameSampling(times: Self.times(of: a), frameRate: a.frameRate, hasSound: false)
    var log = DiagnosticLog()
    let timeline = try first.timeline(sampling, log: &log)
    var other: Timeline
    do throws(Diagnostic) {
      var secondLog = DiagnosticLog()
      other = try second.timeline(sampling, log: &secondLog)
    } catch {
      return Difference(description: error.message)
    }
    return difference(timeline, &other, at: sampling.times)
  }

  private func difference(_ timeline: Timeline, _ other: inout Timeline, at times: [Double]) -> Difference? {
    let fit = Self.fit(timeline.canvas)
    var log = DiagnosticLog()
    var renderers = [
      TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log)),
      TimelineRenderer(other, images: DecodedImages(other, limits: limits, log: &log)),
    ]
    var pictures = [Pixmap](repeating: Pixmap(width: fit.width, height: fit.height), count: 2)
    var shown: Int?
    for (frame, time) in times.enumerated() {
      for index in 0...1 {
        renderers[index].render(frame: frame, replacing: shown, transform: fit.transform, into: &pictures[index])
      }
      shown = frame
      let difference = PictureDifference(pictures[0], pictures[1])
      if difference.contentSimilarity < Self.leastSimilarity || difference.largestDifference > tolerance {
        let share = (difference.contentSimilarity * 1_000_000).rounded(.down) / 1_000_000
        return Difference(
          time: time,
          description: "frame \(time.shortDescription) is similar by \(share), a pixel differs by "
            + "\(difference.largestDifference) of 255")
      }
    }
    return nil
  }

  /// The canvas in pictures of a bounded size; small ones are enlarged, as on the screens of phones.
  private static func fit(_ canvas: Size) -> CanvasFit {
    let scale = min(largestScale, Double(side) / max(canvas.width, canvas.height))
    func pixels(_ length: Double) -> Int { Int(clamping: (length * scale).rounded(), to: 1...side) }
    return CanvasFit(canvas: canvas, width: pixels(canvas.width), height: pixels(canvas.height))
  }

  /// Times of whole frames, and some between them.
  package static func times(of info: AnimationInfo) -> [Double] {
    let all = info.nativeSampling.times
    var times = all
    if all.count > maximumFrames {
      times = (0..<maximumFrames).map { all[$0 * (all.count - 1) / (maximumFrames - 1)] }
    }
    let step = max(1, times.count / betweenFrames)
    let between = stride(from: 0, to: times.count - 1, by: step).map { times[$0] + 0.5 }
    return (times + between.filter { info.times.contains($0) }).sorted()
  }
}

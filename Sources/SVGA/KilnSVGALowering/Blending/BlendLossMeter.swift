internal import KilnDiagnostics
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Measures the share of a timeline's picture that is another one after its blend modes were replaced.
///
/// Sample frames of both are drawn at a reduced size, and those that differ there once more at the size of the canvas,
/// because parts that meet show other edges where they are small.
struct BlendLossMeter {
  /// Shares of a picture, 0…1.
  struct Loss: Equatable {
    /// Pixels that do not look the same.
    var different = 0.0
    /// Pixels among them whose difference is obvious, as `kiln compare` counts bad pixels.
    var clear = 0.0
  }

  /// Number of frames that are compared for one question.
  private static let sampleCount = 5
  /// Levels of a premultiplied channel, 0…255, up to which two pixels look the same, and up to which they nearly do.
  private static let tolerance = (different: 8, clear: 32)
  /// Longest side, in pixels, of the pictures of the size of the canvas.
  private static let maximumSide = 1024.0
  /// Number of frames that are drawn at that size; more take the time of drawing the animation.
  private static let maximumLargeFrames = 12

  private let sampling: (small: BlendSampling, large: BlendSampling)
  /// Frames that were drawn at the size of the canvas.
  private var largeCount = 0
  private let sprites: (original: [Sprite], result: [Sprite])
  private var original: TimelineRenderer
  private var result: TimelineRenderer
  /// Losses of frames that were compared.
  private var losses: [Int: Loss] = [:]

  init(from original: Timeline, to result: Timeline, limits: Limits) {
    // Images that cannot be decoded are reported where they are lowered.
    var ignored = DiagnosticLog()
    func renderer(_ timeline: Timeline) -> TimelineRenderer {
      TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &ignored))
    }
    sprites = (original.sprites, result.sprites)
    self.original = renderer(original)
    self.result = renderer(result)
    sampling = (BlendSampling(original), BlendSampling(original, side: Self.maximumSide))
  }

  /// The largest shares of the picture in some frames.
  ///
  /// - Parameter frames: Ascending.
  mutating func loss(in frames: [Int]) -> Loss {
    frames.spread(Self.sampleCount).reduce(into: Loss()) { largest, frame in
      let loss = loss(ofFrame: frame)
      largest = Loss(different: max(largest.different, loss.different), clear: max(largest.clear, loss.clear))
    }
  }

  private mutating func loss(ofFrame frame: Int) -> Loss {
    if let loss = losses[frame] { return loss }
    var loss = self.loss(ofFrame: frame, sampling.small)
    if loss.different > 0, sampling.small.isReduced, largeCount < Self.maximumLargeFrames {
      largeCount += 1
      loss = self.loss(ofFrame: frame, sampling.large)
    }
    losses[frame] = loss
    return loss
  }

  private mutating func loss(ofFrame frame: Int, _ sampling: BlendSampling) -> Loss {
    Self.loss(
      sampling.picture(of: sprites.original, frame, &original), sampling.picture(of: sprites.result, frame, &result))
  }

  private static func loss(_ a: Pixmap, _ b: Pixmap) -> Loss {
    let pixels = Double(max(1, a.pixels.count))
    func share(_ tolerance: Int) -> Double { Double(a.countDifferent(from: b, tolerance: tolerance)) / pixels }
    return Loss(different: share(tolerance.different), clear: share(tolerance.clear))
  }
}

internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Measures the share of a timeline's picture that is another one after its blend modes were replaced.
///
/// Sample frames of both are drawn at a reduced size.
struct BlendLossMeter {
  /// Shares of a picture, 0…1.
  struct Loss: Equatable {
    /// Pixels that do not look the same.
    var different = 0.0
    /// Those among them that anybody sees at once, as `kiln compare` counts bad pixels.
    var clear = 0.0
  }

  /// Number of frames that are compared for one question.
  private static let sampleCount = 5
  /// Levels of a premultiplied channel, 0…255, up to which two pixels look the same, and up to which they nearly do.
  private static let tolerance = (different: 8, clear: 32)

  private let sampling: BlendSampling
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
    sampling = BlendSampling(original)
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
    let loss = Self.loss(
      sampling.picture(of: sprites.original, frame, &original), sampling.picture(of: sprites.result, frame, &result))
    losses[frame] = loss
    return loss
  }

  private static func loss(_ a: Pixmap, _ b: Pixmap) -> Loss {
    var counts = (different: 0, clear: 0)
    for (p, q) in zip(a.pixels, b.pixels) where p != q {
      var most = 0
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        most = max(most, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
      }
      if most > tolerance.different { counts.different += 1 }
      if most > tolerance.clear { counts.clear += 1 }
    }
    let pixels = Double(max(1, a.pixels.count))
    return Loss(different: Double(counts.different) / pixels, clear: Double(counts.clear) / pixels)
  }
}

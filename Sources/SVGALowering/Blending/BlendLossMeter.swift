internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Measures the share of a timeline's picture that is another one after its blend modes were replaced.
///
/// Sample frames of both are drawn at a reduced size.
struct BlendLossMeter {
  /// Number of frames that are compared for one question.
  private static let sampleCount = 5
  /// Levels of a premultiplied channel, 0…255, up to which two pixels look the same.
  private static let tolerance = 8

  private let sampling: BlendSampling
  private let sprites: (original: [Sprite], result: [Sprite])
  private var original: TimelineRenderer
  private var result: TimelineRenderer
  /// Shares of frames that were compared.
  private var shares: [Int: Double] = [:]

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

  /// The largest share of the picture, 0…1, that looks different in one of some frames.
  ///
  /// - Parameter frames: Ascending.
  mutating func share(in frames: [Int]) -> Double {
    frames.spread(Self.sampleCount).reduce(0) { max($0, share(ofFrame: $1)) }
  }

  private mutating func share(ofFrame frame: Int) -> Double {
    if let share = shares[frame] { return share }
    let share = Self.share(
      sampling.picture(of: sprites.original, frame, &original), sampling.picture(of: sprites.result, frame, &result))
    shares[frame] = share
    return share
  }

  private static func share(_ a: Pixmap, _ b: Pixmap) -> Double {
    let different = zip(a.pixels, b.pixels).count { p, q in
      p != q
        && stride(from: UInt32(0), through: 24, by: 8).contains {
          abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) > tolerance
        }
    }
    return Double(different) / Double(max(1, a.pixels.count))
  }
}

internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Measures the share of a timeline's picture that changes if blend modes are drawn as normal.
///
/// Sample frames are drawn at a reduced size, with the blend modes and without.
struct BlendLossMeter {
  /// Maximum number of losses that are measured one by one, each of which draws everything; more are measured together.
  static let maximumCount = 24
  /// Number of frames that are compared for one loss.
  private static let sampleCount = 5
  /// Longer side of the pictures, in pixels.
  private static let side = 128.0
  /// Levels of a premultiplied channel, 0…255, up to which two pixels look the same.
  private static let tolerance = 8

  private let timeline: Timeline
  private let fit: CanvasFit
  private var renderer: TimelineRenderer
  /// Pictures with all blend modes, by frame.
  private var pictures: [Int: Pixmap] = [:]

  init(_ timeline: Timeline, limits: Limits) {
    self.timeline = timeline
    // Images that cannot be decoded are reported where they are lowered.
    var ignored = DiagnosticLog()
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &ignored))
    let scale = min(1, Self.side / max(timeline.canvas.width, timeline.canvas.height))
    fit = CanvasFit(
      canvas: timeline.canvas, width: max(1, Int((timeline.canvas.width * scale).rounded())),
      height: max(1, Int((timeline.canvas.height * scale).rounded())), mode: .fill)
  }

  /// The largest share of the picture, 0…1, that looks different in one of some frames without blend modes.
  ///
  /// - Parameter frames: Ascending.
  mutating func share(of losses: Set<LostBlendModes.Loss>, in frames: [Int]) -> Double {
    let sprites = timeline.sprites.map { $0.without(losses) }
    var largest = 0.0
    for frame in Self.samples(of: frames) {
      let original = pictures[frame] ?? picture(of: timeline.sprites, frame)
      pictures[frame] = original
      largest = max(largest, Self.share(original, picture(of: sprites, frame)))
    }
    return largest
  }

  private mutating func picture(of sprites: [Sprite], _ frame: Int) -> Pixmap {
    var picture = Pixmap(width: fit.width, height: fit.height)
    renderer.render(sprites, frame: frame, transform: fit.transform, into: &picture)
    return picture
  }

  /// Frames at even distances, the first and the last among them.
  private static func samples(of frames: [Int]) -> [Int] {
    guard frames.count > sampleCount else { return frames }
    return (0..<sampleCount).map { frames[$0 * (frames.count - 1) / (sampleCount - 1)] }
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

extension Sprite {
  /// The sprite with normal in place of some blend modes, inside groups and mattes too.
  fileprivate func without(_ losses: Set<LostBlendModes.Loss>) -> Sprite {
    var sprite = self
    if blendMode != .normal, losses.contains(LostBlendModes.Loss(origin: origin, mode: blendMode)) {
      sprite.blendMode = .normal
    }
    if case .group(let children) = content { sprite.content = .group(children.map { $0.without(losses) }) }
    if let matte { sprite.matte = Matte(matte.sprites.map { $0.without(losses) }, mode: matte.mode) }
    return sprite
  }
}

internal import Diagnostics
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// What lower frame rates cost: 1 − SSIM of what is shown at the time of each frame against that frame, on average.
///
/// At a lower rate each picture is shown for longer. A few frames, spread over the animation, are compared with those
/// before them.
struct MotionLoss {
  private static let sampleCount = 8

  private let timeline: Timeline
  private var painter: FramePainter
  /// Mean loss of a frame in whose place the one some frames before it is shown, by that number.
  private var known: [Int: Double] = [0: 0]

  /// The loss of lower rates than that of a timeline, which has the size that is asked for.
  init(_ source: FrameSource) {
    timeline = source.timeline
    painter = source.painter()
  }

  /// The loss of showing the animation at another rate.
  mutating func loss(at rate: Double) -> Double {
    guard rate < timeline.frameRate else { return 0 }
    let step = timeline.frameRate / rate
    // The frames of the lower rate lie at multiples of the step: how far they are behind, on average.
    var sum = 0.0
    let count = min(timeline.frameCount, 60)
    for frame in 0..<count {
      let shown = (Double(frame) / step).rounded(.down) * step
      let behind = Double(frame) - shown
      let whole = Int(behind)
      let part = behind - Double(whole)
      sum += loss(behind: whole) * (1 - part) + (part > 0 ? loss(behind: whole + 1) * part : 0)
    }
    return sum / Double(max(1, count))
  }

  private mutating func loss(behind: Int) -> Double {
    if let loss = known[behind] { return loss }
    // Between 1, 2, 4, 8 … it grows evenly enough.
    if behind & (behind - 1) != 0 {
      let below = 1 << (Int.bitWidth - 1 - behind.leadingZeroBitCount)
      let part = Double(behind - below) / Double(below)
      let loss = loss(behind: below) * (1 - part) + loss(behind: 2 * below) * part
      known[behind] = loss
      return loss
    }
    let frames = (0..<Self.sampleCount).map { ($0 * 2 + 1) * timeline.frameCount / (2 * Self.sampleCount) }
    var sum = 0.0
    var count = 0.0
    for frame in frames where frame >= behind {
      let before = painter.picture(of: frame - behind)
      sum += 1 - StructuralSimilarity.ofContent(before, painter.picture(of: frame), step: 2)
      count += 1
    }
    // A short animation has no such frames: at least as much as for half.
    let loss = count > 0 ? sum / count : behind > 1 ? loss(behind: behind / 2) : 0
    known[behind] = loss
    return loss
  }
}
